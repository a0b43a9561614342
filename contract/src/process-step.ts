import { z } from 'zod'
import { allOperations } from './process-file.ts'

/** What a step forbids. */
export const denied = z.array(z.enum(allOperations))

/** How far the people who sign one step together have come (会签). */
export const countersign = z.object({
  /** Who have decided, of all. */
  done: z.int(),
  of: z.int(),
  /** How many approvals are enough; null where that is not known. */
  needed: z.int().nullable(),
})
export type Countersign = z.output<typeof countersign>

/** A step that waits for people. */
export const waitingStep = {
  taskId: z.int(),
  name: z.string(),
  /** Who holds it, or could take it. */
  people: z.array(z.string()),
  since: z.string(),
  dueTime: z.string().nullable(),
  /** Waits for somebody who was asked to sign before. */
  isHeld: z.boolean(),
}

/** A step of an instance that is open. */
export const openStep = z.object({
  ...waitingStep,
  node: z.string(),
  isMine: z.boolean(),
  /** The absent people for whom the caller may do it; empty where it is their own. */
  behalf: z.array(z.string()),
  urged: z.int(),
  /** Of a step that several people sign. */
  countersign: countersign.nullable(),
  isOffered: z.boolean(),
  denied,
})
