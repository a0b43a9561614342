import { expect, test } from 'vitest'
import { Disk, Process, World } from './device.fixture.ts'
import { intent } from './rows.fixture.ts'
import { NotNow, Sender, Unwanted, type Line } from './sender.ts'
import { Store } from './store.ts'

/** A world in which everything happens at once. */
class Instant extends World {
  override async step<T>(_process: Process, run: () => T): Promise<T> {
    return run()
  }
}

const SECOND = 1000

/** A device with announced photos, which are sent until all that is left waits; time passes only while it waits. */
async function send(photos: readonly string[], received: (photo: string, time: number) => Promise<number>) {
  const world = new Instant()
  const process = new Process()
  const disk = new Disk()
  let last: Promise<unknown> = Promise.resolve()
  const store = new Store({
    database: disk.database(world, process),
    files: disk.vault(world, process),
    alone: (work) => {
      const run = last.then(work)
      last = run.catch(() => {})
      return run
    },
  })
  await store.open()
  for (const id of photos)
    await store.add(intent(id, { photo: id }), { id, sha256: '', bytes: new Uint8Array([1, 2, 3]) })
  let time = 0
  const waits: number[] = []
  const carried: string[] = []
  const line: Line = {
    send: async () => ({ is: 'done' }),
    received: ({ id }) => received(id, time),
    put: async ({ id, size }) => {
      carried.push(id)
      return size
    },
  }
  const sender = new Sender({
    store,
    line,
    wait: async (ms) => {
      waits.push(ms)
      time += ms
      if (waits.length === 3) sender.stop()
    },
    alone: (work) => work(),
    tell: () => {},
    report: (error) => {
      throw error
    },
    random: () => 0,
    now: () => time,
  })
  await sender.run()
  return { carried, waits, left: (await store.book()).photos }
}

test('a photo that is not taken now holds up no other, and is tried again at its time', async () => {
  const { carried, waits, left } = await send(['a', 'b', 'c'], async (photo, time) => {
    if (photo !== 'c' && time < 60 * SECOND) throw new NotNow(60)
    return 0
  })
  expect(carried).toEqual(['c', 'a', 'b'])
  expect(waits[0]).toBe(60 * SECOND)
  expect(left.size).toBe(0)
})

test('a photo that the server never takes stays, for its person to decide, and holds up no other', async () => {
  const { carried, left } = await send(['a', 'b', 'c'], async (photo) => {
    if (photo !== 'c') throw new Unwanted()
    return 0
  })
  expect(carried).toEqual(['c'])
  expect([...left.values()].map(({ id, lost }) => [id, lost])).toEqual([
    ['a', true],
    ['b', true],
  ])
})
