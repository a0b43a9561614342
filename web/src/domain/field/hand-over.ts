import { fieldActs } from '@heliodesk/contract/field-conflicts.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import type { Row } from '../../lib/outbox/book.ts'
import { wordsOf, type Act } from './acts.ts'
import { linesOf } from './lines.ts'

/** The limits of `fieldWorkCalls.handOver`. */
const MOST = { words: 200, label: 50, text: 1000, lines: 20, reason: 500 }

/**
 * Gives a refused act to the station's master, in words; null for one that cannot be given away: the bytes of a photo
 * would be lost with it, and a report has no order yet.
 */
export function handOverOf(row: Row): Act | null {
  const { key, kind, at, skew, refusal } = row
  if (!refusal || !isOwn(fieldActs, kind) || kind === 'photo') return null
  return {
    act: 'handOver',
    given: {
      at,
      skew,
      key,
      act: kind,
      words: wordsOf(row).slice(0, MOST.words),
      lines: linesOf(row)
        .slice(0, MOST.lines)
        .map(({ label, text }) => ({ label: label.slice(0, MOST.label), text: text.slice(0, MOST.text) })),
      reason: refusal.message.slice(0, MOST.reason),
    },
  }
}
