import { insightCalls as calls } from '@heliodesk/contract/insight.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillWithOrders } from '../../../test/fill-with-orders.ts'
import { useHarness } from '../../../test/harness.ts'
import { administratorOf, hire, signInAdministrator } from '../../../test/hire.ts'
import { permissionTitles, type PermissionCode } from '@heliodesk/contract/permissions.ts'

const harness = useHarness()
let admin: string
const people = new Map<string, { id: string; token: string }>()
let stations: { id: string; psa: string }[]
let orders: string[]

const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await harness.owner.query(text.replaceAll('$T', String(harness.tenant.tenantId)), values)).rows as Row[]

/** Repeatable choices: mulberry32. */
function choices(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}
const choose = choices(20_261_128)
const oneOf = <T>(list: readonly T[]): T => list[choose(list.length)]!
const maybe = () => choose(2) === 0

/** A data role with chance conditions, for the person or the person's role. */
async function narrow(name: string, userId: string) {
  const departments = await rows<{ id: string }>('select id from department where tenant_id = $T order by id')
  const [added] = await rows<{ id: string }>(
    `insert into data_role (tenant_id, code, name, department_ids, psa_ids, station_ids, task_types, own_orders)
     values ($T, $1, $1, $2, $3, $4, $5, $6) returning id`,
    [
      name,
      maybe() ? [oneOf(departments).id] : null,
      maybe() ? [oneOf(stations).psa] : null,
      maybe() ? [oneOf(stations).id, oneOf(stations).id] : null,
      maybe() ? [1, 7, 12] : null,
      oneOf([null, null, 'own', 'ownOrOpen']),
    ],
  )
  await rows(
    maybe()
      ? `insert into data_role_role (tenant_id, data_role_id, role_id)
           select $T, $1, role_id from user_role where tenant_id = $T and user_id = $2`
      : 'insert into data_role_user (tenant_id, data_role_id, user_id) values ($T, $1, $2)',
    [added!.id, userId],
  )
}

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  await rows(`insert into station (tenant_id, psa_id, department_id, dep_code, name)
    select tenant_id, psa_id, department_id, '', name || ' 二期' from station where tenant_id = $T`)
  stations = await rows('select id, psa_id as psa from station where tenant_id = $T order by id')
  const places = await rows<{ id: string; depCode: string; psaId: string }>(
    'select id, dep_code as "depCode", psa_id as "psaId" from station where tenant_id = $T order by id',
  )
  harness.tenant.stations = places
  await fillWithOrders(harness, harness.tenant, 60)
  orders = (
    await rows<{ id: string }>('select id from work_order where tenant_id = $T order by id limit 28')
  ).map(({ id }) => id)
  for (const { id, username } of Object.values(harness.tenant.users))
    people.set(username, { id, token: await harness.signIn(username) })
  const codes = (Object.keys(permissionTitles) as PermissionCode[]).filter((code) =>
    /^order:|^station:/.test(code),
  )
  for (let n = 0; n < 9; n += 1) {
    const person = await hire(harness, {
      username: `chance${n}`,
      codes: n % 4 === 3 ? codes.filter((code) => code !== oneOf(['order:list', 'station:list'])) : codes,
      depCode: oneOf(['A01', 'A01A01', 'A01A02', 'A01A02A01']),
      hasAllData: choose(4) === 0,
      relPsaIds: maybe() ? [oneOf(stations).psa] : [],
    })
    people.set(person.username, person)
  }
  // The administrator asks, and answers are limited to what whoever asks sees.
  const narrowed = [...people.values()].filter(({ id }) => id !== administratorOf(harness.tenant).id)
  for (const [at, { id }] of narrowed.entries()) if (at % 3 !== 1) await narrow(`规则${at}`, id)
}, 60_000)

/** Ids of what the person's own list shows; none if the list is refused. */
async function listOf<T>(read: () => Promise<T>, ids: (answer: T) => string[]): Promise<Set<string>> {
  try {
    return new Set(ids(await read()))
  } catch {
    return new Set()
  }
}

const audienceOf = async (input: { orderId: string } | { psId: string }) => {
  const { records, seers } = await harness.call(admin, calls.audience, { ...input, pageSize: 500 })
  expect(seers).toBe(records.length)
  return new Set(records.map(({ id }) => id))
}

describe('who sees it', () => {
  it('is what the own lists and details of every person say', async () => {
    const own = new Map<string, { orders: Set<string>; stations: Set<string> }>()
    for (const [name, { token }] of people)
      own.set(name, {
        orders: await listOf(
          () => harness.call(token, workOrderCalls.page, { size: 500 }),
          ({ pageList }) => pageList.map(({ id }) => id),
        ),
        stations: await listOf(
          () => harness.call(token, stationCalls.page, { size: 500 }),
          ({ list }) => list.map(({ psId }) => psId),
        ),
      })
    let compared = 0
    const wrong: string[] = []
    for (const [kind, ids] of [
      ['orders', orders],
      ['stations', stations.map(({ id }) => id)],
    ] as const)
      for (const id of ids) {
        const seers = await audienceOf(kind === 'orders' ? { orderId: id } : { psId: id })
        for (const [name, person] of people) {
          compared += 1
          const told = seers.has(person.id)
          if (told !== own.get(name)![kind].has(id)) wrong.push(`${name} ${kind} ${id}: ${told}`)
          // One detail of many, so that the gate stays quick.
          if (compared % 5 !== 0) continue
          const detail =
            kind === 'orders'
              ? listOf(
                  () => harness.call(person.token, workOrderCalls.detail, { id }),
                  (order) => [order.id],
                )
              : listOf(
                  () => harness.call(person.token, stationCalls.detail, { psId: id }),
                  ({ psId }) => [psId],
                )
          if ((await detail).has(id) !== told) wrong.push(`${name} detail of ${kind} ${id}: ${told}`)
        }
      }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThanOrEqual(500)
  }, 60_000)

  it('agrees with the picture of each person and with the question about one station', async () => {
    for (const { id, token } of people.values()) {
      const { counts, columns } = await harness.call(admin, calls.sight, { personId: id })
      const all = await harness.call(token, stationCalls.options, { size: 500 })
      expect([id, counts.stations]).toEqual([id, all.list.length])
      expect(columns).toEqual([])
      const station = oneOf(stations)
      const { may } = await harness.call(admin, calls.ask, { personId: id, psId: station.id })
      expect([id, station.id, may]).toEqual([
        id,
        station.id,
        (await audienceOf({ psId: station.id })).has(id),
      ])
    }
  }, 60_000)
})
