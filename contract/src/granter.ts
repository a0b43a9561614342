import { z } from 'zod'

/** Somebody who could grant what is missing. */
export const granter = z
  .object({ id: z.string(), realname: z.string(), depName: z.string() })
  .meta({ id: 'Granter' })
export type Granter = z.output<typeof granter>
