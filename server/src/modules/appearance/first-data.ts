import { sql } from 'kysely'
import { z } from 'zod'
import { readJson } from '../../kernel/first-data/data-file.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { hasRow } from '../../kernel/one-row.ts'
import type { Db } from '../../platform/postgres.ts'

const items = readJson(
  new URL('./first-data/items.json', import.meta.url),
  z.array(
    z.strictObject({
      category: z.string(),
      project: z.string(),
      mark: z.number(),
      contentList: z.array(z.string()),
      deductRule: z.string(),
      suggest: z.string(),
      needPhoto: z.boolean(),
      mayNotInvolve: z.boolean(),
    }),
  ),
)

/** The items of domain.md §2, for a company that never had any. */
async function addItems(db: Db): Promise<void> {
  if (await hasRow(db.selectFrom('appearance_item'))) return
  await sql`
    insert into appearance_item (place, category, project, content_list, mark, deduct_rule, suggest, need_photo,
      may_not_involve, updated_at, updated_by)
    select i.place, i.category, i.project, array(select jsonb_array_elements_text(i."contentList")), i.mark, i."deductRule",
      i.suggest, i."needPhoto", i."mayNotInvolve", now(), null
    from rows from (jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as (category text, project text, mark numeric,
      "contentList" jsonb, "deductRule" text, suggest text, "needPhoto" boolean, "mayNotInvolve" boolean))
      with ordinality as i (category, project, mark, "contentList", "deductRule", suggest, "needPhoto",
        "mayNotInvolve", place)
    order by i.place`.execute(db)
}

offerFirstData('appearance', {
  after: ['work-orders'],
  standard: addItems,
  renew: addItems,
  demo: async (company) => (await import('./first-data/sheets.ts')).addSheets(company),
  demoFiles: async (company) => (await import('./first-data/photos.ts')).addSheetPhotos(company),
})
