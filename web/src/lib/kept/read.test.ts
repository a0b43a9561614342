import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CallError } from '../answers.ts'
import { noteLine, useLine } from '../line.ts'
import { useSession } from '../session.ts'
import { user } from '../user.fixture.ts'
import { closeShelf, keepAhead, readThrough } from './read.ts'
import { memoryStore } from './store.fixture.ts'
import * as stores from './store.ts'

const call = { path: '/ops/order/mine', output: z.string() }
const offline = () => Promise.reject(new CallError('网络连接失败', 0, 'offline', null))
const read = (ask: (signal: AbortSignal) => Promise<unknown>, input: unknown = {}) => {
  const onAge = vi.fn<(at: number | null) => void>()
  const answer = readThrough({ call, input, ask, signal: new AbortController().signal, onAge })
  return { answer, onAge }
}
/** An answer is put away behind the screen. */
const isKept = (answer: unknown) =>
  vi.waitFor(async () => {
    noteLine(true)
    expect(await read(offline).answer).toBe(answer)
  })

beforeEach(() => {
  vi.stubGlobal('indexedDB', {})
  vi.stubGlobal('innerWidth', 390)
  vi.spyOn(stores, 'openStore').mockReturnValue(memoryStore().store)
  useSession.setState({ token: 'T', user })
  closeShelf()
  noteLine(true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  useSession.setState({ token: null, user: null })
})

test('the server’s answer shows, and is there when the line is gone', async () => {
  const online = read(() => Promise.resolve('new'))
  expect(await online.answer).toBe('new')
  expect(online.onAge).toHaveBeenCalledWith(null)
  await isKept('new')
  const before = Date.now()
  const gone = read(offline)
  expect(await gone.answer).toBe('new')
  expect(gone.onAge.mock.calls[0]![0]).toBeLessThanOrEqual(before)
  expect(useLine.getState().isThere).toBe(false)
})

test('the same question is found whatever the order of its fields, another is not', async () => {
  await keepAhead(call, { a: 1, b: [2], c: undefined }, () => Promise.resolve('kept'))
  expect(await read(offline, { b: [2], a: 1 }).answer).toBe('kept')
  await expect(read(offline, { a: 1, b: [3] }).answer).rejects.toThrow('网络连接失败')
})

test('a refusal is no lost line: it shows, and nothing kept in its place', async () => {
  await keepAhead(call, {}, () => Promise.resolve('kept'))
  const refused = () => Promise.reject(new CallError('无权查看', 403, 'forbidden', 'R1'))
  await expect(read(refused).answer).rejects.toThrow('无权查看')
  const ended = () => Promise.reject(new CallError('Token失效', 401, 'signed_out', 'R2'))
  await expect(read(ended).answer).rejects.toThrow('Token失效')
})

test('a portal on the way and a proxy without a server count as no line', async () => {
  await keepAhead(call, {}, () => Promise.resolve('kept'))
  for (const error of [new CallError('系统异常', 200, '', null), new CallError('网络超时', 504, '', 'R3')])
    expect(await read(() => Promise.reject(error)).answer).toBe('kept')
})

test('a line that does not answer in time gives the kept answer, and what comes later is kept', async () => {
  await keepAhead(call, {}, () => Promise.resolve('old'))
  noteLine(false)
  let answer = (_value: string): void => undefined
  const slow = read(() => new Promise<string>((resolve) => (answer = resolve)))
  expect(await slow.answer).toBe('old')
  answer('late')
  await isKept('late')
})

test('another person on the same phone finds nothing', async () => {
  await keepAhead(call, {}, () => Promise.resolve('kept'))
  useSession.setState({ token: 'U', user: { ...user, id: '99' } })
  await expect(read(offline).answer).rejects.toThrow('网络连接失败')
})

test('what an earlier build kept, without what this one reads of it, is not shown', async () => {
  await keepAhead(call, {}, () => Promise.resolve({ of: 'an earlier build' }))
  await expect(read(offline).answer).rejects.toThrow('网络连接失败')
})
