import type { FormDefinition } from '@heliodesk/contract/form-fields.ts'
import type { FormValues } from '@heliodesk/contract/form-values.ts'
import { useSession } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/** What a person has typed into a form on this device and not sent. */
export type KeptRequest = { version: number; savedAt: number; values: FormValues }

const LIFE_MS = 30 * 86_400_000
/** Each person's apart, on a shared device. */
const own = (name: string) => `request:${useSession.getState().user?.id ?? ''}:${name}`

export const readKept = (form: string): KeptRequest | null => readStored<KeptRequest>(own(form))

/** Keeps what was typed, without files: an upload that nothing uses is removed within a day. */
export function keepRequest(form: string, kept: KeptRequest, { fields }: FormDefinition): void {
  const files = new Set(fields.filter(({ kind }) => kind === 'files').map(({ key }) => key))
  const values = Object.fromEntries(Object.entries(kept.values).filter(([key]) => !files.has(key)))
  try {
    writeStored(own(form), { ...kept, values }, LIFE_MS)
  } catch {
    // The device is full: the form still asks before it closes.
  }
}

export const dropKept = (form: string): void => writeStored(own(form), null, 0)

const RECENT = 4

/** The forms that this person started last on this device, the latest first. */
export const readRecent = (): string[] => readStored<string[]>(own('recent')) ?? []

export const noteRecent = (form: string): void =>
  writeStored(own('recent'), [form, ...readRecent().filter((each) => each !== form)].slice(0, RECENT))
