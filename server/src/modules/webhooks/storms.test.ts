import { apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { webhookCalls } from '@heliodesk/contract/webhooks.ts'
import { beforeAll, expect, it } from 'vitest'
import { endLeases } from '../../../test/job-tools.ts'
import { useHarness } from '../../../test/harness.ts'
import { endServer, post, settingsOf, startServer, type ServerProcess } from '../../../test/server-process.ts'
import { useTwoServers } from '../../../test/two-servers.ts'
import { localServer } from '../../../test/local-server.ts'

const harness = useHarness()
const settings = () => ({ ...settingsOf(harness), WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8' })
const servers: ServerProcess[] = useTwoServers(settings)
const ORDERS = 24
const KILLS = Number(process.env.HELIODESK_SERVER_KILLS ?? 2)

type Heard = { delivery: string; object: string; event: string; taken: boolean }
const heard: Heard[] = []
let receiver: string

beforeAll(async () => {
  let asked = 0
  receiver = await localServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { id, event, object } = JSON.parse(body) as {
        id: string
        event: string
        object: { code: string }
      }
      // Every third time it fails or breaks off after it has taken what was sent; some answers take a while.
      const kind = asked++ % 6
      heard.push({ delivery: id, object: object.code, event, taken: kind !== 0 })
      if (kind === 0) return void response.writeHead(503).end()
      if (kind === 3) return void request.socket.destroy()
      setTimeout(() => response.end(), kind * 20)
    })
  })
})

it('loses nothing when processes are killed while they deliver, repeats under the same id, and keeps the order of each object', async () => {
  const admin = await harness.signIn('a_admin')
  const master = await harness.signIn('a_master')
  await harness.call(admin, webhookCalls.add, {
    name: '收件',
    kind: 'https',
    // The tests' own process only checks the form of the address.
    address: receiver.replace('http://127.0.0.1', 'https://ops.example.com'),
    events: ['order.*'],
  })
  await harness.owner.query('update webhook set url = $1', [receiver])
  const psId = harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02A01')!.id
  const create = async (at: number): Promise<void> => {
    const answer = await post(servers[at % 2]!, master, '/ops/order/insert', {
      psId,
      taskType: 12,
      taskDescription: 'x',
    })
    if (answer?.result_code !== '1') return create(at + 1)
    const { id, version } = answer.result_data as { id: string; version: number }
    const ended = { id, version, reason: '测试作废' }
    const next = async (from: number): Promise<void> => {
      const said = await post(servers[from % 2]!, master, '/ops/order/terminate', ended)
      if (said === null) return next(from + 1)
    }
    return next(at)
  }
  const work = Promise.all(Array.from({ length: ORDERS }, (_none, at) => create(at)))
  for (let kill = 0; kill < KILLS; kill++) {
    const before = heard.length
    await expect.poll(() => heard.length, { timeout: 30_000 }).toBeGreaterThan(before + 4)
    await endServer(servers[kill % 2]!, 'SIGKILL')
    await endLeases(harness)
    servers[kill % 2] = await startServer(settings())
  }
  await work
  const left = async () => {
    await harness.owner.query(
      `update job set next_at = now() where kind = 'webhook' and next_at > now() and lease is null`,
    )
    const { rows } = await harness.owner.query<{ n: number }>(
      `select count(*)::int as n from webhook_delivery where state <> 'delivered'`,
    )
    return rows[0]!.n
  }
  await expect.poll(left, { timeout: 90_000, interval: 500 }).toBe(0)
  const { rows } = await harness.owner.query<{ id: string; object: string; event: string }>(
    `select 'evt_' || replace(id::text, '-', '') as id, object_code as object, event from webhook_delivery`,
  )
  const happened = await harness.owner.query<{ n: number }>('select count(*)::int as n from work_order_event')
  expect(rows).toHaveLength(happened.rows[0]!.n)
  expect(rows.length).toBeGreaterThanOrEqual(2 * ORDERS)
  for (const { id, object, event } of rows)
    expect(heard.some((each) => each.delivery === id && each.object === object && each.event === event)).toBe(
      true,
    )
  for (const object of new Set(rows.map((each) => each.object))) {
    const events = heard.filter((each) => each.object === object).map((each) => each.event)
    expect(events.toSorted()).toEqual(events)
  }
}, 180_000)

it('and a token that is revoked on one is dead on the other', async () => {
  const manager = await harness.signIn('a_manager')
  const asked = { name: '报表', readOnly: true, codes: [], days: 90, networks: [] }
  const { id, token } = await harness.call(manager, apiTokenCalls.add, asked)
  const list = (at: number) => post(servers[at]!, token, '/ops/order/page', {})
  expect([(await list(0))!.result_code, (await list(1))!.result_code]).toEqual(['1', '1'])
  expect(await post(servers[0]!, manager, '/sys/apiToken/revoke', { id })).toMatchObject({ success: true })
  expect([(await list(1))!.result_code, (await list(0))!.result_code]).toEqual(['401', '401'])
})
