import { expect, it } from 'vitest'
import { playMany } from '../order-rules/many-sequences.ts'
import type { Server } from '../order-rules/play.ts'
import { useSequences } from '../order-rules/sequences.ts'
import { settingsOf, type ServerProcess } from '../server-process.ts'
import { useTwoServers } from '../two-servers.ts'

const SEQUENCES = Number(process.env.HELIODESK_SEQUENCES ?? 10_000)
const SEED = Number(process.env.HELIODESK_SEED ?? 1)

const { harness, cast } = useSequences()
const servers = useTwoServers(() => settingsOf(harness), 600_000)

const sendTo =
  (server: () => ServerProcess): Server =>
  async (token, path, body) => {
    const response = await fetch(`${server().url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': token },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

it(`${SEQUENCES} sequences of three people and two servers go as the written rules say`, async () => {
  const from = performance.now()
  const two = [sendTo(() => servers[0]), sendTo(() => servers[1])] as const
  const sum = await playMany({ ...cast(), servers: two }, SEQUENCES, SEED, (done) =>
    process.stdout.write(`${done} sequences, ${Math.round((performance.now() - from) / 1000)} s\n`),
  )
  expect(sum.wrong).toEqual([])
  expect(sum.allowed).toBeGreaterThan(sum.sequences * 3)
  const { rows } = await harness.owner.query<{ apart: number }>(
    `select count(*) filter (where (
       select count(*) = 1 and bool_and(app.order_state_of(i.status, i.business_state) = o.flow_sts)
       from process_instance i where i.business_type = 'workOrder' and i.business_id = o.id) is not true)::int as apart
     from work_order o`,
  )
  expect(rows).toEqual([{ apart: 0 }])
  process.stdout.write(
    `${sum.sequences} sequences, ${sum.steps} steps, ${sum.rivals} of them two at once, ${sum.allowed} changes, ${Math.round((performance.now() - from) / 1000)} s\n`,
  )
})
