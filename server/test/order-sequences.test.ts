import { setFlagsFromString } from 'node:v8'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openPool } from '../src/platform/postgres.ts'
import { playMany } from './order-rules/many-sequences.ts'
import type { Server } from './order-rules/play.ts'
import { useSequences } from './order-rules/sequences.ts'
import { runs } from './runs.ts'

// So many calls repay the optimizing compiler, which the tests are run without.
setFlagsFromString('--opt')

const { harness, cast } = useSequences()
let second: FastifyInstance
let pool: ReturnType<typeof openPool>

/** A second application on the same database, with connections of its own. */
beforeAll(async () => {
  pool = openPool(harness.login, { max: 10 })
  second = await buildApp({ pool, env: harness.env, clock: harness.clock, strictOutput: true })
})
afterAll(async () => {
  await second.close()
  await pool.end()
})

const first: Server = (token, path, body) => harness.request('POST', path, { token, body })
const other: Server = async (token, path, body) => {
  const response = await second.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'x-access-token': token },
    payload: body,
  })
  return { status: response.statusCode, body: JSON.parse(response.body) as Record<string, unknown> }
}

it('three people and two servers move orders as the written rules say, in any sequence', async () => {
  const sum = await playMany({ ...cast(), servers: [first, other] }, runs(150), 20261127)
  expect(sum.wrong).toEqual([])
  expect(sum.allowed).toBeGreaterThan(sum.sequences * 3)
  const { rows } = await harness.owner.query<{ sts: number; n: number }>(
    'select flow_sts as sts, count(*)::int as n from work_order where tenant_id = $1 group by 1',
    [harness.tenant.tenantId],
  )
  const counted = await harness.call(cast().people['管理员'].token, workOrderCalls.count, {})
  expect({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, ...Object.fromEntries(rows.map(({ sts, n }) => [sts, n])) }).toEqual(
    counted.byStatus,
  )
}, 180_000)
