import type { SelectQueryBuilder } from 'kysely'

/** One page of a query's rows in its order (the first page is 1) and the total count. */
export async function pageOf<DB, TB extends keyof DB, Row>(
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

/** The number of a query's rows. */
export async function countOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .$castTo<{ total: string }>()
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** A page of a `/sys` list in the format of the Jeecg family. */
export function pagesOf<Row>(records: Row[], total: number, pageNo: number, pageSize: number) {
  return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
}
