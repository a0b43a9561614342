import type { Received, Sent } from '@heliodesk/contract/call.ts'
import {
  orderStatisticsCalls as calls,
  statisticsGroups,
  type StatisticsGroup,
} from '@heliodesk/contract/order-statistics.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillWithOrders } from '../../../test/fill-with-orders.ts'
import { hire } from '../../../test/hire.ts'
import { insertOrders } from '../../../test/insert-orders.ts'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

type Wanted = Sent<typeof calls.overview>
type Row = Received<typeof calls.groups>['rows'][number]

const NOW = '2026-11-24T14:32:00+08:00'
const november = { begin: '2026-11-01', end: '2026-11-30' }
const spans = {
  november,
  year: { begin: '2026-01-01', end: '2026-12-31' },
  day: { begin: '2026-11-09', end: '2026-11-09' },
}

const overview = (wanted: Wanted, token = site.people.admin.token) =>
  harness.call(token, calls.overview, wanted)
const groups = async (by: StatisticsGroup, wanted: Wanted, token = site.people.admin.token) =>
  (await harness.call(token, calls.groups, { ...wanted, by })).rows

beforeAll(async () => {
  harness.clock.set(NOW)
  await fillWithOrders(harness, harness.tenant, 500)
  await fillWithOrders(harness, harness.otherTenant, 80)
  await harness.owner.query('update station set tariff = 0.4 where tenant_id = $1', [harness.tenant.tenantId])
  for (const [name, login] of [
    ['admin', 'a_admin'],
    ['outsider', 'a_east_master'],
    ['foreigner', 'b_admin'],
  ] as const)
    site.people[name].token = await harness.signIn(login)
})

type Order = {
  created_at: Date
  flow_sts: number
  other_sts: number
  real_start_time: Date | null
  submit_time: Date | null
  flow_end_time: Date | null
  plan_end_time: Date | null
  loss_power: number
  dep_code: string
  station_id: string
  task_type: number
  liable_user_id: string | null
}

const readOrders = async (tenantId: number): Promise<Order[]> =>
  (
    await harness.owner.query<Order>(
      `select created_at, flow_sts, other_sts, real_start_time, submit_time, flow_end_time, plan_end_time,
         loss_power::float8 as loss_power, dep_code, station_id::text, task_type, liable_user_id::text
       from work_order where tenant_id = $1`,
      [tenantId],
    )
  ).rows

/** The measures of domain.md §5, counted one order at a time. */
function counted(orders: Order[], { begin, end }: { begin: string; end: string }) {
  const from = Date.parse(`${begin}T00:00:00+08:00`)
  const until = Date.parse(`${end}T00:00:00+08:00`) + 86_400_000
  const now = Date.parse(NOW)
  const isIn = (at: Date | null, to = until) => at !== null && at.getTime() >= from && at.getTime() < to
  const finished = orders.filter((each) => each.flow_sts === 4 && isIn(each.flow_end_time))
  const timed = finished.filter((each) => each.other_sts !== 0 && each.real_start_time && each.submit_time)
  const due = orders.filter((each) => each.flow_sts < 5 && isIn(each.plan_end_time, Math.min(until, now)))
  const mean = (values: number[]) =>
    values.length === 0
      ? null
      : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10
  const lost = orders.map((each) => {
    const recovered = (each.submit_time ?? each.flow_end_time)?.getTime() ?? Infinity
    const hours = (Math.min(recovered, until, now) - Math.max(each.created_at.getTime(), from)) / 3_600_000
    return each.loss_power * 0.5 * Math.max(0, hours)
  })
  return {
    created: orders.filter((each) => isIn(each.created_at)).length,
    finished: finished.length,
    timed: timed.length,
    respondMinutes: mean(
      timed.map((each) => (each.real_start_time!.getTime() - each.created_at.getTime()) / 60_000),
    ),
    repairHours: mean(
      timed.map((each) => (each.submit_time!.getTime() - each.created_at.getTime()) / 3_600_000),
    ),
    due: due.length,
    onTime: due.filter(
      (each) => each.flow_sts === 4 && each.flow_end_time!.getTime() <= each.plan_end_time!.getTime(),
    ).length,
    lostKwh: lost.reduce((sum, value) => sum + value, 0),
  }
}

function expectAlike(found: Omit<Row, 'key' | 'name'>, expected: ReturnType<typeof counted>) {
  const { lostKwh, ...exact } = expected
  expect(found).toMatchObject(exact)
  // What is open goes on losing while the test runs.
  expect(Math.abs(found.lostKwh - lostKwh)).toBeLessThan(20)
  expect(Math.abs((found.lostYuan ?? 0) - lostKwh * 0.4)).toBeLessThan(8)
}

describe('the figures equal an independent count of the orders', () => {
  it.each(Object.entries(spans))('in %s, together', async (_name, span) => {
    const { figures } = await overview(span)
    expectAlike(figures, counted(await readOrders(harness.tenant.tenantId), span))
  })

  it.each([
    ['department', (each: Order) => each.dep_code],
    ['station', (each: Order) => each.station_id],
    ['type', (each: Order) => String(each.task_type)],
    ['person', (each: Order) => each.liable_user_id ?? ''],
  ] as const)('by %s', async (by, keyOf) => {
    const orders = Map.groupBy(await readOrders(harness.tenant.tenantId), keyOf)
    const rows = await groups(by, spans.year)
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      expectAlike(row, counted(orders.get(row.key)!, spans.year))
      expect(row.name).not.toBe(row.key)
    }
    const found = new Set(rows.map(({ key }) => key))
    for (const [key, each] of orders)
      if (!found.has(key))
        expect(counted(each, spans.year)).toMatchObject({ created: 0, finished: 0, due: 0 })
  })

  it('narrowed by department, station and type', async () => {
    const orders = await readOrders(harness.tenant.tenantId)
    const [first] = harness.tenant.stations
    const cases: [Partial<Wanted>, (each: Order) => boolean][] = [
      [{ depCode: 'A01A02' }, ({ dep_code }) => dep_code.startsWith('A01A02')],
      [{ psId: [first!.id] }, ({ station_id }) => station_id === first!.id],
      [{ taskType: [7, 15] }, ({ task_type }) => [7, 15].includes(task_type)],
    ]
    for (const [narrowed, isTaken] of cases) {
      const { figures } = await overview({ ...spans.year, ...narrowed })
      expectAlike(figures, counted(orders.filter(isTaken), spans.year))
    }
  })

  it('each within the own scope and the own company', async () => {
    const all = await readOrders(harness.tenant.tenantId)
    const east = all.filter(({ dep_code }) => dep_code.startsWith('A01A01'))
    const { figures } = await overview(spans.year, site.people.outsider.token)
    const seen = await groups('department', spans.year, site.people.outsider.token)
    expect(seen.length).toBeGreaterThan(0)
    expect(figures.created).toBe(seen.reduce((sum, { created }) => sum + created, 0))
    expect(figures.created).toBeLessThan(counted(all, spans.year).created)
    for (const { key } of seen) expect(east.concat(all).some(({ dep_code }) => dep_code === key)).toBe(true)
    const theirs = await readOrders(harness.otherTenant.tenantId)
    const foreign = await overview(spans.year, site.people.foreigner.token)
    expect(foreign.figures.created).toBe(counted(theirs, spans.year).created)
  })
})

/** Orders of one device, each reported at `created` and closed by these times. */
async function report(
  orders: {
    created: string
    taken?: string
    submitted?: string
    closed?: string
    due?: string
    device?: string
    subclass?: string
  }[],
): Promise<void> {
  await insertOrders(harness, harness.tenant, [
    `with o as (
      insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
        flow_sts, other_sts, liable_person, real_start_time, submit_time, flow_end_time, plan_start_time, plan_end_time,
        created_at, device_id, work_subclass)
      select 'GDX' || replace(gen_random_uuid()::text, '-', ''), $1::bigint, 0, '', 7, '故障', '1',
        case when closed is null then 1 else 4 end, case when closed is null then 1 else 5 end,
        case when closed is not null then '甲' end, taken, submitted, closed, created, due, created, device, subclass
      from jsonb_to_recordset($2::jsonb) as g (created timestamptz, taken timestamptz, submitted timestamptz,
        closed timestamptz, due timestamptz, device bigint, subclass text)
      returning tenant_id, id, flow_sts, created_at)
    insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
      select tenant_id, id, created_at, '甲', 'import', flow_sts from o`,
    [site.stationId, JSON.stringify(orders)],
  ])
}

describe('rules of domain.md §5, in a time of their own', () => {
  const span = { begin: '2019-05-01', end: '2019-05-31' }
  const at = (clock: string, day = '02') => `2019-05-${day}T${clock}:00+08:00`

  beforeAll(() =>
    report([
      {
        created: at('08:00'),
        taken: at('08:20'),
        submitted: at('11:00'),
        closed: at('12:00'),
        due: at('12:00'),
      },
      {
        created: at('08:00'),
        taken: at('08:40'),
        submitted: at('15:00'),
        closed: at('16:00'),
        due: at('12:00'),
      },
      { created: at('08:00'), taken: at('08:06'), submitted: at('09:00'), closed: at('10:00') },
      // Late and still open: it stays among what was due.
      { created: at('08:00', '03'), due: at('18:00', '03') },
    ]),
  )

  it('20, 40 and 6 minutes to the claim are 22; 3, 7 and 1 hours to the recovery are 3.7; 1 of 3 was in time', async () => {
    const { figures } = await overview({ ...span, psId: [site.stationId] })
    expect(figures).toMatchObject({
      created: 4,
      finished: 3,
      respondMinutes: 22,
      repairHours: 3.7,
      due: 3,
      onTime: 1,
    })
  })

  it('the week of these orders has the same means, the weeks before have none', async () => {
    const { weeks } = await overview({ begin: '2019-05-01', end: '2019-05-05', psId: [site.stationId] })
    expect(weeks).toHaveLength(13)
    expect(weeks.at(-1)).toEqual({ begin: '2019-04-29', timed: 3, respondMinutes: 22, repairHours: 3.7 })
    expect(weeks.slice(0, -1).every(({ respondMinutes }) => respondMinutes === null)).toBe(true)
  })

  it('compares with the month before', async () => {
    const june = await overview({ begin: '2019-06-01', end: '2019-06-30', psId: [site.stationId] })
    expect(june.before).toEqual(span)
    expect(june.figuresBefore).toMatchObject({ created: 4, finished: 3, respondMinutes: 22 })
    expect(june.figures).toMatchObject({ created: 0, respondMinutes: null, repairHours: null })
  })
})

describe('orders with outage windows', () => {
  const lostIn = async (begin: string, end = begin) => {
    const { figures } = await overview({ begin, end, psId: [site.stationId] })
    return [figures.lostKwh, figures.lostYuan]
  }

  beforeAll(async () => {
    const at = (day: string, clock: string) => `2017-05-${day}T${clock}:00+08:00`
    await report([
      {
        created: at('01', '08:00'),
        taken: at('01', '09:00'),
        submitted: at('03', '08:00'),
        closed: at('03', '09:00'),
      },
    ])
    await harness.owner.query(
      `update work_order set loss_power = 500 where tenant_id = $1 and created_at = $2`,
      [harness.tenant.tenantId, at('01', '08:00')],
    )
    await harness.owner.query(
      `insert into outage (tenant_id, order_id, object_name, from_at, until_at, category, party, share, capacity_kwp,
         method, inputs, lost_kwh, lost_yuan, rate, calculated_at, created_at, updated_at)
       select tenant_id, id, '3号方阵', $3::timestamptz, $4::timestamptz, 'forced', 'operator', 100, 500, 'irradiance',
         '{}', 800, 320, 0, $4, $4, $4
       from work_order where tenant_id = $1 and created_at = $2`,
      [harness.tenant.tenantId, at('01', '08:00'), at('01', '16:00'), at('02', '08:00')],
    )
  })

  it('lost what the windows say, and not what their loss per hour says', async () => {
    expect(await lostIn('2017-05-01', '2017-05-31')).toEqual([800, 320])
  })

  it('lost on each day the share of the window that lies in it', async () => {
    expect(await lostIn('2017-05-01')).toEqual([400, 160])
    expect(await lostIn('2017-05-02')).toEqual([400, 160])
    expect(await lostIn('2017-05-03')).toEqual([0, 0])
  })
})

it('an order that was returned at acceptance counts once as reopened', async () => {
  const check = (order: { id: string; version: number }, pass: boolean) =>
    harness.call(site.people.master.token, workOrderCalls.check, {
      ...order,
      pass,
      auditOpinion: '再检查一遍',
    })
  let order = await site.submitted()
  for (let times = 0; times < 2; times++) {
    await check(order, false)
    const { version } = await harness.call(site.people.worker.token, workOrderCalls.version, { id: order.id })
    order = await harness.call(site.people.worker.token, workOrderCalls.execute, {
      id: order.id,
      version,
      submit: true,
      ...(await site.filled(order.id)),
    })
  }
  await check(order, true)
  const { figures } = await overview({
    begin: '2026-11-24',
    end: '2026-11-24',
    psId: [site.stationId],
    taskType: [12],
  })
  expect(figures.reopened).toBe(1)
})

describe('recurring faults', () => {
  const recurring = (wanted: Wanted, token = site.people.admin.token) =>
    harness.call(token, calls.recurring, { psId: [site.stationId], ...wanted })
  let [device, other]: string[] = []

  beforeAll(async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into device (tenant_id, station_id, name, type_id)
       select $1, $2, of.name, type.id from device_type type, unnest(array['1号逆变器', '2号逆变器']) of (name)
       where type.tenant_id = $1 and type.code = 'NB' returning id::text`,
      [harness.tenant.tenantId, site.stationId],
    )
    ;[device, other] = rows.map(({ id }) => id)
    const of = (on: string | undefined, subclass: string, days: string[]) =>
      days.map((day) => ({ created: `2018-${day}T09:00:00+08:00`, device: on!, subclass }))
    await report([
      ...of(device, '绝缘低', ['03-01', '03-20', '03-30', '05-02']),
      // Twice within thirty days, and three times with another cause between.
      ...of(device, '过温', ['03-01', '03-15', '04-20']),
      ...of(other, '通讯中断', ['02-20', '03-05', '03-10']),
    ])
  })

  it('are three orders of one device and one subclass within thirty days; those before the span count', async () => {
    const { total, rows } = await recurring({ begin: '2018-03-01', end: '2018-03-31' })
    expect(total).toBe(2)
    expect(
      rows.map(({ deviceId, subclass, times }) => [deviceId, subclass, times.map((at) => at.slice(5, 10))]),
    ).toEqual([
      [device, '绝缘低', ['03-01', '03-20', '03-30']],
      [other, '通讯中断', ['03-05', '03-10']],
    ])
  })

  it('are none where the thirty days have passed', async () => {
    expect(await recurring({ begin: '2018-05-01', end: '2018-05-31' })).toEqual({ total: 0, rows: [] })
  })

  it('are not seen from outside the scope', async () => {
    const { total } = await recurring({ begin: '2018-03-01', end: '2018-03-31' }, site.people.outsider.token)
    expect(total).toBe(0)
  })
})

describe('what is refused', () => {
  it.each([
    [{ begin: '2026-11-02', end: '2026-11-01' }, '结束日期不能早于开始日期'],
    [{ begin: '2010-01-01', end: '2026-11-01' }, '统计期间最长 3660 天'],
    [{ begin: '2026-02-30', end: '2026-11-01' }, '开始日期'],
  ])('%j: %s', async (span, words) => {
    await expect(overview(span)).rejects.toThrow(words)
  })

  it('people without the right to see orders', async () => {
    const { token } = await hire(harness, {
      username: 'stat.only',
      codes: ['statistics:view'],
      depCode: 'A01',
    })
    for (const call of [calls.overview, calls.recurring])
      await expect(harness.call(token, call, november)).rejects.toThrow('查看工单')
    await expect(harness.call(token, calls.groups, { ...november, by: 'type' })).rejects.toThrow('查看工单')
  })
})

it('every grouping answers, the most orders first', async () => {
  for (const by of Object.keys(statisticsGroups) as StatisticsGroup[]) {
    const rows = await groups(by, spans.year)
    const counts = rows.map(({ created }) => created)
    expect(counts, by).toEqual(counts.toSorted((a, b) => b - a))
    expect(
      rows.every(({ name }) => name !== ''),
      by,
    ).toBe(true)
  }
})
