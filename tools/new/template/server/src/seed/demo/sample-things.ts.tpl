import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'

const names = ['样品一', '样品二', '样品三']

/** A few sample things, kept by one person. */
export async function createSampleThings(
  db: Db,
  stationIds: readonly string[],
  keeper: string,
  now: Date,
): Promise<void> {
  const by = { created_at: now, created_by: keeper, updated_at: now, updated_by: keeper }
  const first = stationIds.slice(0, names.length)
  await insertRows(
    db,
    'sample_thing',
    first.map((station_id, at) => ({ station_id, name: names[at] ?? '', ...by })),
  )
}
