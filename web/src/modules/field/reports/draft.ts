import type { DefectLevel } from '@heliodesk/contract/defect-levels.ts'
import { dropWords, keepWords, readWords } from '../../../lib/words.ts'

/** A report that is being written; its photos are in the outbox already, under its lane, and wait for it there. */
export type Draft = {
  lane: string
  psId?: string | undefined
  deviceCode?: string | undefined
  deviceName?: string | undefined
  text?: string | undefined
  defectLevel?: DefectLevel | undefined
}

const NAME = 'report'

export const readDraft = (): Draft | null => readWords<Draft>(NAME)
export const keepDraft = (draft: Draft): void => void keepWords(NAME, draft)
export const dropDraft = (): void => dropWords(NAME)

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
