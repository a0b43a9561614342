import { taskTypeDefinition, type TaskTypeDefinition } from '@heliodesk/contract/task-types.ts'
import { productTypes } from '@heliodesk/contract/work-order-rules.ts'
import { z } from 'zod'
import { flag, readJson, readTable } from '../../../kernel/first-data/data-file.ts'
import { entryOf } from '../../../platform/certain.ts'

const fileOf = (name: string) => new URL(`./${name}`, import.meta.url)

const typeRow = z.strictObject({
  type: z.int(),
  about: z.string(),
  process: z.string(),
  scored: z.boolean(),
  needWorkHours: z.boolean(),
  fields: z.array(z.unknown()),
})

const stepRow = {
  task_type: z.coerce.number(),
  /** Prerequisites are met before the work starts, steps are done in turn. */
  part: z.enum(['prerequisite', 'step']),
  name: z.string(),
  required: flag,
  needPhoto: flag,
  needValue: flag,
}

export type TaskTemplate = { type: number; definition: TaskTypeDefinition }

const names: ReadonlyMap<number, string> = new Map(
  Object.entries(productTypes).map(([type, name]) => [Number(type), name]),
)

/** The types that come with the product (domain.md §2), in the order of the menu. */
export function readTemplates(): TaskTemplate[] {
  const parts = Map.groupBy(
    readTable(fileOf('task-steps.csv'), stepRow),
    (row) => `${row.part} ${row.task_type}`,
  )
  const partsOf = (part: string, type: number) =>
    (parts.get(`${part} ${type}`) ?? []).map(({ task_type: _type, part: _part, ...each }) => each)
  return readJson(fileOf('task-types.json'), z.array(typeRow)).map(({ type, ...more }) => ({
    type,
    definition: taskTypeDefinition.parse({
      name: entryOf(names, type),
      prerequisites: partsOf('prerequisite', type).map(({ name, required }) => ({ name, required })),
      steps: partsOf('step', type),
      ...more,
    }),
  }))
}
