import { keptBenefit } from '@heliodesk/contract/cleaning-benefit.ts'
import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { cleaningTypes } from '@heliodesk/contract/cleaning-list.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireDay, toWireTime } from '../../kernel/wire-time.ts'
import { checkWorkOrder, readVisible, whenAccepted } from '../work-orders/index.ts'
import { figuresOfOne, keepFigures, type RoundFigures } from './figures.ts'
import { requireCleaning } from './write.ts'

type Calls = typeof cleaningCalls

/** Beside an order `o`: what was kept of it, as `a`, with who accepted it. */
export const acceptance = sql`left join lateral (
  select k.benefit, k.accepted_at, u.realname from cleaning_acceptance k
  join app_user u on u.tenant_id = k.tenant_id and u.id = k.checker_id
  where k.tenant_id = o.tenant_id and k.order_id = o.id
) a on true`

export type Accepted = { benefit: unknown; acceptedAt: Date | null; checkerName: string | null }
export const acceptedColumns = sql`a.benefit, a.accepted_at as "acceptedAt", a.realname as "checkerName"`

export const toAccepted = ({ benefit, acceptedAt, checkerName }: Accepted, zone: string) =>
  acceptedAt === null || checkerName === null
    ? null
    : { ...keptBenefit.parse(benefit), acceptedTime: toWireTime(acceptedAt, zone), checkerName }

async function roundOf({ db, now, who }: Ctx, orderId: string): Promise<RoundFigures> {
  const usual = (await readSettings(db)).business.values.cleaning
  return figuresOfOne(db, orderId, usual, toWireDay(now, who.timeZone))
}

export const showBenefit: Handler<Calls['benefit']> = async (ctx, { orderId }) => {
  await readVisible(ctx, orderId)
  const { rows } = await sql<Accepted>`
    select ${acceptedColumns} from work_order o ${acceptance} where o.id = ${orderId} and a.accepted_at is not null`.execute(
    ctx.db,
  )
  const { figures } = await roundOf(ctx, orderId)
  return { estimate: figures, accepted: rows[0] ? toAccepted(rows[0], ctx.who.timeZone) : null }
}

/** However an order is accepted, what its cleaning is worth at that moment stays; without a cleaned zone there is nothing. */
whenAccepted(async (ctx, { id, taskType }) => {
  if (!cleaningTypes.has(taskType)) return
  const { figures, done } = await roundOf(ctx, id)
  if (done > 0) await keepFigures(ctx.db, [{ orderId: id, at: ctx.now, checkerId: ctx.who.userId, figures }])
})

/** The order is accepted by the rules of every order; what a cleaning needs besides is a result of every zone. */
export const acceptCleaning: Handler<Calls['check']> = async (ctx, { orderId, version, auditOpinion }) => {
  await checkWorkOrder(ctx, { id: orderId, version, pass: true, auditOpinion, suggestion: '' }, null)
  requireCleaning(await readVisible(ctx, orderId))
  const { figures, zones } = await roundOf(ctx, orderId)
  if (zones === 0) throw new DomainError('cleaning.nothing', '没有清洗记录，不能验收清洗')
  if (figures.unmeasured > 0)
    throw new DomainError(
      'cleaning.unmeasured',
      `${figures.unmeasured} 个区域没有清洗前后的 SR，不能验收清洗`,
    )
  return figures.outcome
}
