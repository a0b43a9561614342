import { expect, test } from 'vitest'
import {
  committedRows,
  killChild,
  startChild,
  stopChild,
  surviveKills,
  temporaryDirectory,
} from './launch.fixture.ts'

const rounds = Number(process.env.HELIODESK_KILL_ROUNDS ?? 200)
const killed = temporaryDirectory()
const busy = temporaryDirectory()

test(`kill -9 of a writing server, ${rounds} rounds`, () => surviveKills(killed, rounds))

test(`processes come, go and are killed side by side, ${rounds} rounds`, async () => {
  const lanes = ['a', 'b', 'c']
  const comeAndGo = async (lane: string, seed: number) => {
    const rows: string[] = []
    for (let round = 0; round < rounds / lanes.length; round++) {
      const child = await startChild(busy, `${lane} ${round}`)
      rows.push(`${lane} ${round}`)
      // Staggered, so that each of them is sometimes the first and sometimes the last.
      for (let linger = (round * seed) % 5; linger > 0; linger--) await committedRows(child.url)
      await ((round * seed) % 3 === 0 ? killChild(child.process) : stopChild(child))
    }
    return rows
  }
  const rows = (await Promise.all(lanes.map((lane, index) => comeAndGo(lane, 7 + index * 4)))).flat()
  const last = await startChild(busy, 'last')
  expect(last.attached).toBe(false)
  expect(await committedRows(last.url)).toEqual(expect.arrayContaining(rows))
  await stopChild(last)
})
