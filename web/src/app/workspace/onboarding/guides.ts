import { create } from 'zustand'
import { readCookie, writeCookie } from '../../../lib/cookies.ts'
import type { Shell } from '../../../lib/shell.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'

/** The guides in display order; `moved` highlights the places that the version notes mention. */
export type Guide = 'novice' | 'performance' | 'version' | 'moved'

/** Whether a guide is open; other tips wait. */
export const useGuiding = create<{ shown: boolean }>(() => ({ shown: false }))

const IS_FIRST = 'isFirst'
/** The longest lifetime that browsers give a cookie. */
const YEAR_SECONDS = 400 * 86_400

/** The tour runs once per browser. The cookie survives a sign-out, which clears the rest (spec 1 §2.7). */
export const tourHasRun = (): boolean => readStored(IS_FIRST) !== null || readCookie(IS_FIRST) !== null

export function keepTourRun(): void {
  writeStored(IS_FIRST, 1)
  writeCookie(IS_FIRST, '1', YEAR_SECONDS)
}

/** The guide to show now, among those not finished. */
export function nextGuide(guide: Shell['guide'], hasRun: boolean, over: ReadonlySet<Guide>): Guide | null {
  if (guide.IS_FIRST_NOVICE_GUIDE === '1' && !hasRun && !over.has('novice')) return 'novice'
  if (guide.IS_FIRST_PERFORMANCE_Guide === '1' && !over.has('performance')) return 'performance'
  if (over.has('version')) return over.has('moved') ? null : 'moved'
  return guide.versionNotes === null ? null : 'version'
}
