import { drawings } from '@heliodesk/contract/ticket-drawings.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { readJson } from '../../../kernel/first-data/data-file.ts'
import type { DemoFiles } from '../../../kernel/first-data/offer.ts'
import { hasRow } from '../../../kernel/one-row.ts'
import { addDemoPicture } from '../../files/index.ts'
import { findCrews } from './crews.ts'
import { Life, story } from './tickets.ts'

const picture = new URL('./single-line.png', import.meta.url)

const drawn = readJson(
  new URL('./drawn.json', import.meta.url),
  z.strictObject({ story, title: z.string(), marks: z.array(z.unknown()) }),
)

/** A ticket with a single-line diagram, once there is a place for its file. */
export async function addDrawnTicket(company: DemoFiles): Promise<void> {
  const { db, actAs } = company
  if (await hasRow(db.selectFrom('ticket_drawing'))) return
  const [crew] = await findCrews(company)
  if (!crew) return
  await actAs(crew.leader.userId)
  const { title, marks } = drawn
  const path = await addDemoPicture(company, new Map(), {
    purpose: 'drawing',
    name: `${title}.png`,
    from: picture,
  })
  await new Life(company, crew, drawn.story, drawings.parse([{ path, title, marks }])).tell()
  await sql`select set_config('app.user', '', true)`.execute(db)
}
