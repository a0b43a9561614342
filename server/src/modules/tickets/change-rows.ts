import {
  changeStates,
  ticketChanges,
  wantedChange,
  type ChangeState,
} from '@heliodesk/contract/ticket-changes.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import type { Signer } from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { changeInWords } from './changes.ts'
import type { LockedTicket } from './lock.ts'
import { maySign, titleOfRole } from './signing.ts'

type Agreed = { signer: string; name: string; at: string }

const titleOfAwaited = (awaits: string, name: string) =>
  awaits === 'newLeader' ? `新工作负责人 ${name}` : titleOfRole(awaits)

/** What was asked for while the work went on, the latest first. */
export async function readChanges(ctx: Ctx, ticket: LockedTicket): Promise<TicketDetail['changes']> {
  const zone = ctx.who.timeZone
  const { rows } = await sql<{
    id: string
    state: ChangeState
    wanted: unknown
    askedBy: string
    askedAt: Date
    agreed: Agreed[]
    awaits: string | null
    awaitsId: string | null
    personName: string | null
  }>`
    select c.id, c.state, c.wanted, c.asked_name as "askedBy", c.asked_at as "askedAt", c.agreed, c.awaits,
      c.awaits_id as "awaitsId",
      (select u.realname from app_user u where u.id = (c.wanted ->> 'personId')::bigint) as "personName"
    from ticket_request c where c.ticket_id = ${ticket.id} order by c.id desc`.execute(ctx.db)
  const found: TicketDetail['changes'] = []
  for (const { wanted: given, state, agreed, awaits, awaitsId, personName, askedAt, ...row } of rows) {
    const wanted = wantedChange.parse(given)
    found.push({
      ...row,
      change: wanted.change,
      title: ticketChanges[wanted.change].title,
      state,
      stateLabel: changeStates[state],
      says: changeInWords(wanted, personName ?? ''),
      reason: wanted.reason,
      askedTime: toWireTime(askedAt, zone),
      agreed: agreed.map(({ signer, name, at }) => ({
        roleName: titleOfRole(signer),
        name,
        at: toWireTime(new Date(at), zone),
      })),
      waitsFor: awaits === null ? '' : titleOfAwaited(awaits, personName ?? ''),
      isTodo:
        awaits === 'newLeader'
          ? awaitsId === ctx.who.userId
          : awaits !== null && (await maySign(ctx, ticket, awaits as Signer)),
    })
  }
  return found
}
