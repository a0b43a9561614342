import { itemCategories, itemDefinition, type ItemCategory } from '@heliodesk/contract/inspection-items.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { readTable } from '../../kernel/first-data/data-file.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { hasRow } from '../../kernel/one-row.ts'
import type { Db } from '../../platform/postgres.ts'

/** `85` includes the value, `<20` and `>95` do not. */
const bound = z
  .string()
  .regex(/^[<>]?-?[\d.]+$/)
  .optional()
  .transform((given) => {
    if (given === undefined) return null
    const open = /^[<>]/.test(given)
    return { at: Number(open ? given.slice(1) : given), open }
  })

const size = z.coerce
  .number()
  .optional()
  .transform((given) => given ?? null)

/** `watch`, `ii` and `i` are of the side on which the range ends. */
const itemRow = {
  category: z.enum(Object.keys(itemCategories) as [ItemCategory, ...ItemCategory[]]),
  name: z.string(),
  method: z.string(),
  standard: z.string(),
  kind: z.string(),
  formula: z.string().optional(),
  unit: z.string().optional(),
  low: bound,
  high: bound,
  watch: bound,
  ii: bound,
  i: bound,
  grade: z.string(),
  normal: z.string().optional(),
  photo: z.string(),
  trend: size,
  jump: size,
}

/** The items of domain.md §4. */
function readItems() {
  const rows = readTable(new URL('./first-data/items.csv', import.meta.url), itemRow)
  return rows.map(({ category, low, high, watch, ii, i, grade, normal, trend, jump, formula, ...row }) => {
    const isLow = high === null
    const onSide = (each: typeof watch) => ({ low: isLow ? each : null, high: isLow ? null : each })
    const definition = itemDefinition.parse({
      ...row,
      formula: formula ?? null,
      limits: { low, high, watch: onSide(watch), gradeII: onSide(ii), gradeI: onSide(i), grade },
      normalText: normal,
      trendRise: trend,
      jump,
    })
    return { category, name: definition.name, definition }
  })
}

/** For a company that never had any. */
async function addItems(db: Db): Promise<void> {
  if (await hasRow(db.selectFrom('inspection_item'))) return
  await sql`
    with given as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(readItems())}::jsonb)
        as (category text, name text, definition jsonb)) with ordinality as g (category, name, definition, place)
    ), added as (
      insert into inspection_item (category, name, place, updated_at, updated_by)
      select category, name, place, now(), null from given order by place returning *
    )
    insert into inspection_item_version (item_id, version, definition, saved_at, saved_by)
    select a.id, 1, g.definition, now(), null from added a join given g using (category, name)`.execute(db)
}

offerFirstData('inspection-items', { standard: addItems, renew: addItems })
