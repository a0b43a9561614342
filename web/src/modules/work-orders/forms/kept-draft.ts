import { useSession } from '../../../lib/session.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import type { ExecutionDraft } from './execution.ts'

/** Entries on this device that the server does not have yet. */
export type KeptDraft = { version: number; savedAt: number; draft: ExecutionDraft }

const LIFE_MS = 30 * 86_400_000
/** Each person's apart: on a shared device they wait for their author. */
const nameFor = (orderId: string) => `execution:${useSession.getState().user?.id ?? ''}:${orderId}`

export const readDraft = (orderId: string): KeptDraft | null => readStored<KeptDraft>(nameFor(orderId))

/** Returns false when this device's storage is full. */
export function keepDraft(orderId: string, kept: KeptDraft): boolean {
  try {
    writeStored(nameFor(orderId), kept, LIFE_MS)
    return true
  } catch {
    return false
  }
}

/** Writes an expired entry, which the storage module reads as missing. */
export const dropDraft = (orderId: string): void => writeStored(nameFor(orderId), null, 0)
