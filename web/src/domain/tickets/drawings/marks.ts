import {
  isMarkDone,
  markKinds,
  type Drawing,
  type DrawingMark,
  type MarkableLine,
  type MarkKind,
} from '@heliodesk/contract/ticket-drawings.ts'

/** What is known of the measure that a mark stands for. */
export type MarkState = 'done' | 'waits' | null

/** What the form holds of a drawing while it is filled in. */
type SentDrawing = Pick<Drawing, 'path' | 'title'> & {
  marks?: (Omit<DrawingMark, 'of' | 'text'> & Partial<Pick<DrawingMark, 'of' | 'text'>>)[] | undefined
}

export const wholeDrawings = (drawings: readonly SentDrawing[] | undefined): Drawing[] =>
  (drawings ?? []).map(({ path, title, marks = [] }) => ({
    path,
    title,
    marks: marks.map(({ of = null, text = '', ...mark }) => ({ ...mark, of, text })),
  }))

export const titleOfMark = ({ kind, text }: Pick<DrawingMark, 'kind' | 'text'>): string =>
  text === '' ? markKinds[kind] : `${markKinds[kind]} ${text}`

/** What the lines of a ticket tell of a mark; null for one with words of its own. */
export const markStates =
  (lines: Parameters<typeof isMarkDone>[1]) =>
  (mark: DrawingMark): MarkState =>
    mark.of === null ? null : isMarkDone(mark, lines) ? 'done' : 'waits'

export type Point = { x: number; y: number }

const within = (share: number) => Math.min(1, Math.max(0, Math.round(share * 10_000) / 10_000))
/** The nearest place on the picture. */
export const onPicture = ({ x, y }: Point): Point => ({ x: within(x), y: within(y) })

const directions = new Map<string, Point>([
  ['ArrowLeft', { x: -1, y: 0 }],
  ['ArrowRight', { x: 1, y: 0 }],
  ['ArrowUp', { x: 0, y: -1 }],
  ['ArrowDown', { x: 0, y: 1 }],
])
const STEP = 0.01
const SMALL_STEP = 0.002

/** Where a key moves a mark to; null if it is no arrow. With Shift the steps are small. */
export function nudged(from: Point, { key, shiftKey }: { key: string; shiftKey: boolean }): Point | null {
  const direction = directions.get(key)
  if (!direction) return null
  const step = shiftKey ? SMALL_STEP : STEP
  return onPicture({ x: from.x + direction.x * step, y: from.y + direction.y * step })
}

/** A free place near the middle, for a mark that is placed without a pointer. */
export function freePlace(marks: readonly Point[]): Point {
  const isTaken = (place: Point) => marks.some(({ x, y }) => Math.hypot(x - place.x, y - place.y) < 0.04)
  const middle = { x: 0.5, y: 0.5 }
  // In rows of seven below each other, beginning in the middle of the first.
  const places = marks.map((_mark, at) => {
    const [row, column] = [Math.floor((at + 4) / 7), ((at + 4) % 7) - 3]
    return onPicture({ x: middle.x + 0.06 * column, y: middle.y + 0.06 * row })
  })
  return [middle, ...places].find((place) => !isTaken(place)) ?? middle
}

/** What a mark stands for: a line, or null for words of its own. */
export type Target = MarkableLine | null

const groupsOf: Partial<Record<MarkKind, MarkableLine['group']>> = { isolated: 'isolate', earth: 'earth' }

/** The line that is marked next: the first of the measures of this kind that no mark stands for. */
export const nextTarget = (
  kind: MarkKind,
  lines: readonly MarkableLine[],
  drawings: readonly Drawing[],
): Target =>
  lines.find(
    ({ group, text }) =>
      group === groupsOf[kind] &&
      text !== '' &&
      !drawings.some(({ marks }) => marks.some((mark) => mark.of === group && mark.text === text)),
  ) ?? null

/**
 * The marks of a line follow it while it is typed. Where it is not plain which line became which, they stay, and the
 * form asks for them again.
 */
export function followingLines(
  drawings: readonly Drawing[],
  group: MarkableLine['group'],
  before: readonly string[],
  after: readonly string[],
): Drawing[] {
  const changed = before.flatMap((text, at) => (text === after[at] ? [] : [at]))
  const [at = -1] = changed
  const [old, now] = [before[at], after[at]]
  const isPlain = before.length === after.length && changed.length === 1 && !after.includes(old ?? '')
  if (!isPlain || !old || !now) return [...drawings]
  return drawings.map((drawing) => ({
    ...drawing,
    marks: drawing.marks.map((mark) =>
      mark.of === group && mark.text === old ? { ...mark, text: now } : mark,
    ),
  }))
}
