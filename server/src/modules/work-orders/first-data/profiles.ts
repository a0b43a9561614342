import { sourceCategory, taskCategory, type TaskType } from '@heliodesk/contract/work-order-rules.ts'
import { z } from 'zod'
import { readJson } from '../../../kernel/first-data/data-file.ts'
import { entryOf } from '../../../platform/certain.ts'

const keyOf = <Values extends Record<string, string>>(values: Values) =>
  z.enum(Object.keys(values)).transform((key) => entryOf(new Map(Object.entries(values)), key))

/** How often one type of order arises in a demo year, and how it proceeds. */
const profile = z.strictObject({
  type: z.int().transform((type) => type as TaskType),
  /** Per hundred orders. */
  share: z.number(),
  /** Relative frequency from January to December. */
  months: z.array(z.number()).length(12),
  /** First and last day of the month on which it arises. */
  days: z.tuple([z.int(), z.int()]).default([1, 31]),
  category: keyOf(taskCategory),
  /** With the weight of each. */
  sources: z.array(z.tuple([keyOf(sourceCategory), z.number()])),
  /** Planned duration in hours of work, from and to. */
  hours: z.tuple([z.number(), z.number()]),
  /** The number of people from and to, including the responsible one. */
  crew: z.tuple([z.int(), z.int()]),
})

/** In the order of the types. */
export const profiles = readJson(new URL('./task-profiles.json', import.meta.url), z.array(profile))

const byType = new Map(profiles.map((each) => [each.type, each]))

export const profileOf = (type: TaskType) => entryOf(byType, type)
