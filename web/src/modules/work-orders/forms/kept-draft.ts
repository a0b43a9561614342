import { dropWords, keepWords, readWords, type Keeping } from '../../../lib/words.ts'
import type { ExecutionDraft } from './execution.ts'

/** Entries on this device that the server does not have yet. */
export type KeptDraft = { version: number; savedAt: number; draft: ExecutionDraft }

const nameFor = (orderId: string) => `execution:${orderId}`

export const readDraft = (orderId: string): KeptDraft | null => readWords<KeptDraft>(nameFor(orderId))

/** Whether this device has it now. */
export const keepDraft = (orderId: string, kept: KeptDraft): Promise<Keeping> =>
  keepWords(nameFor(orderId), kept)

export const dropDraft = (orderId: string): void => dropWords(nameFor(orderId))
