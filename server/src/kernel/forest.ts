/** Rows as trees, each level in the order of the rows; `grow` makes a node of a row and the nodes below it. */
export function forestOf<Row extends { id: string; parentId: string | null }, Node>(
  rows: readonly Row[],
  grow: (row: Row, children: Node[]) => Node,
): Node[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const nodesUnder = (parent: string | null): Node[] =>
    (below.get(parent) ?? []).map((row) => grow(row, nodesUnder(row.id)))
  return nodesUnder(null)
}
