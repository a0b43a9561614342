import type { Input } from '@heliodesk/contract/call.ts'
import { isEarthing, isHot } from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import { DomainError, notFound } from '../../kernel/context.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { onViolations } from '../../kernel/violations.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'
import { noteEarth, requireUsableEarth } from '../earths/index.ts'
import { keepEarthPhotos } from './earth-photos.ts'
import { lockTicket, type LockedTicket, type TicketCtx } from './lock.ts'
import { record, requireSigner } from './signing.ts'

type Calls = typeof ticketCalls

const taken = onViolations({
  earth_is_stored: new DomainError('ticket.earth', '接地（earthId）：刚被他人使用，请刷新后重试'),
  earth_hangs_once: new DomainError('ticket.earth', '接地（earthId）：刚被他人使用，请刷新后重试'),
})

/** Two people put an earth up and take it down. */
async function requireGuard({ db, who }: TicketCtx, guardId: string): Promise<string> {
  if (guardId === who.userId) throw new DomainError('ticket.guard', '监护人（guardId）：装拆接地须两人进行')
  const guard = await db
    .selectFrom('app_user')
    .select('realname')
    .where('id', '=', guardId)
    .where('status', '=', '1')
    .executeTakeFirstOrThrow(() => new DomainError('ticket.guard', '监护人（guardId）：没有此人'))
  return guard.realname
}

function requireHangable(ticket: LockedTicket): void {
  if (isHot(ticket.kind)) throw new DomainError('ticket.kind', '动火票不装设接地，请在所属工作票上装设')
  if (isEarthing(ticket.kind, ticket.state)) return
  throw new DomainError('ticket.state', '待许可、执行中和操作中的票才能装设接地')
}

export async function hangEarth(ctx: TicketCtx, input: Input<Calls['hang']>): Promise<void> {
  const ticket = await lockTicket(ctx, input.id)
  requireHangable(ticket)
  const signature = await requireSigner(ctx, ticket, ticket.kind === 'operation' ? 'leader' : 'permitter')
  const guard = await requireGuard(ctx, input.guardId)
  const testedAt = fromWireTime(input.testedTime, ctx.who.timeZone)
  if (testedAt > ctx.now) throw new DomainError('ticket.tested', '验电时间（testedTime）：不能晚于现在')
  if (ctx.now.getTime() - testedAt.getTime() > HALF_HOUR_MS)
    throw new DomainError('ticket.tested', '验电时间（testedTime）：验电后应立即装设，请重新验电')
  const earth = await requireUsableEarth(ctx, input.earthId, ticket)
  const hangingId = await insertRow(ctx.db, 'earth_hanging', {
    earth_id: earth.id,
    ticket_id: ticket.id,
    place: input.place,
    tested_at: testedAt,
    installed_at: ctx.now,
    installed_by: ctx.who.userId,
    install_guard: input.guardId,
  }).catch(taken)
  await keepEarthPhotos(ctx, { hangingId, ofRemoval: false, paths: input.photos })
  const note = `${earth.name} 号，${input.place}，监护 ${guard}`
  await noteEarth(ctx, earth.id, 'hang', `${ticket.number ?? ''} ${input.place}`)
  await record(ctx, ticket.id, { action: 'hang', from: ticket.state, note, signature })
}

const HALF_HOUR_MS = 1_800_000

type Hanging = { id: string; earthId: string; earthName: string; place: string }

async function hangingOf({ db }: TicketCtx, ticketId: string, id: string): Promise<Hanging> {
  const { rows } = await sql<Hanging>`
    select h.id, h.earth_id as "earthId", e.name as "earthName", h.place from earth_hanging h
      join earth e on e.tenant_id = h.tenant_id and e.id = h.earth_id
    where h.ticket_id = ${ticketId} and h.id = ${id} and h.removed_at is null for update of h`.execute(db)
  const [found] = rows
  if (!found) throw notFound()
  return found
}

/** Takes an earth down, or hands it to another ticket, for which it stays where it is (domain.md §1.4). */
export async function unhangEarth(ctx: TicketCtx, input: Input<Calls['unhang']>): Promise<void> {
  const ticket = await lockTicket(ctx, input.id)
  const signature = await requireSigner(ctx, ticket, ticket.kind === 'operation' ? 'leader' : 'permitter')
  const guard = await requireGuard(ctx, input.guardId)
  const hanging = await hangingOf(ctx, ticket.id, input.hangingId)
  const heir = input.handTo === undefined ? null : await requireHeir(ctx, ticket, input.handTo)
  await updateRow(ctx.db, 'earth_hanging', hanging.id, {
    removed_at: ctx.now,
    removed_by: ctx.who.userId,
    remove_guard: input.guardId,
    handed_to: heir?.id ?? null,
  })
  await keepEarthPhotos(ctx, { hangingId: hanging.id, ofRemoval: true, paths: input.photos })
  const what = `${hanging.earthName} 号，${hanging.place}，监护 ${guard}`
  if (heir) {
    await insertRow(ctx.db, 'earth_hanging', {
      earth_id: hanging.earthId,
      ticket_id: heir.id,
      place: hanging.place,
      tested_at: ctx.now,
      installed_at: ctx.now,
      installed_by: ctx.who.userId,
      install_guard: input.guardId,
    }).catch(taken)
    await record(ctx, heir.id, {
      action: 'takeOver',
      from: heir.state,
      note: `${what}，来自 ${ticket.number ?? ''}`,
    })
  }
  await noteEarth(
    ctx,
    hanging.earthId,
    heir ? 'hand' : 'unhang',
    `${ticket.number ?? ''}${heir ? ` → ${heir.number ?? ''}` : ''} ${hanging.place}`,
  )
  await record(ctx, ticket.id, {
    action: heir ? 'handOver' : 'unhang',
    from: ticket.state,
    note: heir ? `${what}，移交 ${heir.number ?? ''}` : what,
    signature,
  })
}

async function requireHeir(ctx: TicketCtx, ticket: LockedTicket, id: string): Promise<LockedTicket> {
  if (id === ticket.id) throw new DomainError('ticket.heir', '移交至（handTo）：请选择另一张票')
  const heir = await lockTicket(ctx, id)
  if (heir.stationId !== ticket.stationId)
    throw new DomainError('ticket.heir', '移交至（handTo）：不是该电站的票')
  requireHangable(heir)
  return heir
}
