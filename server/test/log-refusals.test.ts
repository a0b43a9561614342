import { userCalls } from '@heliodesk/contract/users.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useHarness } from './harness.ts'
import { endServer, settingsOf, startServer, type ServerProcess } from './server-process.ts'

const harness = useHarness()
let server: ServerProcess

beforeAll(async () => {
  server = await startServer({ ...settingsOf(harness), LOG_LEVEL: 'info', RATE_LIMIT: '10' })
}, 120_000)

afterAll(() => endServer(server, 'SIGTERM'))

type Line = { msg?: string; code?: string; path?: string; right?: string; tenant?: number; userId?: string }

it('a refusal for a missing right or a flood stands in the log, without what was sent', async () => {
  const token = await harness.signIn('a_worker')
  const ask = () =>
    fetch(`${server.url}/api${userCalls.list.path}?keyword=geheim`, { headers: { 'x-access-token': token } })
  const statuses = []
  for (let call = 0; call < 11; call++) statuses.push((await ask()).status)
  expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
  await endServer(server, 'SIGTERM')

  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const refused = lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'refused')
  expect(refused).toHaveLength(11)
  expect(refused[0]).toMatchObject({
    method: 'GET',
    path: '/api/sys/user/list',
    address: '127.0.0.1',
    code: 'missing_right',
    right: 'user:manage',
    tenantId: harness.tenant.tenantId,
    userId: harness.tenant.users['a_worker']!.id,
  })
  expect(refused.at(-1)).toMatchObject({ path: '/api/sys/user/list', code: 'rate_limit' })
  expect(server.output()).not.toContain('geheim')
  expect(server.output()).not.toContain(token.slice(-20))
}, 60_000)
