import { z } from 'zod'
import { present } from '../../platform/certain.ts'
import type { Point } from './answer.ts'

/** A pointer position: `[x, y, milliseconds]`, in pixels of the 310 × 155 picture. */
const sample = z.tuple([z.number(), z.number(), z.number()])
const samples = z.array(sample).max(2000)

type Sample = z.output<typeof sample>

/** No person drags or clicks three words faster. */
const shortestMs = 150

/** The answer is rounded, and so is the track. */
const roundingPixels = 1.5

/** The browser cannot know the time between the picture's request and its arrival. */
const clockSlackMs = 1000

const fewest = 3

/** A drag that deviates less from even motion is refused; a person's deviates by tens of pixels. */
const evenPixels = 0.75

export type Journey = {
  kind: 'blockPuzzle' | 'clickWord'
  points: readonly Point[]
  /** Time since the picture was sent. */
  ageMs: number
}

/**
 * Whether a person could have made this track. Only impossible tracks are refused: the browser sends the track, so an
 * attacker can forge a good one, and slow or shaky hands must pass.
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

/** Whether the track passes every point, in order. */
function visits(path: readonly Sample[], points: readonly Point[]): boolean {
  let at = 0
  for (const [x, y] of path) {
    const next = points[at]
    if (next && Math.abs(x - next.x) <= roundingPixels && Math.abs(y - next.y) <= roundingPixels) at++
  }
  return at === points.length
}

/** Whether x is a linear function of time. */
function isEven(path: readonly Sample[], first: Sample, last: Sample): boolean {
  const speed = (last[0] - first[0]) / (last[2] - first[2])
  return path.every(([x, , ms]) => Math.abs(x - first[0] - speed * (ms - first[2])) <= evenPixels)
}
