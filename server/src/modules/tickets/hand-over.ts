import { DomainError } from '../../kernel/context.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { requireRoles } from './drafts.ts'
import { lockTicket, type LockedTicket, type TicketCtx } from './lock.ts'
import { giveToLeader } from './process.ts'
import { record } from './signing.ts'

type HandingOver = {
  id: string
  from: { id: string; name: string }
  to: { id: string; name: string }
  note: string
}

/**
 * Puts another person in the place of one who leaves: on a draft. What has been submitted is signed: its people change
 * only by the signatures that the ticket itself asks for (domain.md §1.5).
 */
export async function handOverTicket(ctx: TicketCtx, { id, from, to, note }: HandingOver): Promise<boolean> {
  const ticket = await lockTicket(ctx, id)
  if (ticket.stamp !== null) return false
  if (ticket.state !== 'draft') throw new DomainError('ticket.signed', refusalOf(ticket, from.id))
  const swapped = (personId: string | null) => (personId === from.id ? to.id : personId)
  const content = {
    ...ticket.content,
    leaderId: swapped(ticket.content.leaderId),
    issuerId: swapped(ticket.content.issuerId),
    cosignerId: swapped(ticket.content.cosignerId),
    guardId: swapped(ticket.content.guardId),
    people: ticket.content.people.map((each) =>
      each.personId === from.id ? { ...each, personId: to.id, name: to.name } : each,
    ),
  }
  await requireRoles(ctx, content)
  const people = content.people.flatMap(({ personId }) => (personId === null ? [] : [personId]))
  if (new Set(people).size < people.length)
    throw new DomainError('ticket.person', '接收人已在该票的人员中，请在草稿中调整')
  await updateRow(ctx.db, 'ticket', id, {
    content: JSON.stringify(content),
    leader_id: content.leaderId,
    issuer_id: content.issuerId,
    cosigner_id: content.cosignerId,
    guard_id: content.guardId,
    author_id: swapped(ticket.authorId) ?? ticket.authorId,
    version: ticket.version + 1,
    updated_at: ctx.now,
  })
  if (ticket.number === null) return true
  await record(ctx, id, { action: 'edit', from: 'draft', note })
  if (ticket.leaderId === from.id) await giveToLeader(ctx, { ...ticket, ...content, content })
  return true
}

function refusalOf({ state, leaderId, number }: LockedTicket, personId: string): string {
  if (leaderId === personId && (state === 'working' || state === 'paused'))
    return '工作已许可：负责人变更须由工作负责人在票上提出，经签发人、许可人同意并由新负责人签名'
  return `${number ?? '该票'} 已签名提交，人员不能代为更换；请在票上办理退回、变更或终结后重新办票`
}
