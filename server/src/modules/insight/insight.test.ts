import { accessCalls } from '@heliodesk/contract/access.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { insightCalls as calls } from '@heliodesk/contract/insight.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { fetchFile, makeNext } from '../../../test/exports.ts'
import { administratorOf, createRole, formOf, hire, permissionIds, type Hired } from '../../../test/hire.ts'
import { useSite } from '../../../test/site.ts'
import { addTicketRecord } from '../../../test/ticket-records.ts'

const site = useSite()
const { harness } = site
let admin: string
/** Manages the people and roles of the west. */
let west: Hired
let worker: Hired

const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await harness.owner.query(text, values)).rows as Row[]

beforeAll(async () => {
  admin = site.people.admin.token
  west = await hire(harness, {
    username: 'west.keeper',
    codes: ['role:manage', 'user:manage', 'order:list', 'order:check', 'station:list'],
    depCode: 'A01A02',
  })
  worker = await hire(harness, {
    username: 'plain.worker',
    codes: ['order:list', 'order:execute', 'station:list'],
    depCode: 'A01A02A01',
  })
})

describe('what a person sees', () => {
  it('is the menu of their own sign-in, with the roles that give pages and buttons', async () => {
    for (const name of ['master', 'worker', 'admin'] as const) {
      const { id, token } = site.people[name]
      const { menu, pages, counts } = await harness.call(admin, calls.sight, { personId: id })
      const own = await harness.call(token, sessionCalls.permissions, {})
      expect(menu).toEqual(own.menu)
      const codes = new Set(pages.flatMap(({ buttons }) => buttons.map(({ code }) => code)))
      const shown = JSON.stringify(own.menu)
      expect([...codes].toSorted()).toEqual(
        [...new Set(own.auth.map(({ action }) => action))]
          .filter((code) => shown.includes(`"${code}"`))
          .toSorted(),
      )
      expect(counts.buttons).toBe(codes.size)
      expect(pages.every(({ roles }) => roles.length > 0)).toBe(true)
    }
  })

  it('names data roles, hidden columns, projects and whom the person stands in for', async () => {
    const role = await harness.call(admin, dataRoleCalls.add, {
      code: 'no_money',
      name: '不看金额',
      userIds: [worker.id],
      columns: { tariff: 'hide', phone: 'mask' },
      stationIds: [harness.tenant.stations[1]!.id],
    })
    await harness.call(site.people.master.token, delegationCalls.add, {
      delegateId: worker.id,
      startTime: await inDays(-1),
      endTime: await inDays(9),
      reason: '顶班',
    })
    const { person, counts, columns, places } = await harness.call(admin, calls.sight, {
      personId: worker.id,
    })
    expect(person.dataRoles).toEqual([{ id: role.id, name: '不看金额', through: [] }])
    expect(person.delegations).toMatchObject([{ reason: '顶班', types: [] }])
    expect(columns).toEqual([
      { column: 'phone', effect: 'mask', dataRoles: ['不看金额'] },
      { column: 'tariff', effect: 'hide', dataRoles: ['不看金额'] },
    ])
    expect(counts.stations + counts.cut).toBeGreaterThan(counts.stations)
    expect(places.some(({ why }) => why === 'outside')).toBe(true)
    await harness.call(admin, dataRoleCalls.remove, { id: role.id })
  })

  it('masks the number and is not told of people of other departments or companies', async () => {
    const east = await hire(harness, { username: 'east.only', codes: ['order:list'], depCode: 'A01A01' })
    await rows(`update app_user set phone = '13912345678' where id = $1`, [worker.id])
    expect((await harness.call(admin, calls.sight, { personId: worker.id })).person.phone).toBe('139****5678')
    for (const id of [east.id, administratorOf(harness.otherTenant).id])
      expect((await harness.refused(west.token, calls.sight, { personId: id })).code).toBe('not_found')
    expect((await harness.refused(worker.token, calls.sight, { personId: worker.id })).status).toBe(403)
  })
})

const inDays = async (days: number) => {
  const [row] = await rows<{ time: string }>(
    `select to_char($1::timestamptz at time zone 'Asia/Shanghai' + $2 * interval '1 day', 'YYYY-MM-DD HH24:MI:SS') as time`,
    [harness.clock.now(), days],
  )
  return row!.time
}

describe('a question', () => {
  it('about a station names the place or the right that is missing, and who could grant it', async () => {
    const [east, own] = [
      harness.tenant.stations[0]!,
      harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02A01')!,
    ]
    const ask = (psId: string) => harness.call(admin, calls.ask, { personId: worker.id, psId })
    expect(await ask(own.id)).toMatchObject({ may: true, granters: [] })
    const outside = await ask(east.id)
    expect(outside).toMatchObject({ may: false, kind: 'station' })
    expect(outside.checks.filter(({ met }) => !met).map(({ about }) => about)).toEqual(['scope'])
    expect(outside.granters.map(({ id }) => id)).toContain(administratorOf(harness.tenant).id)
    // Who manages the west does not see the east.
    expect(outside.granters.map(({ id }) => id)).not.toContain(west.id)
  })

  it('about a right says who gave the role, or who could', async () => {
    const [execute, check] = await permissionIds(harness, admin, ['order:execute', 'order:check'])
    const held = await harness.call(admin, calls.ask, { personId: worker.id, permissionId: execute! })
    expect(held).toMatchObject({ may: true, kind: 'right', granters: [] })
    expect(held.given).toHaveLength(1)
    expect(held.given[0]!.actorName).not.toBeNull()
    const lacking = await harness.call(admin, calls.ask, { personId: worker.id, permissionId: check! })
    expect(lacking.may).toBe(false)
    expect(lacking.granters[0]).toMatchObject({ id: west.id })
    const [page] = await rows<{ id: string }>(
      `select id from permission where tenant_id = $1 and menu_type = 1 and path = '/system/audit'`,
      [harness.tenant.tenantId],
    )
    const menu = await harness.call(admin, calls.ask, { personId: worker.id, permissionId: page!.id })
    expect(menu.granters.length).toBeGreaterThan(0)
  })

  it('about a ticket asks what its signature would be asked', async () => {
    await addTicketRecord(harness, harness.tenant)
    const [ticket] = await rows<{ id: string; leader: string }>(
      'select id, leader_id as leader from ticket where tenant_id = $1 order by id limit 1',
      [harness.tenant.tenantId],
    )
    const ask = (personId: string) => harness.call(admin, calls.ask, { personId, ticketId: ticket!.id })
    const stranger = await ask(worker.id)
    expect(stranger).toMatchObject({ may: false, kind: 'ticket' })
    expect(stranger.checks.map(({ about }) => about).slice(0, 4)).toEqual([
      'right',
      'right',
      'scope',
      'state',
    ])
    expect(stranger.granters.length).toBeGreaterThan(0)
    expect((await ask(ticket!.leader)).checks.find(({ about }) => about === 'scope')!.met).toBe(true)
    const { seers, object } = await harness.call(admin, calls.audience, { ticketId: ticket!.id })
    expect(seers).toBeGreaterThan(0)
    expect(object.kind).toBe('ticket')
  })

  it('about an approval says whose step it is', async () => {
    const waiting = await site.extend(await site.assignTo(await site.create()))
    const [instance] = await rows<{ id: string }>(
      `select id from process_instance where tenant_id = $1 and business_type = 'workOrder' and business_id = $2
       order by id desc limit 1`,
      [harness.tenant.tenantId, waiting.id],
    )
    const ask = (personId: string) =>
      harness.call(admin, calls.ask, { personId, processInstanceId: instance!.id })
    const told = await ask(west.id)
    expect(told.checks.map(({ about }) => about)).toEqual(['scope', 'state', 'rule'])
    expect(told.checks[1]!.met).toBe(true)
  })

  it('without an object is refused, and so is a new or frozen account', async () => {
    expect((await harness.refused(admin, calls.ask, { personId: worker.id })).code).toBe('insight.question')
    await rows(`update app_user set status = '2' where id = $1`, [worker.id])
    const { may, checks } = await harness.call(admin, calls.ask, {
      personId: worker.id,
      psId: harness.tenant.stations[1]!.id,
    })
    expect([may, checks[0]!.about]).toEqual([false, 'account'])
    await rows(`update app_user set status = '1' where id = $1`, [worker.id])
  })

  it('about an order names who could grant what is missing', async () => {
    const order = await site.create()
    const ask = (action: 'pass' | 'see', personId: string) =>
      harness.call(admin, accessCalls.askOrder, { personId, orderId: order.id, action })
    expect((await ask('pass', worker.id)).granters[0]).toMatchObject({ id: west.id })
    expect((await ask('see', worker.id)).granters).toEqual([])
    const east = await hire(harness, { username: 'east.seer', codes: ['order:list'], depCode: 'A01A01' })
    expect((await ask('see', east.id)).granters.length).toBeGreaterThan(0)
  })
})

describe('who sees a record', () => {
  it('is filtered by act, care and words, and exported as shown', async () => {
    const order = await site.assignTo(await site.create())
    const all = await harness.call(admin, calls.audience, { orderId: order.id, pageSize: 500 })
    expect(all.records[0]).toMatchObject({ why: 'executor' })
    const executing = await harness.call(admin, calls.audience, { orderId: order.id, act: 'edit' })
    expect(executing.total).toBe(all.acts.find(({ act }) => act === 'edit')!.count)
    expect(executing.total).toBeLessThan(all.seers)
    expect(all.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(all.seers)
    const named = await harness.call(admin, calls.audience, { orderId: order.id, keyword: 'plain.worker' })
    expect(named.records.map(({ username }) => username)).toEqual(['plain.worker'])
    await rows(
      `update app_user set user_type = '9', created_at = created_at - interval '200 days' where id = $1`,
      [worker.id],
    )
    for (const only of ['outside', 'idle'] as const) {
      const { records } = await harness.call(admin, calls.audience, {
        orderId: order.id,
        only,
        pageSize: 500,
      })
      expect(records.map(({ id }) => id)).toContain(worker.id)
    }
    const { id } = await harness.call(admin, exportCalls.add, {
      kind: 'audience',
      format: 'csv',
      query: { orderId: order.id },
    })
    await makeNext(harness)
    const { rawPayload } = await fetchFile(harness, admin, id)
    const [, ...made] = rawPayload.toString('utf8').trim().split('\n')
    expect(made.map((line) => line.split(',')[0])).toEqual(all.records.map(({ realname }) => realname))
  })

  it('of files includes whoever uploaded one; of a person, who manages the department', async () => {
    const order = await site.create()
    const files = await harness.call(admin, calls.audience, {
      orderId: order.id,
      ofFiles: '1',
      pageSize: 500,
    })
    const record = await harness.call(admin, calls.audience, { orderId: order.id, pageSize: 500 })
    expect(files.seers).toBe(record.seers)
    expect(files.object.name).toMatch(/照片$/)
    const station = await harness.call(admin, calls.audience, {
      psId: harness.tenant.stations[0]!.id,
      ofFiles: '1',
    })
    expect(station.object.name).toMatch(/文档$/)
    const person = await harness.call(admin, calls.audience, { personId: worker.id, pageSize: 500 })
    expect(person.records.map(({ id }) => id)).toContain(west.id)
    expect((await harness.refused(admin, calls.audience, { personId: worker.id, ofFiles: '1' })).code).toBe(
      'audience.files',
    )
    expect((await harness.refused(admin, calls.audience, {})).code).toBe('audience.object')
  })

  it('leaves out who has yet to change the initial password, and counts them', async () => {
    const order = await site.create()
    const before = await harness.call(admin, calls.audience, { orderId: order.id })
    await rows('update app_user set must_change_password = true where id = $1', [worker.id])
    const after = await harness.call(admin, calls.audience, { orderId: order.id })
    expect([after.seers, after.waiting]).toEqual([before.seers - 1, before.waiting + 1])
    await rows('update app_user set must_change_password = false where id = $1', [worker.id])
  })
})

describe('who could grant a right', () => {
  it('is told to whoever lacks it, the nearest first, without numbers', async () => {
    const { title, granters } = await harness.call(worker.token, calls.granters, { perm: 'order:check' })
    expect(title).toBe('验收工单')
    expect(granters[0]).toEqual({
      id: west.id,
      realname: 'west.keeper',
      depName: expect.any(String) as string,
    })
    expect(granters.length).toBeLessThanOrEqual(5)
    // The keeper of the west lacks this one.
    const others = await harness.call(worker.token, calls.granters, { perm: 'audit:view' })
    expect(others.granters.map(({ id }) => id)).not.toContain(west.id)
    expect((await harness.refused(worker.token, calls.granters, { perm: 'order:list' })).code).toBe(
      'granters.held',
    )
    expect((await harness.refused(worker.token, calls.granters, { perm: 'no:thing' })).status).toBe(400)
  })

  it('can indeed grant it, and it counts on the next call', async () => {
    const person = await hire(harness, {
      username: 'asks.right',
      codes: ['order:list'],
      depCode: 'A01A02A01',
    })
    const { granters } = await harness.call(person.token, calls.granters, { perm: 'order:check' })
    expect(granters[0]!.id).toBe(west.id)
    const role = await createRole(harness, admin, ['order:check'])
    const { records } = await harness.call(west.token, userCalls.list, { keyword: 'asks.right' })
    const form = formOf(records[0]!)
    await harness.call(west.token, userCalls.edit, { ...form, roleIds: [...form.roleIds, role.id] })
    expect((await harness.refused(person.token, calls.granters, { perm: 'order:check' })).code).toBe(
      'granters.held',
    )
  })

  it('is not asked more than thirty times a minute', async () => {
    const person = await hire(harness, { username: 'asks.much', codes: ['order:list'], depCode: 'A01A02A01' })
    const ask = () => harness.call(person.token, calls.granters, { perm: 'order:check' })
    for (let n = 0; n < 30; n += 1) await ask()
    expect((await harness.refused(person.token, calls.granters, { perm: 'order:check' })).code).toBe(
      'granters.too_many',
    )
    harness.clock.advance(60_001)
    await ask()
  })

  it('finds the right named by the refusal itself', async () => {
    const { body, status } = await harness.request('GET', '/sys/insight/sight?personId=1', {
      token: worker.token,
    })
    expect(status).toBe(403)
    // Clients read the code at the end.
    expect([body.error_code, body.message]).toEqual([
      'missing_right',
      '拒绝访问：需要“角色管理”权限（role:manage）',
    ])
  })
})
