import { ticketCalls, ticketQuery, ticketTitles } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import { defineModule, notFound, type Ctx } from '../../kernel/context.ts'
import { cellsOf } from '../../kernel/cursor.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { businessPageOf, countOf } from '../../kernel/paging.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { actOn } from './acts.ts'
import './business.ts'
import './first-data.ts'
import { answerChange, askChange } from './changes.ts'
import { choosablePeople, openTicketsAt, ordersAt } from './choices.ts'
import { getTicket, showTicket } from './detail.ts'
import { addTicket, changeTicket, removeTicket } from './drafts.ts'
import { hangEarth, unhangEarth } from './earths.ts'
import { ticketsOfOrder } from './interlock.ts'
import { addPerson, enter, leave, removePerson } from './people.ts'
import { countTickets, matching, ticketRows, toRow } from './read.ts'
import { addReading } from './readings.ts'
import { tickLine } from './settle.ts'

export { handOverTicket } from './hand-over.ts'
export { ticketRefusal, ticketsOfOrder, withdrawalOf, type Withdrawal } from './interlock.ts'
export { lineOf, signPart, takenAt } from './lines.ts'
export { lockTicket, readTicket, type LockedTicket } from './lock.ts'
export { endPart, settleParts, type Settled } from './settle.ts'
export { record as recordTicketEvent, requireSigner } from './signing.ts'
export { isOpen, isTodo, ticketRows, toRow, type Row as TicketDbRow } from './read.ts'

const exported = Object.keys(ticketTitles) as (keyof typeof ticketTitles)[]

offerExport('tickets', {
  columns: exported.map((field) => ({ title: ticketTitles[field], type: 'text', width: 20 })),
  async open(ctx, query) {
    const rows = matching(ctx, ticketQuery.parse(query)).orderBy('t.id', 'desc')
    const pages = cellsOf(ctx.db, 'exported_tickets', rows, (row) => {
      const shown = toRow(row, ctx)
      return exported.map((field) =>
        field === 'orders' ? shown.orders.map(({ workCode }) => workCode).join('、') : shown[field],
      )
    })
    return { rowCount: await countOf(rows), pages }
  },
})

/** An order in scope, with what kind of ticket it needs. */
async function visibleOrder({ db, who }: Ctx, id: string) {
  return db
    .selectFrom('work_order as o')
    .select(['o.id', 'o.need_ticket as needTicket'])
    .where('o.id', '=', id)
    .where(visibleOrders(who, 'o'))
    .executeTakeFirstOrThrow(notFound)
}

/** Answers with the ticket as it is after a change. */
const then =
  <I extends { id: string }>(change: (ctx: Ctx, input: I) => Promise<void>) =>
  async (ctx: Ctx, input: I) => {
    await change(ctx, input)
    return getTicket(ctx, input.id)
  }

export const tickets = defineModule(ticketCalls, {
  page: (ctx, { curPage, size, ...query }) =>
    businessPageOf(matching(ctx, query).orderBy('t.id', 'desc'), { curPage, size }, (row) => toRow(row, ctx)),
  counts: countTickets,
  detail: (ctx, { id }) => showTicket(ctx, id),

  async ofOrder(ctx, { orderId, curPage, size }) {
    const order = await visibleOrder(ctx, orderId)
    const rows = ticketRows(ctx)
      .where(sql<boolean>`exists (select from ticket_order l where l.tenant_id = t.tenant_id and l.ticket_id = t.id
        and l.order_id = ${order.id})`)
      .orderBy('t.id')
    return businessPageOf(rows, { curPage, size }, (row) => {
      const { id, ticketNo, ticketTypeLabel, ticketTypeDtlLabel, workContent, flowUser, state } = toRow(
        row,
        ctx,
      )
      const { createUserName, ticketCreateTime, stateLabel } = toRow(row, ctx)
      const specified = { ticketNo, ticketTypeLabel, ticketTypeDtlLabel, workContent, flowUser }
      return { id, ...specified, createUserName, ticketCreateTime, state, stateLabel }
    })
  },

  async allEnd(ctx, { orderId }) {
    const { open, inForce } = await ticketsOfOrder(ctx, await visibleOrder(ctx, orderId))
    return { allEnd: open.length === 0, inForce, open: open.map(({ number }) => number) }
  },

  people: choosablePeople,
  openAt: openTicketsAt,
  ordersAt,

  add: async (ctx, input) => getTicket(ctx, await addTicket(ctx, input)),
  edit: then(changeTicket),
  async remove(ctx, input) {
    await removeTicket(ctx, input)
    return {}
  },
  act: then(actOn),
  tick: then(tickLine),
  hang: then(hangEarth),
  unhang: then(unhangEarth),
  enter: then(enter),
  leave: then(leave),
  addPerson: then(addPerson),
  removePerson: then(removePerson),
  ask: then(askChange),
  answer: then(answerChange),
  measure: then(addReading),
})
