import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * A part of the department tree whose codes changed while the rows that copy them are still being rewritten
 * (docs/decisions/0097-department-moves.md). `whole` is for a department with everything below it, else for itself.
 */
export type PlaceMove = { from: string; to: string; whole: boolean }

/** Codes that belong to a subtree now, and codes below it that no longer do, beside those that begin with its code. */
type Aside = { joined: PlaceMove[]; left: PlaceMove[] }

/** What the moves that are under way mean for the subtree of a department that has this code now. */
export function asideOf(moves: readonly PlaceMove[], orgCode: string): Aside {
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

/** The condition of a subtree, with what the moves add to it and take from it. */
export function withMoves(
  moves: readonly PlaceMove[],
  orgCode: string,
  subtree: (code: string) => RawBuilder<SqlBool>,
  exactly: (code: string) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const own = subtree(orgCode)
  if (moves.length === 0) return own
  const { joined, left } = asideOf(moves, orgCode)
  const rowsOf = ({ from, whole }: PlaceMove) => (whole ? subtree(from) : exactly(from))
  const kept =
    left.length === 0 ? own : sql<SqlBool>`${own} and not (${sql.join(left.map(rowsOf), sql` or `)})`
  return joined.length === 0
    ? sql<SqlBool>`(${kept})`
    : sql<SqlBool>`(${kept} or ${sql.join(joined.map(rowsOf), sql` or `)})`
}
