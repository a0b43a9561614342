import { z } from 'zod'
import { keyOf, time } from './fields.ts'

export const signerRoles = { executor: '作业人员', witness: '见证人' } as const
export type SignerRole = keyof typeof signerRoles

/** A signature is drawn on a field of this size, from its upper left corner. */
export const SIGNATURE = { width: 1000, height: 400 } as const
/** What a long name takes as a text, several times over. */
export const SIGNATURE_CHARS = 18_000

/** The points of each stroke one after the other: x, y, x, y. */
export type Strokes = readonly (readonly number[])[]

/** The form in which strokes are sent and kept: 10,20,30,40;500,100,510,390. */
export const textOfStrokes = (strokes: Strokes): string => strokes.map((stroke) => stroke.join(',')).join(';')

export const strokesIn = (text: string): Strokes =>
  text === '' ? [] : text.split(';').map((stroke) => stroke.split(',').map(Number))

/** As the order shows it. */
export const orderSignature = z
  .object({
    id: z.string(),
    role: keyOf(signerRoles),
    name: z.string(),
    /** Such as 业主代表; '' of those who execute the order. */
    title: z.string(),
    /** Empty if the name was typed instead. */
    strokes: z.string(),
    /** By the server's clock, as well as is known. */
    doneTime: time,
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** On whose phone. */
    authorName: z.string(),
    marks: z.array(z.string()),
  })
  .meta({ id: 'OrderSignature' })
export type OrderSignature = z.output<typeof orderSignature>
