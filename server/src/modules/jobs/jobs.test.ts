import { exportCalls } from '@heliodesk/contract/exports.ts'
import { jobCalls as calls } from '@heliodesk/contract/jobs.ts'
import { webhookCalls } from '@heliodesk/contract/webhooks.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runNext } from '../../../test/job-tools.ts'
import { localServer } from '../../../test/local-server.ts'
import { useSite } from '../../../test/site.ts'
import { modules } from '../../modules.ts'

const site = useSite()
const { harness } = site
let receiver: string
let status = 200
const heard: string[] = []
const deliver = () => {
  const job = modules.flatMap(({ jobs }) => jobs).find(({ kind }) => kind === 'webhook')!
  return runNext(harness, job)
}

beforeAll(async () => {
  harness.env.WEBHOOK_PRIVATE_NETWORKS = ['127.0.0.0/8']
  receiver = await localServer((request, response) => {
    heard.push(String(request.headers['x-helio-delivery']))
    response.writeHead(status).end()
  })
  await harness.call(admin(), webhookCalls.add, {
    name: '业主平台',
    kind: 'https',
    address: receiver,
    events: ['order.created'],
  })
})

beforeEach(async () => {
  await harness.owner.query(`delete from job where tenant <> 0`)
  heard.length = 0
  status = 200
})

const admin = () => site.people.admin.token
const list = async (input: object = {}, token = admin()) =>
  (await harness.call(token, calls.list, input)).records
const only = async () => {
  const [row, ...more] = await list()
  expect(more).toEqual([])
  return row!
}

describe('the background work of a company', () => {
  it('is told in words, by state, kind and object, and counted', async () => {
    const order = await site.create()
    expect(await only()).toMatchObject({
      kind: 'webhook',
      object: `业主平台 / order.created / ${order.workCode}`,
      state: 'waiting',
      attempts: 0,
      most: 8,
      retryRefusal: '还没有失败过，到时间会自动运行',
      giveUpRefusal: null,
    })
    status = 503
    await deliver()
    await site.create()
    expect((await list()).map(({ state }) => state)).toEqual(['retrying', 'waiting'])
    expect(await list({ state: 'retrying', kind: 'webhook', keyword: order.workCode })).toHaveLength(1)
    expect(await list({ kind: 'export' })).toEqual([])
    expect(await list({ keyword: '没有这个' })).toEqual([])
    const summary = await harness.call(admin(), calls.summary, {})
    expect(summary).toMatchObject({ waiting: 1, running: 0, retrying: 1, givenUp: 0 })
    expect(summary.nextRetryTime).not.toBeNull()
    await harness.owner.query(
      `update job set lease = gen_random_uuid(), next_at = now() + interval '30 s' where attempts = 0`,
    )
    expect((await harness.call(admin(), calls.summary, {})).running).toBe(1)
    const running = (await list({ state: 'running' }))[0]!
    expect(
      (await harness.refused(admin(), calls.giveUp, { jobNo: running.jobNo, reason: 'x' })).message,
    ).toBe('正在运行，请稍后再放弃')
  })

  it('is not told to another company, nor without the right', async () => {
    await site.create()
    const { jobNo } = await only()
    const foreign = site.people.foreigner.token
    expect(await list({}, foreign)).toEqual([])
    expect((await harness.call(foreign, calls.summary, {})).waiting).toBe(0)
    for (const [call, input] of [
      [calls.detail, { jobNo }],
      [calls.retry, { jobNo }],
      [calls.giveUp, { jobNo, reason: 'x' }],
    ] as const)
      expect((await harness.refused(foreign, call, input)).code).toBe('not_found')
    expect((await harness.refused(site.people.worker.token, calls.list, {})).status).toBe(403)
  })

  it('names a phone by its end only', async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into sms_message (tenant, phone, template, params, created_at)
       values ($1, '13912345678', 'login', '{}', now()) returning id`,
      [harness.tenant.tenantId],
    )
    await harness.owner.query(
      `insert into job (tenant, kind, payload, due_at, next_at) values ($1, 'sms', $2, now(), now())`,
      [harness.tenant.tenantId, { id: rows[0]!.id }],
    )
    expect((await only()).object).toBe('尾号 5678')
  })
})

describe('a job', () => {
  it('that failed is tried now, under the same delivery id, and shows its attempts', async () => {
    await site.create()
    status = 503
    await deliver()
    const { jobNo, fault } = await only()
    expect(fault).toBe('对方返回 503')
    const detail = await harness.call(admin(), calls.detail, { jobNo })
    expect(detail.trials).toMatchObject([{ number: 1, fault: '对方返回 503' }])
    expect(await deliver()).toBe(false)
    status = 200
    expect(await harness.call(admin(), calls.retry, { jobNo })).toEqual({ jobNo })
    expect(await deliver()).toBe(true)
    expect(await list()).toEqual([])
    expect(new Set(heard).size).toBe(1)
  })

  it('is given up with a reason, which is kept, and taken up again once', async () => {
    const order = await site.create()
    await site.create()
    const [{ jobNo } = { jobNo: '' }] = await list({ keyword: order.workCode })
    expect((await harness.refused(admin(), calls.giveUp, { jobNo, reason: ' ' })).message).toContain(
      '原因（reason）',
    )
    await harness.call(admin(), calls.giveUp, { jobNo, reason: '对方停机维护' })
    const detail = await harness.call(admin(), calls.detail, { jobNo })
    expect(detail).toMatchObject({
      state: 'givenUp',
      givenUpWhy: '对方停机维护',
      fault: '对方停机维护',
      retryRefusal: null,
    })
    expect(detail.givenUpBy).not.toBeNull()
    expect((await harness.refused(admin(), calls.giveUp, { jobNo, reason: 'x' })).message).toBe('已经放弃')
    const { rows } = await harness.owner.query(
      `select from webhook_delivery where object_code = $1 and state = 'failed'`,
      [order.workCode],
    )
    expect(rows).toHaveLength(1)
    const both = await Promise.allSettled([1, 2].map(() => harness.call(admin(), calls.retry, { jobNo })))
    expect(both.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    while (await deliver());
    expect(heard).toHaveLength(2)
    expect(await list()).toEqual([])
  })

  it('that waits for an earlier one of its object can be given up, not hurried', async () => {
    const tenant = harness.tenant.tenantId
    for (const [attempts, due] of [
      [1, true],
      [1, false],
    ] as const)
      await harness.owner.query(
        `insert into job (tenant, kind, key, payload, due_at, next_at, attempts) values ($1, 'webhook', 'k', '{}', now(), $2, $3)`,
        [tenant, due ? new Date(Date.now() + 60_000) : null, attempts],
      )
    const rows = await list()
    expect(rows.map(({ retryRefusal }) => retryRefusal)).toEqual([null, '同一对象还有更早的任务，依次进行'])
    await harness.call(admin(), calls.giveUp, { jobNo: rows[0]!.jobNo, reason: '不再需要' })
    // The next one of the key may go.
    expect((await harness.call(admin(), calls.detail, { jobNo: rows[1]!.jobNo })).time).not.toBeNull()
  })

  it('ends what it is about: an export that is given up says so to its person, who asks for another', async () => {
    await harness.owner.query(
      `with job as (insert into job (tenant, kind, payload, due_at, next_at) values ($1, 'export', $2, now(), now()) returning id)
       insert into export_job (tenant_id, kind, format, title, conditions, query, state, turn, created_by, created_at)
       select $1, 'workOrders', 'csv', '全部工单', '', '{}', 'waiting', id, $3, now() from job`,
      [harness.tenant.tenantId, { userId: site.people.admin.id }, site.people.admin.id],
    )
    const { jobNo, object } = await only()
    expect(object).toBe('全部工单')
    await harness.call(admin(), calls.giveUp, { jobNo, reason: '条件选错' })
    const exports = await harness.call(admin(), exportCalls.page, {})
    expect(JSON.stringify(exports)).toContain('放弃：条件选错')
    expect((await harness.refused(admin(), calls.retry, { jobNo })).message).toBe('请在下载中心重新导出')
  })
})
