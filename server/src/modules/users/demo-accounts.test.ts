import { userCalls as calls } from '@heliodesk/contract/users.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { administratorOf, hire, newcomer, signInAdministrator } from '../../../test/hire.ts'
import { endServer, settingsOf, startServer, type ServerProcess } from '../../../test/server-process.ts'
import { isLoopback } from '../../kernel/reach.ts'

const harness = useHarness()
const PATH = '/sys/user/demoAccounts'
/** The header of a proxy in front of the server. */
const OUTSIDE = { 'x-forwarded-for': '203.0.113.7' }

let admin: string
let everybody: string[]

const accounts = async (token: string, headers: Record<string, string> = OUTSIDE) => {
  const { body } = await harness.request('GET', PATH, { token, headers })
  return calls.demoAccounts.output.parse(body.result)
}

/** Makes the tenant's users demo accounts: they all have the hash that they were created with. */
beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  everybody = Object.keys(harness.tenant.users)
  await harness.owner.query(
    `update tenant t set demo = true,
       demo_password_hash = (select password_hash from app_user u where u.tenant_id = t.id limit 1) where id = $1`,
    [harness.tenant.tenantId],
  )
})

describe('demo accounts with the public password', () => {
  it.each<[what: string, headers: Record<string, string>, warned: boolean]>([
    ['from this machine', { host: '127.0.0.1:8080' }, false],
    ['from this machine by name', { host: 'localhost:8080' }, false],
    ['from this machine by IPv6', { host: '[::1]:8080' }, false],
    ['through a proxy on this machine', { 'x-forwarded-for': '127.0.0.1, ::1' }, false],
    ['by an address that others know', { host: 'pv.example.com' }, true],
    ['by an address in the network', { host: '192.168.1.20:8080' }, true],
    ['through a proxy', OUTSIDE, true],
  ])('are told when the server is called %s: %j', async (_what, headers, warned) => {
    const told = await accounts(admin, headers)
    expect(told.toSorted()).toEqual(warned ? everybody.toSorted() : [])
  })

  it('are told only while they have that password and are in force', async () => {
    const [frozen, reset] = ['a_guest', 'a_safety']
    const { id } = harness.tenant.users[frozen]!
    await harness.call(admin, calls.frozenBatch, { ids: id, status: '2' })
    await harness.call(admin, calls.changePassword, { username: reset, password: 'Changed#2026' })
    await harness.call(admin, calls.add, newcomer(harness))
    const left = everybody.filter((username) => username !== frozen && username !== reset)
    expect((await accounts(admin)).toSorted()).toEqual(left.toSorted())
  })

  it('are told of one’s own scope and to those who can do something about it only', async () => {
    const west = await hire(harness, {
      username: 'west.users',
      codes: ['user:manage'],
      depCode: 'A01A02A01',
    })
    const own = Object.values(harness.tenant.users).filter((user) => user.depCode === 'A01A02A01')
    expect((await accounts(west.token)).toSorted()).toEqual(own.map((user) => user.username).toSorted())
    const reader = await hire(harness, { username: 'demo.reader', codes: ['order:list'] })
    expect((await harness.request('GET', PATH, { token: reader.token, headers: OUTSIDE })).status).toBe(403)
    expect(await accounts(await signInAdministrator(harness, harness.otherTenant))).toEqual([])
  })
})

describe('a server that others can reach', { timeout: 60_000 }, () => {
  let server: ServerProcess
  afterEach(() => endServer(server, 'SIGTERM'))

  async function accountsOn(host: string) {
    server = await startServer({ ...settingsOf(harness), HOST: host })
    const response = await fetch(`${server.url}/api${PATH}`, { headers: { 'x-access-token': admin } })
    return calls.demoAccounts.output.parse(((await response.json()) as { result: unknown }).result)
  }

  it('says so at its start and to the administrator, wherever he sits', async () => {
    const told = await accountsOn('0.0.0.0')
    expect(told).toContain(administratorOf(harness.tenant).username)
    await expect
      .poll(() => server.output())
      .toContain(`警告：服务对外开放，而 ${told.length} 个演示账号的密码人人皆知`)
  })

  it('and one that they cannot says nothing', async () => {
    expect(await accountsOn('127.0.0.1')).toEqual([])
    await endServer(server, 'SIGTERM')
    expect(server.output()).not.toContain('警告')
  })
})

it.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['app.localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['notlocalhost', false],
  ['127.0.0.1.example.com', false],
])('%s is this machine only: %s', (host, own) => {
  expect(isLoopback(host)).toBe(own)
})
