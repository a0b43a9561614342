import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { solveCaptcha, useHarness } from './harness.ts'
import { post, settingsOf } from './server-process.ts'
import { useTwoServers } from './two-servers.ts'

const harness = useHarness()
const servers = useTwoServers(() => settingsOf(harness))
let token: string
let stationId: string

beforeAll(async () => {
  token = await harness.signIn('a_master')
  stationId = harness.tenant.stations.find((station) => station.depCode === 'A01A02A01')!.id
})

type Picture = Awaited<ReturnType<typeof solveCaptcha>>

const order = () => ({ psId: stationId, taskType: 12, taskDescription: '两台服务器' })

describe('two servers on one database', () => {
  it('give codes without gaps between them', async () => {
    const many = Number(process.env.HELIODESK_PARALLEL_CREATES ?? 60)
    const create = async (at: number): Promise<string> => {
      const key = { 'idempotency-key': `two-servers-${at}` }
      const answer = await post(servers[at % 2]!, token, '/ops/order/insert', order(), key)
      if (answer!.result_code === '503') return create(at)
      return (answer!.result_data as { workCode: string }).workCode
    }
    const codes = (await Promise.all(Array.from({ length: many }, (_each, at) => create(at)))).toSorted()
    expect(codes).toHaveLength(many)
    expect(codes.map((code) => Number(code.slice(10)))).toEqual(codes.map((_code, at) => at + 1))
  })

  it('let one of many claims win', async () => {
    const created = (await post(servers[0], token, '/ops/order/insert', order()))!
    const { id, version } = created.result_data as { id: string; version: number }
    const workers = [await harness.signIn('a_worker'), await harness.signIn('a_colleague')]
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_each, at) =>
        post(servers[at % 2]!, workers[(at >> 1) % 2]!, '/ops/order/claim', { id, version }),
      ),
    )
    expect(answers.filter((answer) => answer!.result_code === '1')).toHaveLength(1)
    const losers = answers.filter((answer) => answer!.result_code !== '1').map((answer) => answer!.result_msg)
    expect(new Set(losers).size).toBe(1)
    expect(losers[0]).toMatch(/^工单已被 .+ 接单$/)
  })

  it('end a session everywhere at once', async () => {
    const gone = await harness.signIn('a_safety')
    const list = () => Promise.all(servers.map((server) => post(server, gone, '/ops/order/page', {})))
    expect((await list()).map((answer) => answer!.result_code)).toEqual(['1', '1'])
    await fetch(`${servers[0].url}/api/sys/logout`, { method: 'POST', headers: { 'x-access-token': gone } })
    expect((await list()).map((answer) => answer!.result_code)).toEqual(['401', '401'])
  })

  it('narrow what somebody sees from the next call on, whichever of them it was said to', async () => {
    const [admin, watched] = [await harness.signIn('a_admin'), await harness.signIn('a_colleague')]
    const shown = () =>
      Promise.all(
        servers.map(async (server) => {
          const answer = await fetch(`${server.url}/api/power-station/page`, {
            headers: { 'x-access-token': watched },
          })
          return ((await answer.json()) as { result: { total: number } }).result.total
        }),
      )
    const before = await shown()
    const { id } = await harness.call(admin, dataRoleCalls.add, {
      code: 'narrow',
      name: '只看一座',
      stationIds: [stationId],
      userIds: [harness.tenant.users['a_colleague']!.id],
    })
    expect(before[0]).toBeGreaterThan(1)
    expect(await shown()).toEqual([1, 1])
    await fetch(`${servers[1].url}/api/sys/dataRole/delete?id=${id}`, {
      method: 'DELETE',
      headers: { 'x-access-token': admin },
    })
    expect(await shown()).toEqual(before)
  })

  it('lock a login together, and let one picture sign in once', async () => {
    const tryLogin = (at: number, password: string, captchaVO: Picture) =>
      post(servers[at % 2]!, '', '/sys/login', {
        username: 'a_shift',
        password,
        captchaVO,
      }) as Promise<unknown>
    const solved = await solveCaptcha(harness)
    const { password: right } = harness.tenant
    const one = await Promise.all(Array.from({ length: 50 }, (_each, at) => tryLogin(at, right, solved)))
    expect(one.filter((answer) => (answer as { success: boolean }).success)).toHaveLength(1)
    const pictures = await Promise.all(Array.from({ length: 8 }, () => solveCaptcha(harness)))
    const wrong = await Promise.all(pictures.map((picture, at) => tryLogin(at, 'Wrong@12345', picture)))
    const codes = wrong.map((answer) => (answer as { code: number }).code).toSorted((a, b) => a - b)
    expect(codes).toEqual([500, 500, 500, 500, 600, 600, 600, 600])
  })

  it('fold the counts once', async () => {
    const before = (await post(servers[0], token, '/ops/order/count', {}))!.result_data as {
      byStatus: Record<string, number>
    }
    await Promise.all(
      Array.from({ length: 20 }, (_each, at) => post(servers[at % 2]!, token, '/ops/order/insert', order())),
    )
    await expect
      .poll(
        async () =>
          (await harness.owner.query('select count(*)::int as n from work_order_count_delta')).rows[0],
        { timeout: 20_000 },
      )
      .toEqual({ n: 0 })
    const after = (await post(servers[1], token, '/ops/order/count', {}))!.result_data as {
      byStatus: Record<string, number>
    }
    expect(after.byStatus['1']).toBe(before.byStatus['1']! + 20)
  })
})
