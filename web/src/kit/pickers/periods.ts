/** A period from the first to the last year or month, both in it; null on a side that is open. */
export type Period = readonly [from: string | null, to: string | null]

export const YEAR = 'YYYY'
export const MONTH = 'YYYY-MM'

/** The earlier one first; both come as text that sorts as time does (spec 2 §2: reversed ends are swapped). */
export const inOrder = ([from, to]: Period): Period =>
  from !== null && to !== null && from > to ? [to, from] : [from, to]
