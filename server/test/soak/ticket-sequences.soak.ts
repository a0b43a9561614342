import { expect, it } from 'vitest'
import { settingsOf, type ServerProcess } from '../server-process.ts'
import { play, type Send } from '../ticket-rules/play.ts'
import { useStage } from '../ticket-rules/stage.ts'
import { useTwoServers } from '../two-servers.ts'

const SEQUENCES = Number(process.env.HELIODESK_SEQUENCES ?? 10_000)
const SEED = Number(process.env.HELIODESK_SEED ?? 1)
const ACTIONS = 12

const { harness, cast, tokenOf } = useStage()
const servers = useTwoServers(() => settingsOf(harness), 600_000)

const sendTo =
  (server: () => ServerProcess): Send =>
  async (who, path, body) => {
    const response = await fetch(`${server().url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': tokenOf(who) },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as {
      result_code: string
      result_msg: string
      result_data: unknown
    }
    if (response.status >= 500) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
    return { isDone: answer.result_code === '1', says: answer.result_msg, data: answer.result_data }
  }

it(`${SEQUENCES} sequences of five people and two servers go as the model of tickets says`, async () => {
  const from = performance.now()
  const two = [sendTo(() => servers[0]), sendTo(() => servers[1])]
  const sum = { sequences: 0, steps: 0, allowed: 0 }
  for (let seed = SEED; seed < SEED + SEQUENCES; seed++) {
    // Some come to their end, most stop on the way: what is left open is ended after each.
    const played = await play({ ...cast(), servers: two }, seed, seed % 10 === 0 ? 60 : ACTIONS)
    expect(played.wrong).toBeNull()
    sum.sequences += 1
    sum.steps += played.steps
    sum.allowed += played.allowed
    if (sum.sequences % 100 === 0)
      process.stdout.write(`${sum.sequences} sequences, ${Math.round((performance.now() - from) / 1000)} s\n`)
  }
  expect(sum.allowed).toBeGreaterThan(sum.sequences * 3)
  process.stdout.write(
    `${sum.sequences} sequences, ${sum.steps} actions, ${sum.allowed} changes, ${Math.round((performance.now() - from) / 1000)} s\n`,
  )
}, 36_000_000)
