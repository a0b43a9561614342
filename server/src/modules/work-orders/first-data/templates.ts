import { taskTypes, type TaskType } from '@heliodesk/contract/work-order-rules.ts'
import { z } from 'zod'
import { flag, readTable } from '../../../kernel/first-data/data-file.ts'

export const taskType = z.enum(Object.keys(taskTypes)).transform((type) => Number(type) as TaskType)

const stepRow = {
  task_type: taskType,
  /** Prerequisites are met before the work starts, steps are done in turn. */
  part: z.enum(['prerequisite', 'step']),
  name: z.string(),
  required: flag,
  needPhoto: flag,
  needValue: flag,
}

const fileOf = (name: string) => new URL(`./${name}.csv`, import.meta.url)

export type TaskTemplate = ReturnType<typeof readTemplates>[number]

/** What an order of each type requires (domain.md §2); copied into the order when it is taken. */
export function readTemplates() {
  const parts = Map.groupBy(readTable(fileOf('task-steps'), stepRow), (row) => `${row.part} ${row.task_type}`)
  const partsOf = (part: string, type: number) =>
    (parts.get(`${part} ${type}`) ?? []).map(({ task_type: _type, part: _part, ...each }) => each)
  return readTable(fileOf('task-templates'), { task_type: taskType, work_hours: flag }).map(
    ({ task_type: type, work_hours: needWorkHours }) => ({
      type,
      needWorkHours,
      prerequisites: partsOf('prerequisite', type).map(({ name, required }) => ({
        name,
        required,
        met: false,
      })),
      steps: partsOf('step', type).map((step) => ({
        ...step,
        done: false,
        doneAt: null as string | null,
        value: '',
        note: '',
      })),
    }),
  )
}
