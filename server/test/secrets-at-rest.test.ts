import { messageChannelCalls } from '@heliodesk/contract/message-channels.ts'
import { webhookCalls } from '@heliodesk/contract/webhooks.ts'
import { healthCalls } from '@heliodesk/contract/health.ts'
import { createECDH, createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Secrets, secretsOf } from '../src/kernel/secrets.ts'
import { sealSecrets } from '../src/kernel/seal-secrets.ts'
import { modules } from '../src/modules.ts'
import { keyFileOf } from '../src/platform/key-file.ts'
import { runNext } from './job-tools.ts'
import { localServer } from './local-server.ts'
import { addOperator, type Operator } from './operator.ts'
import { useSite } from './site.ts'

const site = useSite()
const { harness } = site
const token = () => site.people.admin.token
const call = {
  add: (input: object) => harness.call(token(), webhookCalls.add, input as never),
  channels: () => harness.call(token(), messageChannelCalls.company, {}),
}

type Heard = { url: string; signature: string; body: string }
const heard: Heard[] = []
let receiver: string
let operator: Operator
let number = 0
const mark = () => `geheim${++number}x${randomBytes(9).toString('hex')}`

beforeAll(async () => {
  harness.env.WEBHOOK_PRIVATE_NETWORKS = ['127.0.0.0/8']
  receiver = await localServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      heard.push({ url: request.url!, signature: String(request.headers['x-helio-signature']), body })
      response.end('{"errcode":0,"code":0}')
    })
  })
  operator = await addOperator(harness.pool)
})
const key = () => harness.env.SECRETS_KEY!
let usual: string
beforeAll(() => void (usual = key()))
beforeEach(async () => {
  harness.env.SECRETS_KEY = usual
  harness.env.SECRETS_KEY_OLD = []
  heard.length = 0
  await harness.owner.query(`delete from job where kind like 'message%' or kind = 'webhook'`)
  await harness.owner.query(
    'delete from webhook_attempt; delete from webhook_delivery; delete from webhook; delete from message_channel; delete from message_push',
  )
})

const common = { name: 'ERP', events: ['order.*'] }
const settings = { enabled: true, host: '', port: 25, tls: 'none', user: '', sender: '' } as const

async function saveChannel(channel: 'wecom' | 'dingtalk' | 'feishu' | 'mail' | 'push', more: object = {}) {
  const { version } = (await call.channels()).find((each) => each.channel === channel)!
  await harness.call(token(), messageChannelCalls.saveCompany, { ...settings, channel, version, ...more })
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows } = await harness.owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const found = await harness.owner.query<{ line: string }>(
      `select to_jsonb(t)::text as line from ${name} t`,
    )
    texts.push(...found.rows.map(({ line }) => line))
  }
  return texts.join('\n')
}

/** Enters every secret that there is; answers their texts. */
async function enterAll(): Promise<string[]> {
  const [wecom, ding, dingKey, feishu, feishuKey, mail, auth, query, changed] = Array.from(
    { length: 9 },
    mark,
  )
  const hook = await call.add({ ...common, kind: 'https', address: `${receiver}/erp?token=${query}` })
  await harness.call(token(), webhookCalls.renewSecret, { id: hook.id, version: 1 })
  const renewed = await harness.call(token(), webhookCalls.renewSecret, { id: hook.id, version: 2 })
  const robot = await call.add({
    ...common,
    kind: 'dingtalk',
    address: `${receiver}/r?access_token=${ding}`,
    robotSecret: dingKey,
  })
  await harness.call(token(), webhookCalls.edit, {
    ...common,
    id: robot.id,
    version: 1,
    departmentIds: [],
    psIds: [],
    withPhones: false,
    withFees: false,
    address: `${receiver}/r?access_token=${ding}`,
    robotSecret: changed,
  } as never)
  await saveChannel('wecom', { address: `${receiver}/w?key=${wecom}` })
  await saveChannel('feishu', { address: `${receiver}/hook/${feishu}`, password: feishuKey })
  await saveChannel('mail', {
    host: '127.0.0.1',
    port: 9,
    user: 'helio',
    sender: 'helio@example.com',
    password: mail,
  })
  await saveChannel('push')
  const browser = createECDH('prime256v1')
  await harness.call(token(), messageChannelCalls.addPush, {
    endpoint: 'https://push.example.com/abc',
    p256dh: browser.generateKeys('base64url'),
    auth: `${auth}`.slice(0, 22),
  })
  const { rows } = await harness.owner.query<{ secret: string }>(
    `select secret from message_channel where channel = 'push'`,
  )
  const opened = secretsOf(harness.env).open(
    { tenant: harness.tenant.tenantId, table: 'message_channel', column: 'secret', row: 'push' },
    rows[0]!.secret,
  )!
  expect(opened.length).toBeGreaterThan(40)
  return [
    wecom,
    ding,
    dingKey,
    feishu,
    feishuKey,
    mail,
    auth!.slice(0, 22),
    query,
    changed,
    hook.secret,
    renewed.secret,
    opened,
  ].map(String)
}

it('no table holds a secret in plain text, and no audit entry or answer shows one', async () => {
  const secrets = await enterAll()
  expect(new Set(secrets).size).toBe(12)
  const all = await dump()
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
  const answers = JSON.stringify([
    await call.channels(),
    await harness.call(token(), webhookCalls.list, {}),
    await harness.call(token(), messageChannelCalls.own, {}),
  ])
  expect(secrets.filter((secret) => answers.includes(secret))).toEqual([])
  expect(all).toContain('enc1.')
})

const deliver = modules.flatMap(({ jobs }) => jobs).find(({ kind }) => kind === 'webhook')!

/** What the receiver heard of a test of the webhook. */
async function test(id: string): Promise<Heard | undefined> {
  heard.length = 0
  await harness.call(token(), webhookCalls.test, { id })
  await runNext(harness, deliver)
  return heard.at(-1)
}

const isSigned = ({ signature, body }: Heard, secret: string) => {
  const [, at] = /^t=(\d+),/.exec(signature)!
  return signature.includes(`v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`)
}

const storedSecrets = async () =>
  (
    await harness.owner.query<{ stored: string }>(
      `select url as stored from webhook union all select secret from webhook union all select old_secret from webhook
       union all select secret from message_channel union all select settings ->> 'address' from message_channel
       union all select auth_secret from message_push`,
    )
  ).rows.flatMap(({ stored }) => stored || [])

const look = async () => {
  const { groups } = await harness.call(operator.token, healthCalls.look, {})
  return groups.find(({ title }) => title === '密钥')!.lines[0]!
}
const seal = () => sealSecrets(harness.pool, secretsOf(harness.env))

const edits = async (): Promise<number> => {
  const { rows } = await harness.owner.query<{ n: number }>(
    `select count(*)::int as n from audit_pending where object in ('webhook', 'message_push') and kind = 'edit'`,
  )
  return rows[0]!.n
}

/** Secrets as a version before left them. */
async function leaveOpen(count = 1): Promise<void> {
  const { rows } = await harness.owner.query<{ id: string; url: string; secret: string }>(
    'select id, url, secret from webhook',
  )
  for (const { id, url, secret } of rows) {
    const open = (column: string, stored: string) =>
      secretsOf(harness.env).open(
        { tenant: harness.tenant.tenantId, table: 'webhook', column, row: id },
        stored,
      )
    await harness.owner.query('update webhook set url = $2, secret = $3 where id = $1', [
      id,
      open('url', url),
      open('secret', secret),
    ])
  }
  await harness.owner.query(
    `insert into message_push (tenant_id, user_id, endpoint, p256dh, auth_secret, added_at)
     select $1, $2, 'https://push.example.com/' || n, 'p', 'offen' || n, now() from generate_series(1, $3::int) n`,
    [harness.tenant.tenantId, site.people.admin.id, count],
  )
}

describe('what a version before left open', () => {
  it('is sealed once, by several processes at once, and sends and signs as before', async () => {
    const { id, secret } = await call.add({ ...common, kind: 'https', address: `${receiver}/erp` })
    await leaveOpen(450)
    const before = await edits()
    expect(await look()).toMatchObject({ level: 'warn' })
    expect(isSigned((await test(id))!, secret!)).toBe(true)
    expect(await Promise.all([seal(), seal(), seal()])).toEqual([0, 0, 0])
    const stored = await storedSecrets()
    expect(stored.length).toBe(452)
    expect(stored.filter((each) => !each.startsWith(secretsOf(harness.env).prefix))).toEqual([])
    expect(await look()).toMatchObject({ level: 'ok', value: '452 个已加密' })
    expect(isSigned((await test(id))!, secret!)).toBe(true)
    await seal()
    expect((await storedSecrets()).toSorted()).toEqual(stored.toSorted())
    // Nobody changed anything: sealing is no entry of the audit log.
    expect(await edits()).toBe(before)
  })

  it('is sealed to its end by the next start after one that was killed', async () => {
    await leaveOpen(450)
    let batches = 0
    const connect = harness.pool.connect.bind(harness.pool)
    const dying = vi.spyOn(harness.pool, 'connect').mockImplementation((async () => {
      if (++batches > 8) throw new Error('killed')
      return connect()
    }) as never)
    await expect(seal()).rejects.toThrow('killed')
    dying.mockRestore()
    const open = (await storedSecrets()).filter((each) => !each.startsWith('enc1.'))
    expect(open.length).toBeGreaterThan(0)
    expect(open.length).toBeLessThan(450)
    expect(await seal()).toBe(0)
    const stored = await storedSecrets()
    expect(stored.filter((each) => !each.startsWith('enc1.'))).toEqual([])
    const row = 'https://push.example.com/7'
    const found = await harness.owner.query('select auth_secret from message_push where endpoint = $1', [row])
    const place = { tenant: harness.tenant.tenantId, table: 'message_push', column: 'auth_secret', row }
    expect(secretsOf(harness.env).open(place, found.rows[0].auth_secret)).toBe('offen7')
  })
})

describe('the key', () => {
  it('is changed: the old one opens until the next start, which seals all under the new one', async () => {
    const { id, secret } = await call.add({ ...common, kind: 'https', address: `${receiver}/erp` })
    harness.env.SECRETS_KEY_OLD = [usual]
    harness.env.SECRETS_KEY = 'another key of the secrets, as long as it has to be'
    expect(isSigned((await test(id))!, secret!)).toBe(true)
    expect(await seal()).toBe(0)
    harness.env.SECRETS_KEY_OLD = []
    expect(isSigned((await test(id))!, secret!)).toBe(true)
    expect(await look()).toMatchObject({ level: 'ok' })
  })

  it('is lost: everything says so, nothing is sent, and what is entered anew works', async () => {
    const { id } = await call.add({ ...common, kind: 'https', address: `${receiver}/erp` })
    await saveChannel('wecom', { address: `${receiver}/w?key=k` })
    await saveChannel('push')
    harness.env.SECRETS_KEY = 'a wrong key of the secrets, as long as it has to be'
    const before = await storedSecrets()
    expect(await seal()).toBe(4)
    // A key that is found again opens them.
    expect((await storedSecrets()).toSorted()).toEqual(before.toSorted())
    expect(await look()).toMatchObject({ level: 'bad', value: '4 个由未知的密钥加密，无法读取' })
    const hooks = () => harness.call(token(), webhookCalls.list, {})
    expect(await hooks()).toMatchObject([{ lostSecret: true, address: '', hasSecret: true }])
    expect(await test(id)).toBeUndefined()
    const { records } = await harness.call(token(), webhookCalls.deliveries, {
      hookId: id,
      pageNo: 1,
      pageSize: 10,
    })
    expect(records[0]).toMatchObject({ state: 'failed', fault: expect.stringContaining('重新填写') })
    expect(await call.channels()).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ channel: 'wecom', lostSecret: true, address: '' })]),
    )
    const tried = () => harness.call(token(), messageChannelCalls.testCompany, { channel: 'wecom' })
    expect((await tried()).fault).toContain('重新填写')

    await saveChannel('wecom', { address: `${receiver}/w?key=anew` })
    expect((await tried()).fault).toBe('')
    const given = { ...common, departmentIds: [], psIds: [], withPhones: false, withFees: false }
    await harness.call(token(), webhookCalls.edit, {
      ...given,
      id,
      version: 1,
      address: `${receiver}/erp`,
    } as never)
    const renewed = await harness.call(token(), webhookCalls.renewSecret, { id, version: 2 })
    expect(await hooks()).toMatchObject([{ lostSecret: false, oldSecretUntil: null }])
    expect(isSigned((await test(id))!, renewed.secret!)).toBe(true)
    await saveChannel('push')
    expect((await call.channels()).filter(({ lostSecret }) => lostSecret)).toEqual([])
    expect(await look()).toMatchObject({ level: 'ok' })
  })

  it('opens nothing that was copied to another row, column or company, or altered', () => {
    const secrets = new Secrets('x'.repeat(32), [])
    const place = { tenant: 1, table: 'webhook', column: 'secret', row: '7' }
    const sealed = secrets.seal(place, '密钥')
    expect(secrets.open(place, sealed)).toBe('密钥')
    for (const other of [{ tenant: 2 }, { table: 'message_push' }, { column: 'old_secret' }, { row: '8' }])
      expect(secrets.open({ ...place, ...other }, sealed)).toBeNull()
    expect(secrets.open(place, `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`)).toBeNull()
    expect(new Secrets('y'.repeat(32), []).open(place, sealed)).toBeNull()
    expect([secrets.seal(place, ''), secrets.open(place, '')]).toEqual(['', ''])
  })
})

describe('the key file', () => {
  let folder: string
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'heliodesk-key-'))))
  afterEach(() => rm(folder, { recursive: true }))

  it('is made once, for its owner alone, and only where it is needed', async () => {
    expect(keyFileOf(folder, false)).toBeNull()
    const made = keyFileOf(folder, true)
    expect(made).toMatch(/^[\w-]{43}$/)
    expect([keyFileOf(folder, true), keyFileOf(folder, false)]).toEqual([made, made])
    const path = join(folder, 'secrets.key')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readFile(path, 'utf8')).trim()).toBe(made)
  })

  it('that is damaged is refused by name', async () => {
    await writeFile(join(folder, 'secrets.key'), 'half')
    expect(() => keyFileOf(folder, true)).toThrow('密钥文件')
  })

  it('opens what it sealed after a key was set', () => {
    const place = { tenant: 1, table: 'webhook', column: 'secret', row: '7' }
    const env = { SECRETS_KEY: undefined, SECRETS_KEY_OLD: [], DATA_DIR: folder }
    const sealed = secretsOf(env).seal(place, '密钥')
    expect(secretsOf({ ...env, SECRETS_KEY: 'z'.repeat(32) }).open(place, sealed)).toBe('密钥')
  })
})
