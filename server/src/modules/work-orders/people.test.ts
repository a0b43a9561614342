import { settingCalls } from '@heliodesk/contract/settings.ts'
import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, expect, it } from 'vitest'
import { hire, openSession } from '../../../test/hire.ts'
import { planned, useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

type Name = keyof typeof teams | 'related'
/** In an order that is not that of the answer. */
const teams = {
  zj_all: { depCode: 'A01', hasAllData: true },
  zj_company: { depCode: 'A01' },
  zj_region: { depCode: 'A01A02' },
  zj_team_all: { depCode: 'A01A02A01', hasAllData: true },
  zj_team_busy: { depCode: 'A01A02A01' },
  zj_team: { depCode: 'A01A02A01' },
} as const

const names = new Map<string, Name>()

beforeAll(async () => {
  const codes = ['order:execute', 'order:list'] as const
  for (const [username, terms] of Object.entries(teams))
    names.set((await hire(harness, { username, codes: [...codes], ...terms })).id, username as Name)
  const station = await harness.owner.query<{ psa_id: string }>('select psa_id from station where id = $1', [
    site.stationId,
  ])
  const related = { username: 'zj_related', codes: [...codes], depCode: 'A01A01' }
  names.set((await hire(harness, { ...related, relPsaIds: [station.rows[0]!.psa_id] })).id, 'related')
})

const idOf = (name: Name) => [...names].find(([, each]) => each === name)![0]
const namesOf = (people: readonly { id: string }[]) => people.flatMap(({ id }) => names.get(id) ?? [])

it('offers the station’s own team first, then who is nearest, and who sees everything last', async () => {
  for (let given = 0; given < 3; given++) await site.assignTo(await site.create(), idOf('zj_team_busy'))
  const { id } = await site.create()
  const offered = await harness.call(site.people.master.token, calls.executors, { id })
  // A busy member of the team comes before an idle administrator.
  expect(namesOf(offered)).toEqual([
    'zj_team',
    'zj_team_busy',
    'zj_team_all',
    'zj_region',
    'zj_company',
    'related',
    'zj_all',
  ])
})

it('filters by the people of the teams before those who see everything', async () => {
  const offered = namesOf(await harness.call(site.people.admin.token, calls.people, {}))
  expect(offered.slice(-2)).toEqual(['zj_all', 'zj_team_all'])
  expect(offered.toSorted()).toEqual([...names.values()].toSorted())
})

const candidate = async (orderId: string, name: Name, token = site.people.master.token) => {
  const offered = await harness.call(token, calls.executors, { id: orderId })
  return offered.find(({ id }) => id === idOf(name))!
}

it('says how far a candidate is from where they are at work today, or else from their team', async () => {
  const { rows } = await harness.owner.query<{ id: string; name: string }>(
    `update station set latitude = 37.79, longitude = 107.4 where id = $1 returning id, name`,
    [site.stationId],
  )
  const order = await site.create()
  const home = await candidate(order.id, 'zj_team')
  expect(home).toMatchObject({ isAtWork: false, workplace: null })
  const assigned = await site.assignTo(await site.create(), idOf('zj_team'))
  await harness.call(await sessionOf('zj_team'), calls.start, assigned)
  expect(await candidate(order.id, 'zj_team')).toMatchObject({
    isAtWork: true,
    workplace: rows[0]!.name,
    km: 0,
    points: { distance: 40 },
  })
})

it('names no place of work that the caller does not see', async () => {
  const elsewhere = harness.tenant.stations.find(({ depCode }) => !depCode.startsWith('A01A02'))!
  const { rows } = await harness.owner.query<{ name: string }>('select name from station where id = $1', [
    elsewhere.id,
  ])
  const order = await site.create()
  const there = await harness.call(site.people.admin.token, calls.insert, {
    psId: elsewhere.id,
    taskType: 12,
    taskDescription: '外地工单',
  })
  const assigned = await harness.call(site.people.admin.token, calls.assign, {
    id: there.id,
    version: there.version,
    liableUserId: idOf('zj_all'),
    ...planned,
  })
  await harness.call(await sessionOf('zj_all'), calls.start, assigned)
  expect(await candidate(order.id, 'zj_all')).toMatchObject({ isAtWork: true, workplace: null })
  const seen = await candidate(order.id, 'zj_all', site.people.admin.token)
  expect(seen).toMatchObject({ isAtWork: true, workplace: rows[0]!.name })
})

it('counts what a candidate has done on the device, on its model and at the station; the weights are settings', async () => {
  const { rows: devices } = await harness.owner.query<{ id: string }>(
    `insert into device (tenant_id, station_id, name, type_id, model)
     select $1, $2, each, id, 'ZC-225HX' from device_type, unnest(array['甲', '乙']) each
     where tenant_id = $1 and code = 'NB' returning device.id`,
    [harness.tenant.tenantId, site.stationId],
  )
  const [device, twin] = devices.map(({ id }) => id)
  for (const deviceId of [device, device, twin, undefined]) await done('related', deviceId)
  const order = await site.create({ deviceId: device })
  expect(await candidate(order.id, 'related')).toMatchObject({
    onDevice: 2,
    onModel: 1,
    atStation: 4,
    points: { known: 28 },
  })
  const { version } = await harness.call(site.people.admin.token, settingCalls.business, {})
  await harness.call(site.people.admin.token, settingCalls.editBusiness, {
    version,
    dispatchDistance: 0,
    dispatchLoad: 0,
    dispatchKnown: 100,
  })
  const weighed = await candidate(order.id, 'related')
  expect(weighed.points).toMatchObject({ distance: 0, load: 0, known: 93.3 })
  expect(weighed.score).toBe(93)
})

const sessionOf = (name: Name) => openSession(harness, idOf(name))

/** An order at the station that this person has done, from report to acceptance. */
async function done(name: Name, deviceId: string | undefined) {
  const token = await sessionOf(name)
  const created = await site.create({ deviceId })
  const started = await harness.call(token, calls.start, await site.assignTo(created, idOf(name)))
  const work = { ...started, submit: true, ...(await site.filled(created.id)) }
  const submitted = await harness.call(token, calls.execute, work)
  await harness.call(site.people.admin.token, calls.check, { ...submitted, pass: true })
}
