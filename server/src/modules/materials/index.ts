import { materialCalls, type MaterialCategory } from '@heliodesk/contract/materials.ts'
import { sql } from 'kysely'
import { defineModule } from '../../kernel/context.ts'
import { forestOf } from '../../kernel/forest.ts'
import './first-data.ts'

type Row = { id: string; parentId: string | null; code: string; name: string }

/** Categories of the material catalogue. */
export const materials = defineModule(materialCalls, {
  async categories(ctx, { belongTo }) {
    const { rows } = await sql<Row>`
      select id, parent_id as "parentId", code, name from material_category
      where ${belongTo} in ('', belong_to) order by code`.execute(ctx.db)
    return forestOf(rows, ({ code, name }, children: MaterialCategory[]) => ({
      materialTypeCode: code,
      materialTypeName: name,
      children,
    }))
  },
})
