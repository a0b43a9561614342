/** A period from the first to the last year or month, both included; null for an open end. */
export type Period = readonly [from: string | null, to: string | null]

export const YEAR = 'YYYY'
export const MONTH = 'YYYY-MM'

/** Puts the earlier one first; as text, both sort in time order (spec 2 §2: reversed ends are swapped). */
export const inOrder = ([from, to]: Period): Period =>
  from !== null && to !== null && from > to ? [to, from] : [from, to]
