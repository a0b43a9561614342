import { benefitOf } from '@heliodesk/contract/cleaning-benefit.ts'
import { keptBenefit, type cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireDay, toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { checkWorkOrder, readVisible } from '../work-orders/index.ts'
import { requireCleaning } from './write.ts'

type Calls = typeof cleaningCalls
type Figures = z.input<typeof keptBenefit>

type Summed = {
  capacityKwp: number
  gainKwp: number
  cost: number
  unmeasured: number
  zones: number
  cleanedOn: string | null
  tariff: number | null
}

const DAY_MS = 86_400_000
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** More days than this are no plan any more, and have no date. */
const MOST_DAYS = 36_500

async function sumsOf({ db }: Ctx, orderId: string): Promise<Summed> {
  const { rows } = await sql<Summed>`
    select coalesce(sum(c.capacity_kwp) filter (where c.sr_after is not null), 0) as "capacityKwp",
      coalesce(sum(c.capacity_kwp * (c.sr_after - c.sr_before)), 0) as "gainKwp",
      coalesce(sum(c.cost) filter (where c.cleaned_on is not null), 0) as cost,
      (count(c.id) filter (where c.sr_after is null))::int as unmeasured, count(c.id)::int as zones,
      max(c.cleaned_on) as "cleanedOn", s.tariff
    from work_order o join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    left join cleaning c on c.tenant_id = o.tenant_id and c.order_id = o.id
    where o.id = ${orderId} group by s.tariff`.execute(db)
  return one(rows)
}

/** The mean of the measured days before, as many as the benefit is counted for. */
async function measuredSun({ db }: Ctx, psId: string, until: string, days: number) {
  const { rows } = await sql<{ mean: number | null; days: number }>`
    select round(avg(irradiation), 3) as mean, count(irradiation)::int as days from station_generation
    where station_id = ${psId} and day > ${dayAfter(until, -days)}::date and day <= ${until}::date`.execute(
    db,
  )
  return one(rows)
}

async function figuresOf(ctx: Ctx, orderId: string, psId: string): Promise<Figures & { zones: number }> {
  const usual = (await readSettings(ctx.db)).business.values.cleaning
  const { tariff, cleanedOn, unmeasured, zones, gainKwp, capacityKwp, cost } = await sumsOf(ctx, orderId)
  const sun = await measuredSun(ctx, psId, cleanedOn ?? toWireDay(ctx.now, ctx.who.timeZone), usual.days)
  const inputs = {
    capacityKwp,
    irradiation: sun.mean ?? usual.irradiation,
    pr: usual.pr,
    srGain: capacityKwp > 0 ? Math.round((gainKwp / capacityKwp) * 1_000_000) / 1_000_000 : 0,
    days: usual.days,
    price: tariff ?? usual.price,
    cost,
    soilingRate: usual.soilingRate / 100,
  }
  const outcome = benefitOf(inputs)
  const { breakEvenDays } = outcome
  return {
    inputs,
    sources: {
      capacityKwp: 'records',
      irradiation: sun.mean === null ? 'setting' : 'measured',
      pr: 'setting',
      srGain: 'records',
      days: 'setting',
      price: tariff === null ? 'setting' : 'station',
      cost: 'records',
      soilingRate: 'setting',
    },
    measuredDays: sun.days,
    outcome,
    unmeasured,
    cleanedOn,
    breakEvenDay:
      cleanedOn === null || breakEvenDays === null || breakEvenDays > MOST_DAYS
        ? null
        : dayAfter(cleanedOn, Math.ceil(breakEvenDays)),
    zones,
  }
}

export const showBenefit: Handler<Calls['benefit']> = async (ctx, { orderId }) => {
  const order = await readVisible(ctx, orderId)
  const { rows } = await sql<{ benefit: unknown; at: Date; checker: string }>`
    select a.benefit, a.accepted_at as at, u.realname as checker from cleaning_acceptance a
    join app_user u on u.tenant_id = a.tenant_id and u.id = a.checker_id where a.order_id = ${orderId}`.execute(
    ctx.db,
  )
  const accepted = rows[0]
  if (accepted)
    return {
      ...keptBenefit.parse(accepted.benefit),
      acceptedTime: toWireTime(accepted.at, ctx.who.timeZone),
      checkerName: accepted.checker,
    }
  const { zones: _zones, ...figures } = await figuresOf(ctx, orderId, order.station_id)
  return { ...figures, acceptedTime: null, checkerName: null }
}

/** The order is accepted by the rules of every order; what a cleaning needs besides is a result of every zone. */
export const acceptCleaning: Handler<Calls['check']> = async (ctx, { orderId, version, auditOpinion }) => {
  await checkWorkOrder(ctx, { id: orderId, version, pass: true, auditOpinion, suggestion: '' }, null)
  const order = await readVisible(ctx, orderId)
  requireCleaning(order)
  const { zones, ...figures } = await figuresOf(ctx, orderId, order.station_id)
  if (zones === 0) throw new DomainError('cleaning.nothing', '没有清洗记录，不能验收清洗')
  if (figures.unmeasured > 0)
    throw new DomainError(
      'cleaning.unmeasured',
      `${figures.unmeasured} 个区域没有清洗前后的 SR，不能验收清洗`,
    )
  await sql`
    insert into cleaning_acceptance (order_id, accepted_at, checker_id, benefit)
    values (${orderId}, ${ctx.now}, ${ctx.who.userId}, ${JSON.stringify(figures)}::jsonb)`.execute(ctx.db)
  return figures.outcome
}
