import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import type { ReviewReason, Verdict } from '@heliodesk/contract/review-reasons.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketStamp } from '@heliodesk/contract/ticket-states.ts'
import { useSignedIn } from './hire.ts'
import { useTickets } from './tickets.ts'

const codes: PermissionCode[] = ['ticketReview:list', 'ticketReview:edit', 'ticket:list']

type Imported = {
  stampedAt: string
  kind?: TicketKind
  stamp?: TicketStamp
  psId?: string
  verdict?: Verdict
  reasons?: ReviewReason[]
}

/** Tickets, and people who judge them. */
export function useReviews() {
  const tickets = useTickets()
  const { harness } = tickets
  const judges = useSignedIn(harness, {
    reviewer: { username: 'reviewer', codes, depCode: 'A01A02' },
    second: { username: 'second.reviewer', codes, depCode: 'A01A02' },
    reader: { username: 'review.reader', codes: ['ticketReview:list'], depCode: 'A01A02' },
    stranger: { username: 'review.stranger', codes, depCode: 'A01A01' },
  })
  const stateOf = { executed: 'closed', unused: 'unused', void: 'void' } as const

  let numbers = 0
  /** A ticket that came to its end elsewhere, as an import would bring it; its id. */
  const imported = async ({ stampedAt, kind = 'second', stamp = 'executed', ...given }: Imported) => {
    numbers += 1
    const { tenantId } = harness.tenant
    const reviewer = judges.reviewer.id
    const content = JSON.stringify(tickets.content({ kind, people: [] }))
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into ticket (tenant_id, kind, number, station_id, state, voltage, task, content, author_id, leader_id,
         issuer_id, permitter_id, guard_id, stamp, stamped_by, stamped_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, '35', '巡检', $6::jsonb || '{"steps": [], "places": [], "risks": []}', $7, $7, $8, $9, $10,
         $11, '王景行', $12, $12, $12) returning id`,
      [
        tenantId,
        kind,
        `DR-${numbers}`,
        given.psId ?? tickets.station().id,
        stateOf[stamp],
        content,
        tickets.people.leader.id,
        tickets.people.issuer.id,
        tickets.people.permitter.id,
        kind === 'operation' ? tickets.people.guard.id : null,
        stamp,
        stampedAt,
      ],
    )
    const { id } = rows[0]!
    if (given.verdict)
      await harness.owner.query(
        `with judged as (
           insert into ticket_review (tenant_id, id, verdict, reasons, reviewer_id, reviewer_name, reviewed_at)
           values ($1, $2, $3, $4, $5, '安全员', $6) returning *
         )
         insert into ticket_review_event (tenant_id, ticket_id, at, actor_id, actor_name, verdict, reasons)
         select tenant_id, id, reviewed_at, reviewer_id, reviewer_name, verdict, reasons from judged`,
        [tenantId, id, given.verdict, given.reasons ?? [], reviewer, stampedAt],
      )
    return id
  }

  return { ...tickets, judges, imported }
}
