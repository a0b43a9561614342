import { materialUses, type MaterialUse } from '@heliodesk/contract/materials.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { readTable } from '../../kernel/first-data/data-file.ts'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { insertRows } from '../../platform/insert-rows.ts'

const categoryRow = {
  /** Two digits per level. */
  code: z.string(),
  name: z.string(),
  belong_to: z.enum(Object.keys(materialUses) as MaterialUse[]),
}

/** Adds categories of spare parts and tools of a solar company. */
export async function addCategories({ db }: Pick<DemoCompany, 'db'>): Promise<void> {
  const categories = readTable(new URL('./first-data/categories.csv', import.meta.url), categoryRow)
  await insertRows(db, 'material_category', categories)
  await sql`update material_category child set parent_id = parent.id from material_category parent
    where parent.code = left(child.code, -2)`.execute(db)
}

offerFirstData('materials', { demo: addCategories })
