import { readStored, writeStored } from '../../../lib/storage.ts'
import type { ExecutionDraft } from './execution.ts'

/** What somebody filled in on this device and the server does not have yet. */
export type KeptDraft = { version: number; savedAt: number; draft: ExecutionDraft }

const LIFE_MS = 30 * 86_400_000
const nameFor = (orderId: string) => `execution:${orderId}`

export const readDraft = (orderId: string): KeptDraft | null => readStored<KeptDraft>(nameFor(orderId))

/** False when this device's storage is full. */
export function keepDraft(orderId: string, kept: KeptDraft): boolean {
  try {
    writeStored(nameFor(orderId), kept, LIFE_MS)
    return true
  } catch {
    return false
  }
}

/** An entry that has expired is as good as gone, and the storage module reads it as none. */
export const dropDraft = (orderId: string): void => writeStored(nameFor(orderId), null, 0)
