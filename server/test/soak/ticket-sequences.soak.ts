import { expect, it } from 'vitest'
import { settingsOf, type ServerProcess } from '../server-process.ts'
import { actionsOf, figuresOf, playMany } from '../ticket-rules/many-sequences.ts'
import { verbs } from '../ticket-rules/model.ts'
import { useStage, type Sender } from '../ticket-rules/stage.ts'
import { useTwoServers } from '../two-servers.ts'

const SEQUENCES = Number(process.env.HELIODESK_SEQUENCES ?? 10_000)
const SEED = Number(process.env.HELIODESK_SEED ?? 1)
const COMPANIES = 8

const { harness, playing } = useStage(COMPANIES)
const servers = useTwoServers(() => settingsOf(harness), 600_000)

const sendTo =
  (server: () => ServerProcess): Sender =>
  async (token, path, body) => {
    const response = await fetch(`${server().url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': token },
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
  const seconds = () => Math.round((performance.now() - from) / 1000)
  const casts = playing([sendTo(() => servers[0]), sendTo(() => servers[1])])
  const sum = await playMany(casts, {
    many: SEQUENCES,
    seed: SEED,
    // Eight actions are the fewest until the work begins; some sequences are so long that both tickets come to their end.
    lengthOf: (seed) => (seed % 10 === 0 ? 60 : 14),
    tell: (far) => process.stdout.write(`${figuresOf(far)}\n${seconds()} s\n`),
  })
  process.stdout.write(`${figuresOf(sum)}\n${seconds()} s\n`)
  expect(sum.wrong).toEqual([])
  const actions = actionsOf(sum)
  expect(verbs.filter((verb) => !actions.has(verb))).toEqual([])
}, 36_000_000)
