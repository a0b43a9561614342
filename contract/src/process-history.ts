import { z } from 'zod'
import { storedFile } from './stored-file.ts'

/** A line of the history (spec 2 §3 "Flow-chart request"). */
export const activity = z
  .object({
    /** limegreen: done; red: returned or ended early; empty: still open. */
    color: z.string(),
    content: z.string(),
    timestamp: z.string(),
    /** The opinion. */
    message: z.string(),
    specialParameters: z.object({
      node: z.string(),
      person: z.string(),
      kind: z.string(),
      /** Of the event that it tells, 0 for the start; null for a step that is open. */
      seq: z.int().nullable(),
    }),
    files: z.array(storedFile),
  })
  .meta({ id: 'ProcessActivity' })

/** How a node, flow or return of a picture is drawn: classes `bpmn-` and the mark. */
export const processMarks = ['idle', 'skipped', 'done', 'current', 'back', 'dropped'] as const
export type ProcessMark = (typeof processMarks)[number]

/** A moment of an instance: a line of its history, and what is drawn otherwise than at the moment before. */
export const moment = activity
  .extend({
    /** Who has something open then. */
    holders: z.array(z.string()),
    changes: z.array(
      z.object({
        /** `data-id` in the picture. */
        id: z.string(),
        mark: z.enum(processMarks),
        /** The texts below the name of a step, or of a return. */
        lines: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'ProcessMoment' })
export type ProcessMoment = z.output<typeof moment>
