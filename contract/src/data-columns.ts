import { z } from 'zod'
import { keyOf } from './fields.ts'

/*
 * Columns that data roles hide or mask, wherever an answer or a file has them. A field says that it is one with
 * `ofColumn`; the kernel then hides it (server/src/kernel/hidden-columns.ts).
 */

export const columnEffects = { mask: '遮住中间几位', hide: '隐藏' } as const
export type ColumnEffect = keyof typeof columnEffects

export const dataColumns = {
  phone: { title: '手机号和联系电话', effects: ['mask', 'hide'] },
  tariff: { title: '上网电价', effects: ['hide'] },
  lostYuan: { title: '损失金额和可挽回金额', effects: ['hide'] },
  cost: { title: '清洗费用和收益', effects: ['hide'] },
  insurance: { title: '保险定损和赔付金额', effects: ['hide'] },
} as const satisfies Record<string, { title: string; effects: readonly ColumnEffect[] }>
export type DataColumn = keyof typeof dataColumns

export const dataColumn = keyOf(dataColumns, '没有这一列')

/** A number for the eye: 138****0917, 0515****0001. Short ones show nothing. */
export function masked(text: string): string {
  if (text.length < 8) return '*'.repeat(text.length)
  const kept = text.length >= 11 ? 3 : 2
  return `${text.slice(0, kept)}****${text.slice(-4)}`
}

const registered = z.registry<{ column: DataColumn }>()

/** Marks a field of answers; it must be a text, or allow null. */
export function ofColumn<Schema extends z.ZodType>(column: DataColumn, schema: Schema): Schema {
  registered.add(schema, { column })
  return schema
}

export const columnOf = (schema: z.core.$ZodType): DataColumn | null =>
  registered.get(schema as z.ZodType)?.column ?? null
