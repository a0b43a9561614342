import { z } from 'zod'
import { id, named } from './fields.ts'

/** What narrows the export of scores; without a station, all in the scope. */
export const scoreQuery = z.object({ psId: named('电站', id.optional()) })
