import { taskTypes, type TaskType } from '@heliodesk/contract/work-order-rules.ts'
import { z } from 'zod'

/** A type of the specification, as demo tables write it. */
export const taskType = z.enum(Object.keys(taskTypes)).transform((type) => Number(type) as TaskType)
