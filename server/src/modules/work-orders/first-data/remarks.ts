import { z } from 'zod'
import { dateOf } from '../../../kernel/first-data/calendar.ts'
import { listOf, readTable } from '../../../kernel/first-data/data-file.ts'
import type { Random } from '../../../kernel/first-data/random.ts'

/** The step at which people write a remark. */
const when = z.enum(['underWay', 'hours', 'done', 'pass', 'reject', 'score', 'terminate'])

/** The orders that a remark fits: their types, their description and the month. */
const remarkRow = {
  when,
  types: listOf(z.coerce.number()),
  about: z
    .string()
    .transform((pattern) => new RegExp(pattern))
    .optional(),
  months: listOf(z.coerce.number()),
  text: z.string().default(''),
}

const remarks = Map.groupBy(
  readTable(new URL('./remarks.csv', import.meta.url), remarkRow),
  (remark) => remark.when,
)

/** A remark that fits the order at that time; often an empty one. */
export function remarkOn(
  step: z.output<typeof when>,
  order: { type: number; description: string },
  at: number,
  random: Random,
): string {
  const fitting = (remarks.get(step) ?? []).filter(
    ({ types, about, months }) =>
      (types?.includes(order.type) ?? true) &&
      (about?.test(order.description) ?? true) &&
      (months?.includes(dateOf(at).month) ?? true),
  )
  return random.pick(fitting).text
}
