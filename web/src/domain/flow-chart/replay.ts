import type { ProcessMoment } from '@heliodesk/contract/process-history.ts'
import dayjs from 'dayjs'
import type { Shown } from '../process-diagram/picture.ts'

export const speeds = { '1': '1×', '4': '4×', even: '逐步' } as const
export type Speed = keyof typeof speeds

/** How long the whole history takes at its own pace, and each step where all are equal. */
const WHOLE_MS = 20_000
const EVEN_MS = 1200
/** What happened at once is seen one after the other. */
const LEAST_MS = 150

const timeOf = ({ timestamp }: ProcessMoment) => dayjs(timestamp).valueOf()

/** What the picture showed at a moment: all changes up to it. */
export function shownAt(moments: readonly ProcessMoment[], at: number): Shown {
  const shown = new Map<string, ProcessMoment['changes'][number]>()
  for (const { changes } of moments.slice(0, at + 1))
    for (const change of changes) shown.set(change.id, change)
  return shown
}

/** How long a moment is shown before the next one. */
export function waitAfter(moments: readonly ProcessMoment[], at: number, speed: Speed): number {
  if (speed === 'even') return EVEN_MS
  const whole = sharesOf(moments, speed)
  const share = (whole[at + 1] ?? 1) - (whole[at] ?? 0)
  return Math.max(LEAST_MS, (share * WHOLE_MS) / Number(speed))
}

/** Where each moment stands on the track, from 0 to 1: by time, or all at equal distances. */
export function sharesOf(moments: readonly ProcessMoment[], speed: Speed): number[] {
  const [first, last] = [moments[0], moments.at(-1)]
  if (!first || !last) return []
  const [begin, end] = [timeOf(first), timeOf(last)]
  const isEven = speed === 'even' || begin === end
  return moments.map((moment, at) =>
    isEven ? at / Math.max(1, moments.length - 1) : (timeOf(moment) - begin) / (end - begin),
  )
}

/** Closer moments than this are one dot with their number, in pixels. */
const LEAST_DISTANCE = 8

export type Dot = { share: number; first: number; last: number; color: string }

/** The dots of a track so wide; a dot of several moments is red if one of them is. */
export function dotsOf(moments: readonly ProcessMoment[], speed: Speed, width: number): Dot[] {
  const shares = sharesOf(moments, speed)
  const dots: Dot[] = []
  for (const [at, { color }] of moments.entries()) {
    const share = shares[at]!
    const before = dots.at(-1)
    if (before && (share - before.share) * width < LEAST_DISTANCE) {
      before.last = at
      if (color === 'red') before.color = color
    } else dots.push({ share, first: at, last: at, color })
  }
  return dots
}

/** The moment nearest to a place on the track. */
export function nearestTo(moments: readonly ProcessMoment[], speed: Speed, share: number): number {
  const distances = sharesOf(moments, speed).map((each) => Math.abs(each - share))
  return distances.indexOf(Math.min(...distances))
}
