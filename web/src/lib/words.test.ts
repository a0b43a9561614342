import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession, signedIn, useSession } from './session.ts'
import { writeStored } from './storage.ts'
import { user } from './user.fixture.ts'

const key = vi.hoisted(() => vi.fn<(person: string) => Promise<CryptoKey>>())
vi.mock('./kept/queue-key.ts', () => ({ keyOf: key }))

const keys = new Map<string, CryptoKey>()
/** The server gives a person the same key again. */
async function keyOf(person: string): Promise<CryptoKey> {
  const made =
    keys.get(person) ??
    (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']))
  keys.set(person, made)
  return made
}

/** The next start of the page: nothing in memory. */
async function start() {
  vi.resetModules()
  const session = await import('./session.ts')
  session.useSession.setState(useSession.getState())
  const words = await import('./words.ts')
  await words.openWords()
  return words
}
const onDevice = () => JSON.stringify([localStorage, sessionStorage].map((area) => Object.entries(area)))
const signIn = (id: string) =>
  signedIn({ token: `T${id}`, userInfo: { ...user, id } } as Parameters<typeof signedIn>[0])

beforeEach(() => {
  vi.stubGlobal('indexedDB', { deleteDatabase: () => ({ addEventListener: () => {} }) })
  key.mockReset().mockImplementation(keyOf)
  localStorage.clear()
  sessionStorage.clear()
  signIn('7')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('what was typed lies sealed, and is there after a reload', async () => {
  const words = await start()
  expect(await words.keepWords('comment:12:', { text: '套管渗油' })).toBe('kept')
  expect(await words.keepWords('searches', ['逆变器'], 'window')).toBe('kept')
  expect(onDevice()).not.toMatch(/套管渗油|逆变器/)
  const next = await start()
  expect(next.readWords('comment:12:')).toEqual({ text: '套管渗油' })
  expect(next.readWords('searches', 'window')).toEqual(['逆变器'])
})

test('it outlives the sign-out and another person, who finds nothing of it', async () => {
  const words = await start()
  await words.keepWords('report', { text: '套管渗油' })
  await words.keepWords('recent-searches', ['工单'], 'own')
  forgetSession()
  signIn('8')
  const theirs = await start()
  expect(theirs.readWords('report')).toBeNull()
  await theirs.keepWords('report', { text: '支架锈蚀' })
  forgetSession()
  signIn('7')
  const again = await start()
  expect(again.readWords('report')).toEqual({ text: '套管渗油' })
  expect(again.readWords('recent-searches', 'own')).toBeNull()
})

test('what a version before left unsealed is sealed at the start, and nothing of it is lost', async () => {
  writeStored('report:7', { lane: 'a-1', text: '套管渗油' }, 1000)
  writeStored('execution:7:12', { draft: '已更换' }, 1000)
  writeStored('comment:7:12:3', { text: '请复核' }, 1000)
  writeStored('request:7:leave', { values: '探亲' }, 1000)
  writeStored('recent-searches', ['汇流箱'])
  writeStored('execution:8:12', { draft: '别人的' }, 1000)
  const words = await start()
  await vi.waitFor(() => expect(onDevice()).not.toMatch(/套管渗油|已更换|请复核|探亲|汇流箱/))
  const next = await start()
  expect(next.readWords('report')).toEqual({ lane: 'a-1', text: '套管渗油' })
  expect(next.readWords('execution:12')).toEqual({ draft: '已更换' })
  expect(next.readWords('comment:12:3')).toEqual({ text: '请复核' })
  expect(next.readWords('request:leave')).toEqual({ values: '探亲' })
  expect(next.readWords('recent-searches', 'own')).toEqual(['汇流箱'])
  expect(words.readWords('execution:12')).toEqual({ draft: '已更换' })
  // Another author's waits for its author.
  expect(onDevice()).toContain('别人的')
})

test('a start that ends before it is sealed leaves it as it was', async () => {
  key.mockRejectedValue(new Error('no line'))
  writeStored('report:7', { text: '套管渗油' }, 1000)
  const words = await start()
  expect(await words.keepWords('comment:12:', { text: '请复核' })).toBe('waiting')
  expect(words.readWords('comment:12:')).toEqual({ text: '请复核' })
  expect(onDevice()).toContain('套管渗油')
  expect(onDevice()).not.toContain('请复核')
  key.mockImplementation(keyOf)
  const next = await start()
  await vi.waitFor(() => expect(onDevice()).not.toContain('套管渗油'))
  expect(next.readWords('report')).toEqual({ text: '套管渗油' })
})

test('what was given up does not come back, not from the version before either', async () => {
  writeStored('report:7', { text: '套管渗油' }, 1000)
  const words = await start()
  const keeping = words.keepWords('report', { text: '渗油加重' })
  words.dropWords('report')
  await keeping
  const next = await start()
  expect([next.readWords('report'), onDevice().includes('report')]).toEqual([null, false])
})

test('what has ended goes, whose ever it was', async () => {
  const words = await start()
  await words.keepWords('report', { text: '套管渗油' })
  writeStored('execution:8:12', { draft: '别人的' }, 1000)
  vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000, toFake: ['Date'] })
  await start()
  expect(onDevice()).not.toMatch(/words:|execution:/)
})

test('without a secure page it lies open until the sign-out, as there is nothing to seal it with', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const words = await start()
  expect(await words.keepWords('comment:12:', { text: '请复核' })).toBe('kept')
  expect((await start()).readWords('comment:12:')).toEqual({ text: '请复核' })
  forgetSession()
  expect(onDevice()).not.toContain('请复核')
})
