import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

const REFUSED = new Error('too many')

/** A `Turns` whose work ends on command, with the order in which it began. */
function watched(atOnce: number, mostWaiting = 100) {
  const turns = new Turns<string>({ atOnce, mostWaiting, tooMany: REFUSED })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const add = (owner: string, number: number, signal?: AbortSignal) => {
    const work = async () => {
      begun.push(`${owner}${number}`)
      await new Promise<void>((end) => ends.push(end))
    }
    const done = turns.take(owner, work, signal)
    done.catch(() => {})
    return done
  }
  /** Ends the piece of work that has run longest. */
  const endOne = async () => {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  return { turns, begun, add, endOne }
}

it('one owner’s piece is next, however many another has waiting', async () => {
  const { begun, add, endOne } = watched(1)
  for (let number = 1; number <= 20; number++) void add('a', number)
  void add('b', 1)
  void add('c', 1)
  void add('b', 2)
  for (let left = 0; left < 5; left++) await endOne()
  // a2 had waited longest; after it, each owner gets one turn at a time.
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  for (let left = 0; left < 18; left++) await endOne()
  expect(begun.slice(6)).toEqual(Array.from({ length: 17 }, (_each, at) => `a${at + 4}`))
})

it('what makes way goes on once nothing runs and nothing waits, or when it has waited long enough', async () => {
  const { add, endOne, turns } = watched(1)
  await turns.idle(60_000)
  void add('a', 1)
  void add('b', 1)
  await turns.idle(1)
  let isIdle = false
  const idle = turns.idle(60_000).then(() => (isIdle = true))
  await endOne()
  expect(isIdle).toBe(false)
  await endOne()
  await idle
})

it('so many run at once and no more, also after one that failed', async () => {
  const { begun, add, endOne, turns } = watched(2)
  const failing = turns.take('a', () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  for (let number = 1; number <= 4; number++) void add('a', number)
  expect(begun).toEqual(['a1', 'a2'])
  await endOne()
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})

it('an owner with too many waiting is refused, others are not', async () => {
  const { begun, add, endOne } = watched(1, 2)
  for (let number = 1; number <= 3; number++) void add('a', number)
  await expect(add('a', 4)).rejects.toBe(REFUSED)
  void add('b', 1)
  for (let left = 0; left < 3; left++) await endOne()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('one that nobody waits for any more leaves its place to others', async () => {
  const { begun, add, endOne } = watched(1)
  const ending = new AbortController()
  void add('a', 1)
  const given = add('b', 1, ending.signal)
  void add('c', 1)
  ending.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  await endOne()
  expect(begun).toEqual(['a1', 'c1'])
})
