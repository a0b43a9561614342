import { materialCalls, type MaterialCategory } from '@heliodesk/contract/materials.ts'
import { sql } from 'kysely'
import { defineModule } from '../../kernel/context.ts'
import './first-data.ts'

type Row = { id: string; parent_id: string | null; code: string; name: string }

function toTree(rows: Row[]): MaterialCategory[] {
  const childrenOf = Map.groupBy(rows, (row) => row.parent_id)
  const below = (parent: string | null): MaterialCategory[] =>
    (childrenOf.get(parent) ?? []).map((row) => ({
      materialTypeCode: row.code,
      materialTypeName: row.name,
      children: below(row.id),
    }))
  return below(null)
}

/** Categories of the material catalogue. */
export const materials = defineModule(materialCalls, {
  async categories(ctx, { belongTo }) {
    const { rows } = await sql<Row>`
      select id, parent_id, code, name from material_category
      where ${belongTo} in ('', belong_to) order by code`.execute(ctx.db)
    return toTree(rows)
  },
})
