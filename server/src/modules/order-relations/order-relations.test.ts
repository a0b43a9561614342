import { orderRelationCalls as calls, type RelationKind } from '@heliodesk/contract/order-relations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const site = useSite()
const { harness } = site
type Order = { id: string; workCode: string }
let [first, second, third] = [] as unknown as [Order, Order, Order]

beforeEach(async () => {
  first = await site.create()
  second = await site.create()
  third = await site.create()
})

type Who = keyof typeof site.people
const list = (order: Order, who: Who = 'worker') =>
  harness.call(site.people[who].token, calls.list, { orderId: order.id })
const link = (order: Order, kind: RelationKind, other: Order, who: Who = 'worker') =>
  harness.call(site.people[who].token, calls.add, { orderId: order.id, kind, otherId: other.id })
const refused = async (order: Order, kind: string, other: { id: string }, who: Who = 'worker') =>
  (
    await harness.refused(site.people[who].token, calls.add, {
      orderId: order.id,
      kind,
      otherId: other.id,
    })
  ).message
const shown = async (order: Order, who: Who = 'worker') =>
  (await list(order, who)).rows.map(({ kind, order: other }) => `${kind} ${other.workCode}`)

/** Moves an order to a station of another region, which the people of the site do not see. */
async function moveAway({ id }: Order) {
  const other = harness.tenant.stations.find(({ depCode }) => !depCode.startsWith('A01A02'))!
  await harness.owner.query(
    `update work_order set station_id = $2, dep_code = $3, psa_id = (select psa_id from station where id = $2)
     where id = $1`,
    [id, other.id, other.depCode],
  )
}

describe('related orders', () => {
  it.each<[RelationKind, RelationKind]>([
    ['before', 'after'],
    ['after', 'before'],
    ['duplicate', 'original'],
    ['original', 'duplicate'],
    ['related', 'related'],
  ])('linked as %s stand in the other one as %s, until they are parted', async (kind, otherWay) => {
    const added = await link(first, kind, second)
    expect(added).toMatchObject({ kind, order: { id: second.id, taskDescription: '3 号逆变器绝缘阻抗低' } })
    expect(await shown(first)).toEqual([`${kind} ${second.workCode}`])
    expect(await shown(second)).toEqual([`${otherWay} ${first.workCode}`])
    await harness.call(site.people.master.token, calls.remove, { id: added.id })
    expect(await shown(first)).toEqual([])
    const { message } = await harness.refused(site.people.master.token, calls.remove, { id: added.id })
    expect(message).toMatch(/不存在/)
    await link(second, 'related', first)
    expect(await shown(first)).toEqual([`related ${second.workCode}`])
  })

  it('of two are one, however it is said and whoever says it at once', async () => {
    await link(first, 'before', second)
    for (const [order, kind, other] of [
      [first, 'related', second],
      [second, 'duplicate', first],
    ] as const)
      expect(await refused(order, kind, other)).toMatch(/两张工单已经关联，请先解除/)
    const answers = await Promise.allSettled([
      link(first, 'related', third),
      link(third, 'duplicate', first, 'master'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('never wait for themselves', async () => {
    await link(first, 'after', second)
    await link(second, 'after', third)
    expect(await refused(third, 'after', first)).toBe('关联的工单（otherId）：会形成前置、后续的循环')
    expect(await refused(first, 'before', third)).toMatch(/循环/)
    await link(first, 'after', third)
  })

  it('that are duplicates have one original, which is none itself', async () => {
    await link(first, 'duplicate', second)
    expect(await refused(first, 'duplicate', third)).toMatch(/重复的工单已有原工单/)
    expect(await refused(third, 'duplicate', first)).toMatch(/原工单本身是重复工单/)
    expect(await refused(second, 'duplicate', third)).toMatch(/不能再重复于别的工单/)
    await link(second, 'original', third)
    expect(await shown(second)).toEqual([`original ${first.workCode}`, `original ${third.workCode}`])
  })

  it('are 50 of an order at most', async () => {
    const others = await harness.owner.query<{ id: string }>(
      `select id from work_order where tenant_id = $1 and id <> all($2::bigint[]) limit 50`,
      [harness.tenant.tenantId, [first.id, second.id]],
    )
    for (let at = others.rows.length; at < 50; at++) others.rows.push(await site.create())
    await harness.owner.query(
      `insert into order_relation (tenant_id, order_id, other_id, kind, added_by, added_at)
       select $1, $2, other, 'related', $3, now() from unnest($4::bigint[]) other`,
      [harness.tenant.tenantId, first.id, site.people.admin.id, others.rows.map(({ id }) => id)],
    )
    expect(await refused(first, 'related', second)).toMatch(/一张工单最多关联 50 张/)
    expect(await refused(second, 'related', first)).toMatch(/一张工单最多关联 50 张/)
  })

  it.each([
    ['before', '999999', /不存在/],
    ['friend', null, /关系（kind）：请选择关系/],
  ])('are not linked as %s to %s, and nothing is written', async (kind, id, says) => {
    const before = await wholeDatabase(harness)
    expect(await refused(first, kind, id === null ? second : { id })).toMatch(says)
    expect(await refused(first, 'related', first)).toMatch(/不能关联工单自己/)
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('are counted, not told, where the reader does not see them', async () => {
    const added = await link(first, 'related', second)
    await moveAway(second)
    const { rows, hidden } = await list(first)
    expect([rows, hidden]).toEqual([[], 1])
    expect(JSON.stringify(await list(first))).not.toContain(second.workCode)
    expect((await list(first, 'admin')).rows).toHaveLength(1)
    const parting = { id: added.id }
    expect((await harness.refused(site.people.worker.token, calls.remove, parting)).message).toMatch(/不存在/)
    expect(await refused(first, 'related', second)).toMatch(/不存在/)
    for (const who of ['outsider', 'foreigner'] as const) {
      const { token } = site.people[who]
      expect(await refused(first, 'related', third, who)).toMatch(/不存在/)
      expect((await harness.refused(token, calls.list, { orderId: first.id })).message).toMatch(/不存在/)
      expect((await harness.refused(token, calls.remove, parting)).message).toMatch(/不存在/)
    }
  })

  it('are linked by those who execute or dispatch, and read by whoever sees the order', async () => {
    const guest = await harness.signIn('a_guest')
    const answer = await harness.call(guest, calls.list, { orderId: first.id })
    expect(answer.mayChange).toBe(false)
    expect((await list(first)).mayChange).toBe(true)
    const input = { orderId: first.id, kind: 'related', otherId: second.id }
    expect((await harness.refused(guest, calls.add, input)).status).toBe(403)
  })
})

describe('orders of the same device and the same plan', () => {
  it('stand below, the latest five of the last 90 days, and how many there are', async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into device (tenant_id, station_id, type_id, code, name)
       select $1, $2, (select min(id) from device_type where tenant_id = $1 and parent_id is not null), 'NB-9', '9 号逆变器'
       returning id`,
      [harness.tenant.tenantId, site.stationId],
    )
    const deviceId = rows[0]!.id
    const others: Order[] = []
    for (let at = 0; at < 7; at++) others.push(await site.create())
    const all = [first, ...others].map(({ id }) => id)
    await harness.owner.query(
      `update work_order set device_id = $2, plan_code = 'XJ-30' where id = any($1::bigint[])`,
      [all, deviceId],
    )
    await harness.owner.query(
      `update work_order set created_at = created_at - interval '91 days' where id = $1`,
      [others[0]!.id],
    )
    const { device, plan } = await list(first)
    expect(device).toMatchObject({ total: 6, deviceId, name: '9 号逆变器' })
    expect(device!.rows.map(({ id }) => id)).toEqual(
      others
        .slice(2)
        .map(({ id }) => id)
        .toReversed(),
    )
    expect(plan).toMatchObject({ total: 7, planCode: 'XJ-30' })
    expect(plan!.rows).toHaveLength(5)
    const { rowCount } = await harness.call(site.people.worker.token, workOrderCalls.page, { deviceId })
    expect(rowCount).toBe(8)
    const none = await list(second)
    expect([none.device, none.plan]).toEqual([null, null])
  })
})
