import type { FormDefinition } from '@heliodesk/contract/form-fields.ts'
import type { FormValues } from '@heliodesk/contract/form-values.ts'
import { useSession } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { dropWords, keepWords, readWords } from '../../lib/words.ts'

/** What a person has typed into a form on this device and not sent. */
export type KeptRequest = { version: number; savedAt: number; values: FormValues }

const nameFor = (form: string) => `request:${form}`

export const readKept = (form: string): KeptRequest | null => readWords<KeptRequest>(nameFor(form))

/** Keeps what was typed, without files: an upload that nothing uses is removed within a day. */
export function keepRequest(form: string, kept: KeptRequest, { fields }: FormDefinition): void {
  const files = new Set(fields.filter(({ kind }) => kind === 'files').map(({ key }) => key))
  const values = Object.fromEntries(Object.entries(kept.values).filter(([key]) => !files.has(key)))
  // On a full device the form still asks before it closes.
  void keepWords(nameFor(form), { ...kept, values })
}

export const dropKept = (form: string): void => dropWords(nameFor(form))

const RECENT = 4

const own = (name: string) => `forms:${useSession.getState().user?.id ?? ''}:${name}`

/** The forms that this person started last on this device, the latest first. */
export const readRecent = (): string[] => readStored<string[]>(own('recent')) ?? []

export const noteRecent = (form: string): void =>
  writeStored(own('recent'), [form, ...readRecent().filter((each) => each !== form)].slice(0, RECENT))
