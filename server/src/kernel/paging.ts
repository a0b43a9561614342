import { sql, type SelectQueryBuilder } from 'kysely'

/** The number of rows of a query. */
export async function countOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::int`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/** One page of a query's rows in its order (the first page is 1) and the total count. */
async function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: number,
  size: number,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await query
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total: await countOf(query) }
}

type Numbered = { curPage: number; size: number }

/** A column with the number of all rows, for lists that have to be read to their end to be put in order. */
export const totalOfAll = sql<number>`(count(*) over ())::int`.as('total')

/** A page of a list whose rows say how many there are, so that one statement answers. */
export async function countedPageOf<DB, TB extends keyof DB, Row extends { total: number }, Shown>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { curPage, size }: Numbered,
  show: (row: Row) => Shown,
) {
  const rows = await query
    .limit(size)
    .offset((curPage - 1) * size)
    .execute()
  // A page behind the last one has no row that could say it.
  const rowCount = rows[0]?.total ?? (curPage === 1 ? 0 : await countOf(query))
  return { pageList: rows.map(show), rowCount }
}

/** A page of a business list. */
export async function businessPageOf<DB, TB extends keyof DB, Row, Shown>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { curPage, size }: Numbered,
  show: (row: Row) => Shown,
) {
  const { rows, total } = await pageOf(query, curPage, size)
  return { pageList: rows.map(show), rowCount: total }
}

type Wanted = { pageNo: number; pageSize: number }

/** A page of a `/sys` list in the format of the Jeecg family. */
export async function sysPageOf<DB, TB extends keyof DB, Row, Shown>(
  query: SelectQueryBuilder<DB, TB, Row>,
  wanted: Wanted,
  show: (row: Row) => Shown,
) {
  const { rows, total } = await pageOf(query, wanted.pageNo, wanted.pageSize)
  return pagesOf(rows.map(show), total, wanted)
}

/** The same of rows that were read already. */
export function pagesOf<Row>(records: Row[], total: number, { pageNo, pageSize }: Wanted) {
  return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
}
