import { sql } from 'kysely'
import { z } from 'zod'
import { readJson } from '../../kernel/first-data/data-file.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { hasRow } from '../../kernel/one-row.ts'
import type { Db } from '../../platform/postgres.ts'

const lines = z.array(z.string()).default([])

const tickets = readJson(
  new URL('./first-data/tickets.json', import.meta.url),
  z.array(
    z.strictObject({
      kind: z.string(),
      name: z.string(),
      isolate: lines,
      earth: lines,
      board: lines,
      care: lines,
      steps: lines,
      risks: z.array(z.strictObject({ risk: z.string(), control: z.string() })).default([]),
    }),
  ),
)

/** Those that come with the product, for a company that has none. */
async function addTickets(db: Db): Promise<void> {
  if (await hasRow(db.selectFrom('typical_ticket'))) return
  await sql`
    insert into typical_ticket (kind, name, isolate, earth, board, care, steps, risks, updated_at, updated_by)
    select t.kind, t.name, t.isolate, t.earth, t.board, t.care, t.steps, t.risks, now(), null
    from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as t (kind text, name text, isolate text[], earth text[],
      board text[], care text[], steps text[], risks jsonb)`.execute(db)
}

offerFirstData('typical-tickets', { standard: addTickets, renew: addTickets })
