import type { DefectLevel } from '@heliodesk/contract/defect-levels.ts'
import { useSession } from '../../../lib/session.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'

/** A report that is being written; its photos are in the outbox already, under its lane, and wait for it there. */
export type Draft = {
  lane: string
  psId?: string | undefined
  deviceCode?: string | undefined
  deviceName?: string | undefined
  text?: string | undefined
  defectLevel?: DefectLevel | undefined
}

const LIFE_MS = 30 * 86_400_000
/** Each person's apart: on a shared device it waits for its author. */
const name = () => `report:${useSession.getState().user?.id ?? ''}`

export const readDraft = (): Draft | null => readStored<Draft>(name())

/** Returns false when this device's storage is full. */
export function keepDraft(draft: Draft): boolean {
  try {
    writeStored(name(), draft, LIFE_MS)
    return true
  } catch {
    return false
  }
}

/** Writes an expired entry, which the storage module reads as missing. */
export const dropDraft = (): void => writeStored(name(), null, 0)

export const newDraft = (given: Omit<Draft, 'lane'> = {}): Draft => ({ ...given, lane: crypto.randomUUID() })

/** What a form begins with that was opened for a device or a station, while another one may not be finished. */
export function continued(
  kept: Draft | null,
  photos: number,
  asked: Omit<Draft, 'lane'>,
): { draft: Draft; isOther: boolean } {
  if (!kept || ((kept.text ?? '').trim() === '' && photos === 0))
    return { draft: newDraft(asked), isOther: false }
  if (asked.deviceCode === undefined && asked.psId === undefined) return { draft: kept, isOther: false }
  // What was begun without a device is about the one that was scanned then.
  if (kept.deviceCode === undefined && (kept.psId === undefined || kept.psId === asked.psId))
    return { draft: { ...kept, ...asked }, isOther: false }
  return { draft: kept, isOther: kept.deviceCode !== asked.deviceCode }
}
