import { z } from 'zod'
import { callsOf } from './call.ts'
import { named } from './fields.ts'
import { treeOf } from './tree.ts'

const { query } = callsOf('material')

/** A category of the material catalogue (spec 2 §3). */
const materialCategory = treeOf(
  'MaterialCategory',
  z.object({ materialTypeCode: z.string(), materialTypeName: z.string() }),
)
export type MaterialCategory = z.output<typeof materialCategory>

/** What a category is for. */
export const materialUses = { spare: '备品备件', tool: '安全工器具与耗材' } as const
export type MaterialUse = keyof typeof materialUses

export const materialCalls = {
  /** The categories of one use, or of all; pickers add a root 全部 of their own. */
  categories: query({
    title: '物资分类',
    path: '/mat/material/catalogs/type',
    access: 'signedIn',
    input: z.object({
      belongTo: named('所属', z.enum(['', 'spare', 'tool'], '所属应为 spare 或 tool').default('')),
    }),
    output: z.array(materialCategory),
  }),
}
