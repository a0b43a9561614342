import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openPool } from '../src/platform/postgres.ts'
import { runs } from './runs.ts'
import { play, type Send } from './ticket-rules/play.ts'
import { useStage } from './ticket-rules/stage.ts'

const { harness, cast, tokenOf } = useStage()
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
  (app: () => FastifyInstance): Send =>
  async (who, path, body) => {
    const response = await app().inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'x-access-token': tokenOf(who) },
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
  const servers = [sendTo(() => harness.app), sendTo(() => second)]
  let allowed = 0
  for (let seed = 1; seed <= runs(4); seed++) {
    const played = await play({ ...cast(), servers }, seed, 40)
    expect(played.wrong).toBeNull()
    allowed += played.allowed
  }
  expect(allowed).toBeGreaterThan(runs(4) * 15)
}, 180_000)
