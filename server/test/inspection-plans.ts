import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { inspectionItemCalls } from '@heliodesk/contract/inspection-items.ts'
import { inspectionPlanCalls, type PlanRow } from '@heliodesk/contract/inspection-plans.ts'
import { beforeAll } from 'vitest'
import type { Harness } from './harness.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator } from './hire.ts'
import { inTransaction } from '../src/kernel/transaction.ts'
import { makeSome } from '../src/modules/inspection-plans/index.ts'

/** Makes all that is due in a company, now or on a day; returns how many orders. */
export async function makeAll(harness: Harness, day?: string, tenant = harness.tenant): Promise<number> {
  const now = day === undefined ? harness.clock.now() : new Date(`${day}T02:00:00Z`)
  for (let orders = 0; ;) {
    const some = await inTransaction(harness.pool, ({ db }) => makeSome({ db, now }), {
      tenant: tenant.tenantId,
    })
    if (some.plans === 0) return orders
    orders += some.orders
  }
}

let named = 0

/** People who make and audit plans in the western centre, with plans that are right. */
export function usePlans() {
  const harness = useHarness()
  const known = {
    admin: '',
    master: '',
    manager: '',
    stranger: '',
    itemId: '',
    cycles: new Map<string, string>(),
  }
  beforeAll(async () => {
    harness.clock.set('2026-11-23T02:00:00Z')
    known.admin = await signInAdministrator(harness, harness.tenant)
    known.master = await harness.signIn('a_master')
    known.manager = await harness.signIn('a_manager')
    known.stranger = await signInAdministrator(harness, harness.otherTenant)
    const cycles = await harness.call(known.master, inspectionCycleCalls.selectByParam, {})
    known.cycles = new Map(cycles.map(({ id, name }) => [name, id]))
    const { pageList } = await harness.call(known.master, inspectionItemCalls.page, { size: 1 })
    known.itemId = pageList[0]!.id
  })
  const station = (at = 2) => harness.tenant.stations[at]!.id
  const worker = (name = 'a_worker') => harness.tenant.users[name]!.id
  const leg = (more: object = {}) => ({ psId: station(), personId: worker(), hours: 4, ...more })
  /** What a plan of the western centre says. */
  const input = (more: object = {}) => ({
    name: `周巡检 ${(named += 1)}`,
    depId: harness.tenant.departments['A01A02A01']!,
    cycleId: known.cycles.get('每周二')!,
    fromDay: '2026-11-24',
    holidays: 'next' as const,
    leadDays: 2,
    abnormal: 'press' as const,
    legs: [leg()],
    itemIds: [known.itemId],
    ...more,
  })
  const add = (more: object = {}) => harness.call(known.master, inspectionPlanCalls.add, input(more))
  const submit = ({ id, version }: Pick<PlanRow, 'id' | 'version'>) =>
    harness.call(known.master, inspectionPlanCalls.submit, { id, version })
  const audit = async (plan: PlanRow, pass = true, auditOpinion = '') => {
    const { results } = await harness.call(known.manager, inspectionPlanCalls.batchAudit, {
      plans: [{ id: plan.id, version: plan.version }],
      pass,
      auditOpinion,
    })
    return results[0]!
  }
  const read = (id: string) => harness.call(known.master, inspectionPlanCalls.detail, { id })
  /** A plan in effect. */
  const effective = async (more: object = {}) => {
    const plan = await submit(await add(more))
    const { done, reason } = await audit(plan)
    if (!done) throw new Error(reason)
    return read(plan.id)
  }
  /** The orders of a plan: for which day and leg. */
  const ordersOf = async (planId: string) => {
    const { rows } = await harness.owner.query<{
      day: string
      leg: number
      version: number
      nominal: string
      orderId: string
      planCode: string
      state: number
      type: number
      start: string
      end: string
      lines: number
    }>(
      `select d.due_on::text as day, d.leg_no as leg, d.version_no as version, d.nominal_on::text as nominal,
         o.id as "orderId", o.plan_code as "planCode", o.flow_sts as state, o.task_type as type,
         to_char(o.plan_start_time at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as start,
         to_char(o.plan_end_time at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as "end", (
           select count(*)::int from inspection_sheet_line l where l.tenant_id = o.tenant_id and l.order_id = o.id) as lines
       from inspection_due d join work_order o on o.tenant_id = d.tenant_id and o.id = d.order_id
       where d.plan_id = $1 order by d.due_on, d.leg_no`,
      [planId],
    )
    return rows
  }
  const daysOf = async (planId: string) => (await ordersOf(planId)).map(({ day }) => day)
  return {
    harness,
    known,
    station,
    worker,
    leg,
    input,
    add,
    submit,
    audit,
    read,
    effective,
    ordersOf,
    daysOf,
  }
}
