import type { Sent } from '@heliodesk/contract/call.ts'
import { dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { orgTreeCalls, type OrgNode } from '@heliodesk/contract/org-tree.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  nat,
  option,
  record,
  subarray,
} from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvRows } from '../../../test/exports.ts'
import { fillWithOrders } from '../../../test/fill-with-orders.ts'
import { useHarness } from '../../../test/harness.ts'
import { runs } from '../../../test/runs.ts'

const harness = useHarness()

type Order = {
  id: string
  station: string
  code: string
  type: number
  status: number
  people: string[]
  words: string
  isThisYear: boolean
}
type Station = { id: string; code: string; psa: string; type: string; name: string }

const usernames = [
  'a_admin',
  'a_manager',
  'a_master',
  'a_worker',
  'a_colleague',
  'a_shift',
  'a_guest',
] as const
const types = [1, 2, 7, 8, 12, 15]
const ORDERS = 150
const SITE_TYPES = ['C', 'G', 'H'] as const

let stations: Station[]
let orders: Order[]
let departments: { id: string; code: string }[]
const tokens = new Map<string, string>()

const rows = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  harness.owner
    .query(text.replaceAll('$T', String(harness.tenant.tenantId)), values)
    .then((result) => result.rows as Row[])

beforeAll(async () => {
  for (const name of usernames) tokens.set(name, await harness.signIn(name))
  await rows(`insert into station (tenant_id, psa_id, department_id, dep_code, name, site_type)
    select tenant_id, psa_id, department_id, '', name || ' 分站 ' || n, (array['C', 'G', 'H'])[1 + n % 3]
    from station cross join generate_series(1, 2) n where tenant_id = $T`)
  stations =
    await rows<Station>(`select id, dep_code as code, psa_id as psa, site_type as type, name from station
    where tenant_id = $T order by id`)
  harness.tenant.stations = stations.map(({ id, code, psa }) => ({ id, depCode: code, psaId: psa }))
  await fillWithOrders(harness, harness.tenant, ORDERS)
  orders = await rows<Order>(
    `select id, station_id as station, work_code as code, task_type as type, flow_sts as status,
      array_remove(array[reporter_id, liable_user_id, checker_id], null)::text[] || assist_user_ids::text[] as people,
      task_description || ' ' || (select s.name from station s where s.id = station_id) as words, date_trunc('year', created_at at time zone 'Asia/Shanghai')
        = date_trunc('year', $1::timestamptz at time zone 'Asia/Shanghai') as "isThisYear"
    from work_order where tenant_id = $T order by id`,
    [harness.clock.now()],
  )
  departments = await rows(
    `select id, org_code as code from department where tenant_id = $T order by org_code`,
  )
}, 60_000)

const few = subarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 1, maxLength: 4 })
const ruleOf = record({
  departments: option(subarray([0, 1, 2, 3], { minLength: 1, maxLength: 2 }), { freq: 2 }),
  psas: option(constantFrom(0, 1), { freq: 2 }),
  stations: option(few, { freq: 2 }),
  siteTypes: option(subarray([...SITE_TYPES], { minLength: 1 }), { freq: 2 }),
  taskTypes: option(subarray(types, { minLength: 1 }), { freq: 1 }),
  excluded: boolean(),
  own: option(constantFrom('own' as const, 'ownOrOpen' as const), { freq: 2 }),
  enabled: constantFrom(true, true, true, false),
  /** By a role of the person, or directly. */
  throughRole: boolean(),
})

const scene = record({
  person: constantFrom(...usernames),
  rules: array(ruleOf, { maxLength: 3 }),
  related: array(constantFrom(0, 1), { maxLength: 1 }),
  query: record({
    taskType: option(constantFrom(...types)),
    flowSts: option(constantFrom(1, 2, 3, 4, 5)),
    keyword: option(constantFrom('单', '1', '22', '第 3')),
    station: option(nat(11)),
    code: option(constantFrom('A01', 'A01A01', 'A01A02', 'A01A02A01')),
  }),
})

type Planned = {
  departments: number[] | null
  psas: number | null
  stations: number[] | null
  siteTypes: string[] | null
  taskTypes: number[] | null
  excluded: boolean
  own: 'own' | 'ownOrOpen' | null
  enabled: boolean
  throughRole: boolean
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!
const psas = () => [...new Set(stations.map(({ psa }) => psa))]

/** Gives one person these data roles, and nobody others. */
async function plant(person: string, rules: readonly Planned[], related: number[]): Promise<void> {
  const user = harness.tenant.users[person]!
  await rows('delete from data_role where tenant_id = $T')
  await rows('delete from user_psa where tenant_id = $T')
  for (const psa of related)
    await rows('insert into user_psa (tenant_id, user_id, psa_id) values ($T, $1, $2)', [
      user.id,
      at(psas(), psa),
    ])
  for (const [place, rule] of rules.entries()) {
    const [added] = await rows<{ id: string }>(
      `insert into data_role (tenant_id, code, name, enabled, department_ids, psa_ids, station_ids, site_types,
         task_types, task_types_excluded, own_orders)
       values ($T, 'r' || $1, '规则' || $1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        place,
        rule.enabled,
        rule.departments?.map((each) => at(departments, each).id) ?? null,
        rule.psas === null ? null : [at(psas(), rule.psas)],
        rule.stations?.map((each) => at(stations, each).id) ?? null,
        rule.siteTypes,
        rule.taskTypes,
        rule.excluded,
        rule.own,
      ],
    )
    await rows(
      rule.throughRole
        ? `insert into data_role_role (tenant_id, data_role_id, role_id)
             select $T, $1, role_id from user_role where tenant_id = $T and user_id = $2`
        : 'insert into data_role_user (tenant_id, data_role_id, user_id) values ($T, $1, $2)',
      [added!.id, user.id],
    )
  }
}

/** The plain model of what a person sees. */
function modelOf(person: string, rules: readonly Planned[], related: number[]) {
  const { depCode, roleCode, id: me } = harness.tenant.users[person]!
  const isEverything = roleCode === 'admin'
  const own = new Set(related.map((each) => at(psas(), each)))
  const inPlace = ({ code, psa }: Station) => isEverything || code.startsWith(depCode) || own.has(psa)
  const narrowing = rules.filter(
    (rule) =>
      rule.enabled &&
      [rule.departments, rule.psas, rule.stations, rule.siteTypes, rule.taskTypes, rule.own].some(
        (each) => each !== null,
      ),
  )
  const hasPlace = (rule: Planned, station: Station) => {
    const isFree = rule.departments === null && rule.psas === null && rule.stations === null
    const isListed =
      (rule.departments?.some((each) => station.code.startsWith(at(departments, each).code)) ?? false) ||
      (rule.psas !== null && at(psas(), rule.psas) === station.psa) ||
      (rule.stations?.some((each) => at(stations, each).id === station.id) ?? false)
    return (isFree || isListed) && (rule.siteTypes === null || rule.siteTypes.includes(station.type))
  }
  const sees = (station: Station) =>
    inPlace(station) && (narrowing.length === 0 || narrowing.some((rule) => hasPlace(rule, station)))
  const hasOrder = (rule: Planned, { type, status, people }: Order) =>
    (rule.taskTypes === null || rule.taskTypes.includes(type) !== rule.excluded) &&
    (rule.own === null || people.includes(me) || (rule.own === 'ownOrOpen' && status === 1))
  const stationOf = (order: Order) => stations.find(({ id }) => id === order.station)!
  const seesOrder = (order: Order) => {
    const station = stationOf(order)
    return (
      inPlace(station) &&
      (narrowing.length === 0 || narrowing.some((rule) => hasPlace(rule, station) && hasOrder(rule, order)))
    )
  }
  const reached = new Set(orders.filter((order) => inPlace(stationOf(order))).map(({ id }) => id))
  return { stations: stations.filter(sees), orders: orders.filter(seesOrder), stationOf, reached }
}

const flat = (nodes: OrgNode[]): OrgNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted()

const stationIdOf = (orderId: string) => orders.find(({ id }) => id === orderId)!.station

type Query = Sent<typeof workOrderCalls.page>

describe('what data roles leave', () => {
  it(
    'is the same in list, count, detail, export, tree, home page and search as in a plain model',
    async () => {
      await assert(
        asyncProperty(scene, async ({ person, rules, related, query: asked }) => {
          await plant(person, rules, related)
          const model = modelOf(person, rules, related)
          const token = tokens.get(person)!
          const seen = await harness.call(token, stationCalls.page, { size: 100 })
          expect(idsOf(seen.list.map(({ psId }) => ({ id: psId })))).toEqual(idsOf(model.stations))
          expect(seen.total).toBe(model.stations.length)

          const station = asked.station === null ? null : at(stations, asked.station)
          const matches = (order: Order) =>
            (asked.taskType === null || order.type === asked.taskType) &&
            (asked.flowSts === null || order.status === asked.flowSts) &&
            (asked.keyword?.split(' ').every((word) => order.words.includes(word)) ?? true) &&
            (station === null || order.station === station.id) &&
            (asked.code === null || model.stationOf(order).code.startsWith(asked.code))
          const wanted = model.orders.filter(matches)
          const query: Query = {
            ...(asked.taskType !== null && { taskType: [asked.taskType] }),
            ...(asked.flowSts !== null && { flowSts: [asked.flowSts as 1] }),
            ...(asked.keyword !== null && { keyword: asked.keyword }),
            ...(station && { psId: [station.id] }),
            ...(asked.code !== null && { depCode: asked.code }),
          }
          const page = await harness.call(token, workOrderCalls.page, { ...query, size: 500 })
          expect(idsOf(page.pageList)).toEqual(idsOf(wanted))
          expect(page.rowCount).toBe(wanted.length)

          const counted = await harness.call(token, workOrderCalls.count, {})
          for (const status of [1, 2, 3, 4, 5] as const)
            expect(counted.byStatus[status]).toBe(
              model.orders.filter((each) => each.status === status).length,
            )

          const total = await harness.call(token, orgTreeCalls.count, {
            depCodes: asked.code ?? 'A01',
            psaIds: '',
            psIds: '',
          })
          expect(total).toBe(model.stations.filter(({ code }) => code.startsWith(asked.code ?? 'A01')).length)

          const told = await rows<{ id: string; order: boolean; station: boolean }>(
            `select o.id, app.shows_order($1, o, false) as order,
               app.shows_station($T, $1, o.dep_code, o.psa_id, o.station_id) as station
             from work_order o where o.tenant_id = $T`,
            [harness.tenant.users[person]!.id],
          )
          const inReach = told.filter(({ id }) => model.reached.has(id))
          expect(idsOf(inReach.filter((each) => each.order))).toEqual(idsOf(model.orders))
          const seenStations = new Set(idsOf(model.stations))
          expect(inReach.filter((each) => each.station !== seenStations.has(stationIdOf(each.id)))).toEqual(
            [],
          )

          const tree = await harness.call(token, orgTreeCalls.full, { isQueryPs: '1', all: '1' })
          const leaves = flat(tree).flatMap(({ isPs, id }) => (isPs === 1 ? [{ id }] : []))
          expect(idsOf(leaves)).toEqual(idsOf(model.stations))

          if (['admin', 'r10010', 'r10020'].includes(harness.tenant.users[person]!.roleCode)) {
            const [, ...made] = await csvRows(harness, token, { query })
            expect(idsOf(made.map(([code]) => ({ id: code! })))).toEqual(
              idsOf(wanted.map(({ code }) => ({ id: code }))),
            )
          }

          const probe = at(orders, (asked.station ?? 3) * 7)
          const isSeen = model.orders.includes(probe)
          if (isSeen)
            expect((await harness.call(token, workOrderCalls.detail, { id: probe.id })).id).toBe(probe.id)
          else await harness.refused(token, workOrderCalls.detail, { id: probe.id })

          const home = await harness.call(token, dashboardCalls.overview, { period: 'year' })
          expect(home.byStatus).toEqual(counted.byStatus)
          expect(home.period.created).toBe(model.orders.filter((each) => each.isThisYear).length)
        }),
        { numRuns: runs(60) },
      )
    },
    runs(60) * 2000,
  )
})
