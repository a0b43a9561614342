import { z } from 'zod'
import { present } from '../../platform/certain.ts'
import type { Point } from './answer.ts'

/** Where the pointer was: `[x, y, milliseconds]`, in pixels of the 310 × 155 picture. */
const sample = z.tuple([z.number(), z.number(), z.number()])
const samples = z.array(sample).max(2000)

type Sample = z.output<typeof sample>

/** Nobody drags or clicks three words in less. */
const shortestMs = 150

/** The answer is rounded, and so is the track. */
const roundingPixels = 1.5

/** The time between the picture's arrival and its being asked for is not the browser's to know. */
const clockSlackMs = 1000

const fewest = 3

/** How little a drag may deviate from even motion; a hand's deviates by tens of pixels. */
const evenPixels = 0.75

export type Journey = {
  kind: 'blockPuzzle' | 'clickWord'
  points: readonly Point[]
  /** How long the picture has been out. */
  ageMs: number
}

/**
 * Whether a track can be that of a hand. Only the absurd is refused: the track comes from the browser, so whoever
 * wants to can invent a good one, and a slow or shaky hand must pass.
 */
export function isPlausible(track: string, { kind, points, ageMs }: Journey): boolean {
  const path = read(track)
  if (!path || path.length < fewest) return false
  const [first, last] = [present(path[0]), present(path.at(-1))]
  if (first[2] < 0 || last[2] - first[2] < shortestMs || last[2] > ageMs + clockSlackMs) return false
  if (path.some(([, , ms], at) => ms < (path[at - 1]?.[2] ?? 0))) return false
  if (kind === 'clickWord') return visits(path, points)
  return Math.abs(last[0] - present(points[0]).x) <= roundingPixels && !isEven(path, first, last)
}

function read(track: string): Sample[] | null {
  try {
    return samples.safeParse(JSON.parse(track)).data ?? null
  } catch {
    return null
  }
}

/** Whether the track comes by every point, in their order. */
function visits(path: readonly Sample[], points: readonly Point[]): boolean {
  let at = 0
  for (const [x, y] of path) {
    const next = points[at]
    if (next && Math.abs(x - next.x) <= roundingPixels && Math.abs(y - next.y) <= roundingPixels) at++
  }
  return at === points.length
}

/** Whether x grows with time as along a ruler. */
function isEven(path: readonly Sample[], first: Sample, last: Sample): boolean {
  const speed = (last[0] - first[0]) / (last[2] - first[2])
  return path.every(([x, , ms]) => Math.abs(x - first[0] - speed * (ms - first[2])) <= evenPixels)
}
