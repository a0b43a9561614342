import { expect, test } from 'vitest'
import { openShelf, surplus } from './shelf.ts'
import { memoryStore } from './store.fixture.ts'

const PERSON = '1:7'

test('an answer is read again by its question, with the time at which it was given', async () => {
  const { store } = memoryStore()
  const shelf = await openShelf(store, PERSON)
  await shelf.put('orders {}', [{ name: '汇流箱' }], 5000)
  expect(await shelf.take('orders {}')).toEqual({ at: 5000, answer: [{ name: '汇流箱' }] })
  expect(await shelf.take('orders {"id":"1"}')).toBeNull()
  // The same keys after a reload.
  const later = await openShelf(store, PERSON)
  expect(await later.take('orders {}')).not.toBeNull()
})

test('without the keys neither answer nor question is to be read', async () => {
  const { store, keys, answers } = memoryStore()
  const shelf = await openShelf(store, PERSON)
  await shelf.put('/ops/order/detail', { name: 'secret-name' }, 1)
  const [name, { bytes }] = [...answers][0]!
  expect(new TextDecoder().decode(bytes)).not.toContain('secret-name')
  expect(name).toMatch(/^[0-9a-f]{64}$/)
  for (const key of Object.values(keys.get(PERSON)!)) {
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  }
  keys.clear()
  const next = await openShelf(store, PERSON)
  expect(await next.take('/ops/order/detail')).toBeNull()
})

test('another person, and the same one of another company, reads nothing', async () => {
  const { store } = memoryStore()
  const shelf = await openShelf(store, PERSON)
  await shelf.put('orders {}', 'mine', 1)
  for (const other of ['1:8', '2:7'])
    expect(await (await openShelf(store, other)).take('orders {}')).toBeNull()
})

test('an answer that was altered, or put in the place or given the age of another, does not open', async () => {
  const { store, answers } = memoryStore()
  const shelf = await openShelf(store, PERSON)
  await shelf.put('a', 'one', 1)
  await shelf.put('b', 'two', 2)
  const [a, b] = [...answers.keys()] as [string, string]
  const [one, two] = [answers.get(a)!, answers.get(b)!]
  answers.set(a, { ...two, name: a })
  expect(await shelf.take('a')).toBeNull()
  answers.set(a, { ...one, at: 99 })
  expect(await shelf.take('a')).toBeNull()
  const bytes = one.bytes.slice(0)
  new Uint8Array(bytes)[0]! ^= 1
  answers.set(a, { ...one, bytes })
  expect(await shelf.take('a')).toBeNull()
  answers.set(a, one)
  expect(await shelf.take('a')).toEqual({ at: 1, answer: 'one' })
})

test('within the budget the oldest goes first', async () => {
  expect(
    surplus(
      [
        { name: 'new', at: 3, size: 40 },
        { name: 'old', at: 1, size: 40 },
        { name: 'middle', at: 2, size: 40 },
      ],
      50,
    ),
  ).toEqual(['old', 'middle'])
  const { store } = memoryStore()
  const shelf = await openShelf(store, PERSON, 2000)
  for (let at = 1; at <= 5; at++) await shelf.put(`q${at}`, 'x'.repeat(600), at)
  expect(await shelf.take('q1')).toBeNull()
  expect(await shelf.take('q5')).not.toBeNull()
  const { bytes, answers, oldest } = await shelf.amount()
  expect([bytes <= 2000, answers, oldest]).toEqual([true, 3, 3])
})
