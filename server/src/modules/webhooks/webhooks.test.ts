import { createHmac } from 'node:crypto'
import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { webhookCalls as calls } from '@heliodesk/contract/webhooks.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runNext, skipWait } from '../../../test/job-tools.ts'
import { useSite } from '../../../test/site.ts'
import { localServer } from '../../../test/local-server.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { deliverWebhook } from './deliver.ts'
import { settings } from '../settings/index.ts'

const site = useSite()
const { harness } = site
const NOW = '2030-01-01T09:00:00+08:00'

type Heard = { path: string; event: string; delivery: string; signature: string; body: string }
const heard: Heard[] = []
/** How the receiver answers, by path; 200 otherwise. */
const answers = new Map<string, { status: number; location?: string }>()
let receiver: string

beforeAll(async () => {
  await site.setClock(NOW)
  harness.env.WEBHOOK_PRIVATE_NETWORKS = ['127.0.0.0/8']
  receiver = await localServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name] ?? '')
      heard.push({
        path: request.url ?? '',
        event: header('x-helio-event'),
        delivery: header('x-helio-delivery'),
        signature: header('x-helio-signature'),
        body,
      })
      const { status, location } = answers.get(request.url ?? '') ?? { status: 200 }
      response.writeHead(status, location ? { location } : {}).end('taken')
    })
  })
})

beforeEach(async () => {
  await harness.owner.query('update webhook set enabled = false')
  await harness.owner.query(`delete from job where kind = 'webhook'`)
  heard.length = 0
  answers.clear()
})

const admin = () => site.people.admin.token
let hooks = 0
const add = async (input: object = {}, token = admin()) => {
  const path = `/hook${++hooks}`
  const made = await harness.call(token, calls.add, {
    name: `推送 ${hooks}`,
    kind: 'https',
    address: receiver + path,
    events: ['order.*'],
    ...input,
  })
  return { ...made, path }
}
const run = async () => {
  while (await runNext(harness, deliverWebhook));
}
const deliveriesOf = async (hookId: string) =>
  (await harness.call(admin(), calls.deliveries, { hookId, pageSize: 100 })).records
const hookOf = async (id: string) =>
  (await harness.call(admin(), calls.list, {})).find((hook) => hook.id === id)!

const givenUp = async () =>
  (await harness.owner.query('select from job where given_up_at is not null')).rows.length

describe('an event', () => {
  it('is nothing to a company without active webhooks', async () => {
    await site.submitted()
    const { rows } = await harness.owner.query(`select from job where kind = 'webhook'`)
    expect(rows).toHaveLength(0)
  })

  it('is told signed, with what happened, in the order of one object', async () => {
    const { id, secret } = await add()
    const order = await site.submitted()
    await harness.call(site.people.master.token, workOrderCalls.check, {
      id: order.id,
      version: order.version,
      pass: true,
      score: 90,
    })
    await run()
    expect(heard.map(({ event }) => event)).toEqual([
      'order.created',
      'order.assigned',
      'order.started',
      'order.submitted',
      'order.accepted',
      'order.closed',
    ])
    for (const { body, signature, delivery } of heard) {
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature)!
      expect(v1).toBe(createHmac('sha256', secret!).update(`${t}.${body}`).digest('hex'))
      expect(JSON.parse(body)).toMatchObject({
        id: delivery,
        object: { kind: 'order', id: order.id, code: order.workCode },
      })
    }
    const told = JSON.parse(heard.at(-1)!.body) as { data: Record<string, unknown>; time: string }
    expect(told).toMatchObject({
      time: '2030-01-01 09:00:00',
      data: { workCode: order.workCode, flowSts: 4, flowEndTime: '2030-01-01 09:00:00' },
    })
    expect(Object.keys(told.data)).not.toContain('liablePhone')
    expect(await hookOf(id)).toMatchObject({ delivered: 6, failed: 0, waiting: 0 })
  })

  it('of an extension, of what waits to be decided, and of a mention is told too', async () => {
    await add({ events: ['extension.*', 'approval.*', 'comment.mentioned'] })
    const order = await site.begun()
    await site.extend(order)
    await harness.call(site.people.master.token, orderCommentCalls.add, {
      orderId: order.id,
      text: '备件到了',
      mentions: [],
    })
    await run()
    expect(new Set(heard.map(({ event }) => event))).toEqual(
      new Set(['extension.requested', 'approval.arrived']),
    )
    const { rows } = await harness.owner.query<{ realname: string }>(
      'select realname from app_user where id = $1',
      [site.people.worker.id],
    )
    await harness.call(site.people.master.token, orderCommentCalls.add, {
      orderId: order.id,
      text: `@${rows[0]!.realname} 备件到了`,
      mentions: [site.people.worker.id],
    })
    heard.length = 0
    await run()
    expect(heard).toHaveLength(1)
    expect(JSON.parse(heard[0]!.body)).toMatchObject({
      event: 'comment.mentioned',
      data: { mentioned: [rows[0]!.realname] },
    })
  })

  it('goes with its transaction', async () => {
    const { id } = await add()
    const order = await site.create()
    expect((await harness.refused(site.people.worker.token, workOrderCalls.start, order)).status).toBe(200)
    expect((await deliveriesOf(id)).map(({ event }) => event)).toEqual(['order.created'])
  })

  it('is told only of the places of a webhook, and never to another company', async () => {
    const east = harness.tenant.departments.A01A01!
    const west = await add({ departmentIds: [harness.tenant.departments.A01A02!] })
    const other = await add({ departmentIds: [east] })
    const one = await add({ psIds: [site.stationId] })
    const foreign = await harness.call(site.people.foreigner.token, calls.add, {
      name: '外',
      kind: 'https',
      address: `${receiver}/foreign`,
      events: ['order.*'],
    })
    await site.create()
    await run()
    expect(heard.map(({ path }) => path).toSorted()).toEqual([west.path, one.path].toSorted())
    expect(await deliveriesOf(other.id)).toEqual([])
    expect((await harness.refused(admin(), calls.test, { id: foreign.id })).code).toBe('not_found')
    expect((await harness.call(site.people.foreigner.token, calls.list, {})).map(({ id }) => id)).toEqual([
      foreign.id,
    ])
  })

  it('has phones only while the webhook’s owner may see them', async () => {
    await harness.owner.query('update app_user set phone = $2 where id = $1', [
      site.people.worker.id,
      '13912345678',
    ])
    await add({ withPhones: true, events: ['order.assigned'] })
    const phones = async () => {
      heard.length = 0
      await site.assignTo(await site.create())
      await run()
      return heard.map(
        ({ body }) => (JSON.parse(body) as { data: { liablePhone?: string } }).data.liablePhone,
      )
    }
    expect(await phones()).toEqual(['13912345678'])
    await harness.owner.query('update webhook set owner_id = $1 where enabled', [site.people.worker.id])
    expect(await phones()).toEqual([undefined])
  })
})

describe('a delivery', () => {
  it('is tried eight times within two hours, under one id, and holds back those of its object', async () => {
    const { id, path } = await add()
    answers.set(path, { status: 502 })
    const order = await site.create()
    await site.assignTo(order)
    const other = await site.create()
    const waits: number[] = []
    await run()
    expect(heard.map(({ event }) => event)).toEqual(['order.created', 'order.created'])
    await harness.owner.query(`delete from job where kind = 'webhook' and key = $1`, [
      `${id} order ${other.id}`,
    ])
    heard.length = 0
    for (let attempt = 1; attempt < 8; attempt++) {
      waits.push(Math.round((await skipWait(harness, deliverWebhook)) / 1000))
      await run()
    }
    expect(waits).toEqual([10, 30, 90, 270, 810, 2430, 3600])
    const first = heard.filter(({ event }) => event === 'order.created')
    expect(new Set(first.map(({ delivery }) => delivery)).size).toBe(1)
    // Then comes the next one of the object.
    expect(heard.at(-1)!.event).toBe('order.assigned')
    const given = (await deliveriesOf(id)).find(({ state }) => state === 'failed')!
    expect(given).toMatchObject({ event: 'order.created', status: 502, fault: '对方返回 502', attempts: 8 })
    // It stays where administrators can take it up again.
    expect(await givenUp()).toBe(1)

    answers.clear()
    harness.clock.advance(60_000)
    await skipWait(harness, deliverWebhook)
    await run()
    const detail = await harness.call(admin(), calls.delivery, { deliveryNo: given.deliveryNo })
    expect(detail.trials).toHaveLength(8)
    expect(detail.trials[0]).toMatchObject({ number: 8, status: 502 })
    expect(detail.trials[0]!.request).toContain(`x-helio-delivery: ${given.deliveryNo}`)
    expect(detail.trials[0]!.response).toContain('taken')
    expect(detail.since).toMatchObject({ delivered: 1 })

    heard.length = 0
    await harness.call(admin(), calls.resend, { deliveryNo: given.deliveryNo })
    expect((await harness.refused(admin(), calls.resend, { deliveryNo: given.deliveryNo })).code).toBe(
      'webhook.waiting',
    )
    await run()
    expect(heard.map(({ delivery }) => delivery)).toEqual([given.deliveryNo])
    const resent = await harness.call(admin(), calls.delivery, { deliveryNo: given.deliveryNo })
    expect(resent).toMatchObject({ state: 'delivered', attempts: 9, status: 200 })
    expect(await givenUp()).toBe(0)
  })

  it('follows no redirect, and is given up at once where its address is refused', async () => {
    const redirected = await add()
    answers.set(redirected.path, { status: 302, location: `${receiver}/inside` })
    await site.create()
    await run()
    expect(heard.map(({ path }) => path)).toEqual([redirected.path])
    expect((await deliveriesOf(redirected.id))[0]).toMatchObject({
      state: 'waiting',
      fault: '对方要求跳转（302），不跟随',
    })
    await harness.owner.query(`delete from job where kind = 'webhook'`)
    harness.env.WEBHOOK_PRIVATE_NETWORKS = []
    await harness.call(admin(), calls.test, { id: redirected.id })
    await run()
    harness.env.WEBHOOK_PRIVATE_NETWORKS = ['127.0.0.0/8']
    expect((await deliveriesOf(redirected.id)).find(({ event }) => event === 'webhook.test')).toMatchObject({
      state: 'failed',
      fault: '不允许推送到内网、回环或元数据地址',
      attempts: 1,
    })
    expect(heard).toHaveLength(1)
  })

  it('of a webhook that was disabled meanwhile is not sent', async () => {
    const { id } = await add()
    await site.create()
    const { version } = await hookOf(id)
    await harness.call(admin(), calls.enable, { id, version, enabled: false })
    await run()
    expect(heard).toEqual([])
    const [dropped] = await deliveriesOf(id)
    expect(dropped).toMatchObject({ state: 'dropped', fault: '推送已停用或删除' })
    expect((await harness.refused(admin(), calls.resend, { deliveryNo: dropped!.deliveryNo })).code).toBe(
      'webhook.disabled',
    )
  })

  it('is kept for thirty days', async () => {
    const { id } = await add()
    await site.create()
    await run()
    await harness.owner.query(
      `update webhook_delivery set at = now() - interval '31 days' where hook_id = $1`,
      [id],
    )
    const kept = settings.upkeep.find(({ name }) => name === 'what companies keep no longer')!
    await inTransaction(harness.pool, ({ db }) => kept.run(db, harness.env, null))
    expect(await deliveriesOf(id)).toEqual([])
  })
})

describe('a webhook', () => {
  it('shows its secret once; the one before signs for another day', async () => {
    const { id, secret } = await add()
    expect(secret).toMatch(/^whsec_/)
    expect(JSON.stringify(await hookOf(id))).not.toContain(secret)
    const renewed = await harness.call(admin(), calls.renewSecret, { id, version: 1 })
    await harness.call(admin(), calls.test, { id })
    await run()
    const [{ signature, body } = heard[0]!] = heard
    const [, t] = /^t=(\d+)/.exec(signature)!
    const sign = (key: string) => `v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`
    expect(signature).toBe(`t=${t},${sign(renewed.secret!)},${sign(secret!)}`)
    await harness.owner.query(`update webhook set old_secret_until = now() - interval '1 s' where id = $1`, [
      id,
    ])
    await harness.call(admin(), calls.test, { id })
    await run()
    expect(heard.at(-1)!.signature.match(/v1=/g)).toHaveLength(1)
  })

  it('is changed by the version that was seen, keeps its address unless another is given, and ends', async () => {
    const { id } = await add()
    const changed = { id, version: 1, name: '改名', events: ['order.closed' as const] }
    await harness.call(admin(), calls.edit, changed)
    expect((await harness.refused(admin(), calls.edit, changed)).message).toContain('推送已在别处更新')
    expect(await hookOf(id)).toMatchObject({
      name: '改名',
      version: 2,
      address: expect.stringContaining(receiver),
    })
    await harness.call(admin(), calls.remove, { id, version: 2 })
    expect(await hookOf(id)).toBeUndefined()
  })

  it('refuses addresses of the inside and events that there are not', async () => {
    const refused = async (input: object) =>
      (await harness.refused(admin(), calls.add, { name: 'x', kind: 'https', events: ['order.*'], ...input }))
        .message
    expect(await refused({ address: 'https://10.0.0.1/x' })).toContain('不允许推送到内网')
    expect(await refused({ address: 'http://ops.example.com/x' })).toContain('只允许 https')
    expect(await refused({ address: 'ftp://ops.example.com/x' })).toContain('地址（address）')
    expect(await refused({ address: receiver, events: ['nothing.*'] })).toContain('没有这种事件')
  })

  it('of somebody with a part of the company is told of that part', async () => {
    await harness.owner.query(
      `insert into role_permission (tenant_id, role_id, permission_id)
       select r.tenant_id, r.id, p.id from role r join permission p on p.tenant_id = r.tenant_id
       where p.code = 'api:manage' and r.role_code = 'r10010' and r.tenant_id = $1`,
      [harness.tenant.tenantId],
    )
    const manager = await harness.signIn('a_manager')
    const asked = { name: 'x', kind: 'https' as const, address: receiver, events: ['order.*' as const] }
    expect((await harness.refused(manager, calls.add, asked)).code).toBe('webhook.everywhere')
    const east = { ...asked, departmentIds: [harness.tenant.departments.A01A01!] }
    expect((await harness.refused(manager, calls.add, east)).code).toBe('not_found')
    const { id } = await harness.call(manager, calls.add, {
      ...asked,
      departmentIds: [harness.tenant.departments.A01A02!],
    })
    const listed = await harness.call(manager, calls.list, {})
    expect(listed.map((hook) => hook.id)).toContain(id)
    expect(listed.every(({ departments, stations }) => departments.length + stations.length > 0)).toBe(true)
  })

  it('of a robot gets words and needs the robot’s own success', async () => {
    const { id, secret, path } = await add({ kind: 'wecom', events: ['order.created'] })
    expect(secret).toBeNull()
    await site.create()
    await run()
    const row = heard.find((each) => each.path === path)!
    expect(JSON.parse(row.body)).toMatchObject({ msgtype: 'markdown' })
    expect((await deliveriesOf(id))[0]).toMatchObject({
      state: 'waiting',
      status: 200,
      fault: '机器人拒绝（无错误码）',
    })
    expect((await harness.refused(admin(), calls.renewSecret, { id, version: 1 })).code).toBe('webhook.robot')
  })
})

describe('the directory', () => {
  it('is pushed in pages to who listens, once a minute', async () => {
    await harness.owner.query('update app_user set phone = $2 where id = $1', [
      site.people.worker.id,
      '13912345678',
    ])
    await add({ events: ['directory.synced'] })
    await add()
    const first = await harness.call(admin(), calls.syncAll, {})
    expect(first.deliveries).toBe(2)
    expect(await harness.call(admin(), calls.syncAll, {})).toEqual(first)
    await run()
    const pages = heard.map(({ body }) => JSON.parse(body) as { data: Record<string, unknown> })
    expect(pages.map(({ data }) => [data.page, data.pages, Object.keys(data).toSorted()])).toEqual([
      [1, 2, ['departments', 'page', 'pages', 'run']],
      [2, 2, ['page', 'pages', 'people', 'run']],
    ])
    expect(heard.map(({ body }) => body).join()).not.toContain('13912345678')
    harness.clock.advance(61_000)
    expect((await harness.call(admin(), calls.syncAll, {})).runNo).not.toBe(first.runNo)
  })
})
