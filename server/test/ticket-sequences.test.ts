import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openPool } from '../src/platform/postgres.ts'
import { runs } from './runs.ts'
import { actionsOf, playMany } from './ticket-rules/many-sequences.ts'
import { useStage, type Sender } from './ticket-rules/stage.ts'

const { harness, playing } = useStage(1)
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

const sendTo =
  (app: () => FastifyInstance): Sender =>
  async (token, path, body) => {
    const response = await app().inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'x-access-token': token },
      payload: body,
    })
    const answer = JSON.parse(response.body) as {
      result_code: string
      result_msg: string
      result_data: unknown
    }
    if (response.statusCode >= 500) throw new Error(`${path} answered ${response.body}`)
    return { isDone: answer.result_code === '1', says: answer.result_msg, data: answer.result_data }
  }

it('five people and two servers move tickets, earths and their order as the model says, in any sequence', async () => {
  const casts = playing([sendTo(() => harness.app), sendTo(() => second)])
  const sum = await playMany(casts, { many: runs(4), seed: 1, lengthOf: () => 40 })
  expect(sum.wrong).toEqual([])
  expect([...actionsOf(sum).values()].reduce((all, each) => all + each, 0)).toBeGreaterThan(runs(4) * 15)
}, 180_000)
