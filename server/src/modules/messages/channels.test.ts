import { announcementCalls, messageChannelCalls as calls } from '@heliodesk/contract/message-channels.ts'
import { messageCalls } from '@heliodesk/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runNext, skipWait } from '../../../test/job-tools.ts'
import { localServer } from '../../../test/local-server.ts'
import { useSite } from '../../../test/site.ts'
import { inTenant } from '../../kernel/transaction.ts'
import { deliverMessage } from './deliver.ts'
import { tell } from './index.ts'
import { startMailServer } from './mail-server.fixture.ts'
import { messageJobs, planMessage } from './plan.ts'

const site = useSite()
const { harness } = site
const [, escalateMessage] = messageJobs

const bounced = new Set<string>()
let isDown = false
let mailServer: Awaited<ReturnType<typeof startMailServer>>
const posted: { number: string; body: string }[] = []
let robot: string

beforeAll(async () => {
  harness.env.WEBHOOK_PRIVATE_NETWORKS = ['127.0.0.0/8']
  harness.env.SMTP_PRIVATE_NETWORKS = ['127.0.0.0/8']
  mailServer = await startMailServer((to) => (isDown ? 'hang up' : bounced.has(to) ? 550 : null))
  robot = await localServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      posted.push({ number: String(request.headers['x-helio-delivery']), body })
      response.end('{"errcode":0}')
    })
  })
})
afterAll(() => mailServer.close())
beforeEach(async () => {
  await harness.owner.query(`delete from job where kind like 'message%'`)
  await harness.owner.query('delete from message_channel')
  await harness.owner.query('delete from message_rule')
  await harness.owner.query('delete from message_choice')
  mailServer.received.length = 0
  posted.length = 0
  bounced.clear()
  isDown = false
})

type Who = keyof typeof site.people
const token = (who: Who) => site.people[who].token
const usual = { enabled: true, host: '', port: 25, tls: 'none', user: '', sender: '' } as const

async function enable(channel: 'mail' | 'push' | 'sms' | 'wecom', more: object = {}) {
  const all = await harness.call(token('admin'), calls.company, {})
  const { version } = all.find((each) => each.channel === channel)!
  await harness.call(token('admin'), calls.saveCompany, { ...usual, channel, version, ...more })
}
const enableMail = () =>
  enable('mail', { host: '127.0.0.1', port: mailServer.port, sender: 'helio@example.com' })

/** The worker has an address, by the code that was mailed. */
async function confirm(who: Who, mail: string) {
  await harness.owner.query('delete from message_mail where user_id = $1', [site.people[who].id])
  await harness.call(token(who), calls.askMail, { mail })
  const code = /\d{6}/.exec(mailServer.received.at(-1)!.body)![0]
  await harness.call(token(who), calls.confirmMail, { code })
  mailServer.received.length = 0
}

async function choose(
  who: Who,
  more: object = {},
  change: (choice: { channels: string[] }) => object = () => ({}),
) {
  const own = await harness.call(token(who), calls.own, {})
  const { version, quietFrom, quietUntil } = own
  const choices = own.choices.map((each) => ({ ...each, ...change(each) }))
  await harness.call(token(who), calls.saveOwn, { choices, quietFrom, quietUntil, version, ...more })
}
const byMail = (who: Who, more: object = {}) => choose(who, {}, () => ({ channels: ['mail'], ...more }))

let told = 0
const tellWorker = async (kind: 'planToAudit' | 'ticketExpiring' = 'planToAudit') => {
  const code = `JH-${++told}`
  const id = await inTenant(harness.pool, harness.tenant.tenantId, (db) =>
    tell(
      { db, now: harness.clock.now() },
      {
        kind,
        about: { kind: 'plan', id: String(told), code, stationId: site.stationId },
        to: { people: [site.people.worker.id] },
        values: { code, station: '白芨滩' },
        key: code,
      },
    ),
  )
  return { id: id!, code }
}
const run = async () => {
  while ((await runNext(harness, planMessage)) || (await runNext(harness, deliverMessage)));
}
const ways = async (id: string) => {
  const { people } = await harness.call(token('worker'), messageCalls.detail, { id })
  return people.flatMap(({ deliveries }) => deliveries.map(({ channel, state }) => `${channel} ${state}`))
}

describe('mail', () => {
  it('goes out once, also if the server fails at first, and the message says so', async () => {
    await enableMail()
    await confirm('worker', 'worker@example.com')
    await byMail('worker')
    const { id, code } = await tellWorker()
    isDown = true
    await run()
    expect(await ways(id)).toEqual(['mail waiting'])
    isDown = false
    await skipWait(harness, deliverMessage)
    await run()
    expect(mailServer.received).toHaveLength(1)
    expect(mailServer.received[0]!.body).toContain(`巡检计划${code}待审核`)
    expect(await ways(id)).toEqual(['mail sent'])
  })

  it('that bounces is given up, and stays red until one arrives', async () => {
    await enableMail()
    await confirm('worker', 'worker@example.com')
    await byMail('worker')
    bounced.add('worker@example.com')
    const { id } = await tellWorker()
    await run()
    expect(await ways(id)).toEqual(['mail failed'])
    const faultOf = async () =>
      (await harness.call(token('worker'), calls.own, {})).ways.find(({ channel }) => channel === 'mail')!
        .fault
    expect(await faultOf()).toMatch(/对方退信/)
    bounced.clear()
    await harness.call(token('worker'), calls.testOwn, {})
    await run()
    expect(await faultOf()).toBe('')
  })

  it('needs an address that its owner confirmed', async () => {
    expect(
      (await harness.refused(token('worker'), calls.askMail, { mail: 'x@example.com' })).message,
    ).toMatch(/公司未启用邮件/)
    await enableMail()
    await harness.owner.query('delete from message_mail')
    await harness.call(token('worker'), calls.askMail, { mail: 'x@example.com' })
    for (const code of ['000000', '000001', '000002', '000003', '000004'])
      expect((await harness.refused(token('worker'), calls.confirmMail, { code })).message).toMatch(/验证码/)
    const right = /\d{6}/.exec(mailServer.received.at(-1)!.body)![0]
    expect((await harness.refused(token('worker'), calls.confirmMail, { code: right })).message).toMatch(
      /失效/,
    )
    expect(
      (await harness.refused(token('worker'), calls.askMail, { mail: 'y@example.com' })).message,
    ).toMatch(/1 分钟后/)
  })

  it('never goes to a server of the inside, unless the operator allows it', async () => {
    harness.env.SMTP_PRIVATE_NETWORKS = []
    await enableMail()
    const { message } = await harness.refused(token('worker'), calls.askMail, { mail: 'x@example.com' })
    expect(message).toMatch(/没有发出|1 分钟/)
    harness.env.SMTP_PRIVATE_NETWORKS = ['127.0.0.0/8']
    expect(mailServer.received).toHaveLength(0)
  })
})

describe('a choice', () => {
  it('gathers what is not urgent for the morning, and leaves out what was read', async () => {
    await enableMail()
    await confirm('worker', 'worker@example.com')
    await byMail('worker', { when: 'morning' })
    const [first, second, third] = [await tellWorker(), await tellWorker(), await tellWorker()]
    const urgent = await tellWorker('ticketExpiring')
    await run()
    expect(mailServer.received.map(({ body }) => body)).toEqual([expect.stringContaining(urgent.code)])
    mailServer.received.length = 0
    await harness.call(token('worker'), messageCalls.read, { id: third.id })
    await harness.owner.query(`update job set next_at = now() where kind = 'message delivery'`)
    await run()
    await harness.owner.query(`update job set next_at = now() where kind = 'message delivery'`)
    await run()
    expect(mailServer.received).toHaveLength(1)
    for (const { code } of [first, second]) expect(mailServer.received[0]!.body).toContain(code)
    expect(mailServer.received[0]!.body).not.toContain(third.code)
  })

  it('is overruled by what the company locked, and is counted before it is saved', async () => {
    await enable('wecom', { address: `${robot}/cgi-bin/webhook/send?key=secret` })
    await choose('worker', {}, () => ({ channels: [] }))
    await harness.call(token('admin'), calls.saveRules, {
      rules: [{ group: 'approval', locked: ['wecom'], escalateMinutes: null, roleId: null }],
    })
    const { code } = await tellWorker()
    await run()
    expect(posted).toHaveLength(1)
    expect(posted[0]!.body).toContain(code)
    const own = await harness.call(token('worker'), calls.own, {})
    const counted = await harness.call(token('worker'), calls.preview, {
      choices: own.choices,
      quietFrom: '22:00',
      quietUntil: '07:00',
    })
    expect(counted.inApp).toBeGreaterThan(0)
    expect(counted.channels).toEqual([{ channel: 'wecom', count: expect.any(Number) as number }])
    const company = await harness.call(token('admin'), calls.company, {})
    expect(JSON.stringify(company)).not.toContain('secret')
    expect(await harness.call(token('admin'), calls.testCompany, { channel: 'wecom' })).toEqual({ fault: '' })
  })

  it('is refused half, stale, or from others', async () => {
    const own = await harness.call(token('worker'), calls.own, {})
    const half = { choices: own.choices, quietFrom: '22:00', quietUntil: null, version: own.version }
    expect((await harness.refused(token('worker'), calls.saveOwn, half)).message).toMatch(/免打扰的起止时间/)
    await choose('worker')
    const stale = { ...half, quietFrom: null }
    expect((await harness.refused(token('worker'), calls.saveOwn, stale)).message).toMatch(/已在别处更新/)
    const rules = { rules: [] }
    expect((await harness.refused(token('worker'), calls.saveRules, rules)).status).toBe(403)
    expect((await harness.refused(token('worker'), calls.company, {})).status).toBe(403)
  })

  it('of push has a browser, until it wants nothing any more', async () => {
    await enable('push')
    const { pushKey } = await harness.call(token('worker'), calls.own, {})
    expect(pushKey.length).toBeGreaterThan(60)
    const browser = { endpoint: 'https://push.example.com/1', p256dh: 'p', auth: 'a' }
    await harness.call(token('worker'), calls.addPush, browser)
    const missing = async () =>
      (await harness.call(token('worker'), calls.own, {})).ways.find(({ channel }) => channel === 'push')!
        .missing
    expect(await missing()).toBe('')
    await harness.call(token('worker'), calls.removePush, { endpoint: browser.endpoint })
    expect(await missing()).toBe('未在浏览器中开启')
  })

  it('of SMS goes through the outbox of SMS', async () => {
    await enable('sms')
    await harness.owner.query(`update app_user set phone = '13900002260' where id = $1`, [
      site.people.worker.id,
    ])
    await choose('worker', {}, () => ({ channels: ['sms'] }))
    const { code } = await tellWorker()
    await run()
    const { rows } = await harness.owner.query<{ params: { title: string } }>(
      `select params from sms_message where template = 'message' order by created_at desc limit 1`,
    )
    expect(rows[0]!.params.title).toContain(code)
  })
})

describe('what nobody reads', () => {
  it('is told to the people of a role, once', async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `select ur.role_id as id from user_role ur where ur.user_id = $1 limit 1`,
      [site.people.master.id],
    )
    await harness.call(token('admin'), calls.saveRules, {
      rules: [{ group: 'approval', locked: [], escalateMinutes: 30, roleId: rows[0]!.id }],
    })
    const { id } = await tellWorker()
    await run()
    await skipWait(harness, escalateMessage)
    expect(await runNext(harness, escalateMessage)).toBe(true)
    const { people } = await harness.call(token('worker'), messageCalls.detail, { id })
    expect(people.length).toBeGreaterThan(1)
    await run()
    expect(await runNext(harness, escalateMessage)).toBe(false)
  })
})

describe('an announcement', () => {
  it('reaches the people of its scope, and its author sees who has read it', async () => {
    const { count } = await harness.call(token('master'), announcementCalls.send, {
      title: '11-25 限电 40 %',
      content: '请调整检修',
    })
    const [sent] = await harness.call(token('master'), announcementCalls.sent, {})
    expect(sent).toMatchObject({ title: '11-25 限电 40 %', scope: '全部同事', read: 0, total: count })
    const [got] = (await harness.call(token('worker'), messageCalls.list, {})).pageList
    expect(got!.title).toBe('公告：11-25 限电 40 %')
    await harness.call(token('worker'), messageCalls.read, { id: got!.id })
    const receipts = (who: Who, input: object = {}) =>
      harness.call(token(who), announcementCalls.receipts, { id: got!.id, ...input })
    expect(await receipts('master', { unreadOnly: '1' })).toMatchObject({ read: 1, total: count })
    expect((await receipts('master', { unreadOnly: '1' })).people).toHaveLength(count - 1)
    expect(await receipts('worker')).toMatchObject({ content: '请调整检修', people: [] })
    for (const who of ['outsider', 'foreigner'] as const)
      expect(
        (await harness.refused(token(who), announcementCalls.receipts, { id: got!.id })).message,
      ).toMatch(/不存在/)
  })

  it('needs the right, and somebody whom the sender sees', async () => {
    const said = { title: '公告', content: '内容' }
    expect((await harness.refused(token('worker'), announcementCalls.send, said)).status).toBe(403)
    const elsewhere = harness.tenant.stations.find(({ depCode }) => !depCode.startsWith('A01A02'))!
    expect(
      (await harness.refused(token('master'), announcementCalls.send, { ...said, psIds: [elsewhere.id] }))
        .message,
    ).toMatch(/不存在/)
    await harness.call(token('master'), announcementCalls.send, { ...said, psIds: [site.stationId] })
  })
})
