import { z } from 'zod'
import { orderRow } from './order-rows.ts'

/** At most as many open orders of one person are listed. */
export const MOST_OWN_ORDERS = 200

/** An order as its executor sees it in the field. */
export const myOrder = orderRow.extend({
  /** Of its station; null if the archive has none. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** The code on the label of its device. */
  deviceCode: z.string().nullable(),
  /** Steps of the work that are done, of all; 0 of 0 before the work has begun. */
  stepsDone: z.int(),
  steps: z.int(),
})
