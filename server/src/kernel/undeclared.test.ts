import { z } from 'zod'
import { expect, it } from 'vitest'
import { undeclaredField } from './undeclared.ts'

const schema = z.object({
  id: z.string(),
  note: z.string().optional(),
  rows: z.array(z.object({ name: z.string() })),
  counts: z.record(z.string(), z.int()),
  any: z.unknown(),
})
const answer = { id: '1', rows: [{ name: '甲' }], counts: { 甲: 1 }, any: { whatever: [1] } }

it.each([
  ['nothing', answer, null],
  ['nothing of a field without a value', { ...answer, phone: undefined, note: undefined }, null],
  ['a field beside the declared ones', { ...answer, phone: '13900000000' }, 'phone'],
  ['a field of a row', { ...answer, rows: [{ name: '甲' }, { name: '乙', phone: null }] }, 'rows.1.phone'],
])('finds %s', (_what, given, found) => {
  expect(undeclaredField(given, schema.parse(given))).toBe(found)
})
