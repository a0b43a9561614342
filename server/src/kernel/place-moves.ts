/**
 * A part of the department tree whose codes changed while the rows that copy them are still being rewritten
 * (docs/decisions/0097-department-moves.md). `whole` is for a department with everything below it, else for itself.
 */
export type PlaceMove = { from: string; to: string; whole: boolean }

/** Codes that belong to a subtree now, and codes below it that no longer do, beside those that begin with its code. */
type Aside = { joined: PlaceMove[]; left: PlaceMove[] }

/** What the moves that are under way mean for the subtree of a department that has this code now. */
function asideOf(moves: readonly PlaceMove[], orgCode: string): Aside {
  const aside: Aside = { joined: [], left: [] }
  for (const move of moves) {
    const [was, is] = [move.from.startsWith(orgCode), move.to.startsWith(orgCode)]
    if (is && !was) aside.joined.push(move)
    if (was && !is) aside.left.push(move)
    // The department itself lies in the part that moved.
    if (!is && move.whole && orgCode.startsWith(move.to))
      aside.joined.push({ ...move, from: move.from + orgCode.slice(move.to.length), to: orgCode })
  }
  return aside
}

/** Codes from the first up to the second, without it, in the order of their bytes. */
export type Range = readonly [first: string, behind: string]

/** The first code after all codes with this prefix: A01 → A02, A09 → A0: . */
export function afterSubtree(orgCode: string): string {
  return orgCode.slice(0, -1) + String.fromCharCode(orgCode.charCodeAt(orgCode.length - 1) + 1)
}

const subtreeOf = (code: string): Range => [code, afterSubtree(code)]

/** No code continues with a space. */
const rangeOf = ({ from, whole }: PlaceMove): Range => (whole ? subtreeOf(from) : [from, `${from} `])

/**
 * The codes of a subtree, with what the moves add to it and take from it. As ranges, so that an index finds those beside
 * what moved away: of a condition with `not` it would read all that did.
 */
export function rangesUnder(moves: readonly PlaceMove[], orgCode: string): Range[] {
  const { joined, left } = asideOf(moves, orgCode)
  const kept = left
    .map(rangeOf)
    .reduce<Range[]>((ranges, gone) => ranges.flatMap((range) => without(range, gone)), [subtreeOf(orgCode)])
  return [...kept, ...joined.map(rangeOf)]
}

/** What a range has besides another one. */
const without = ([first, behind]: Range, [from, until]: Range): Range[] =>
  [[first, least(behind, from)] as const, [most(first, until), behind] as const].filter(
    ([start, end]) => start < end,
  )

const least = (one: string, other: string) => (one < other ? one : other)
const most = (one: string, other: string) => (one > other ? one : other)
