import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followChanges } from './changes.ts'
import { actedOn, keyOf, othersActedOn, queryClient } from './queries.ts'
import { useSession, windowId } from './session.ts'

type Stream = { url: string; say: (data: unknown) => void; end: () => void; isCut: boolean }

let streams: Stream[]
let status: number
let reads: number
let stop: () => void
let unwatch: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  streams = []
  status = 200
  reads = 0
  vi.stubGlobal('fetch', async (url: string) => {
    if (status !== 200) return new Response('', { status })
    const stream = { url, isCut: false } as Stream
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream.say = (data) =>
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`))
        stream.end = () => controller.close()
      },
      cancel: () => {
        stream.isCut = true
      },
    })
    streams.push(stream)
    return new Response(body)
  })
  useSession.setState({ token: '1.a' })
  show(true)
  unwatch = new QueryObserver(queryClient, {
    queryKey: keyOf(dictionaryCalls.list, {}),
    queryFn: () => Promise.resolve(++reads),
  }).subscribe(() => undefined)
})
afterEach(() => {
  stop()
  unwatch()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show(visible: boolean) {
  Object.defineProperty(document, 'hidden', { value: !visible, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function following() {
  stop = followChanges()
  await pass(0)
  streams[0]?.say({})
  await pass(0)
  expect(reads).toBe(1)
}

test('what others changed is read again; what this window changed, and what shows nothing of it, is not', async () => {
  await following()
  streams[0]!.say({ dictionary: windowId, order: null })
  await pass(5000)
  expect(reads).toBe(1)
  streams[0]!.say({ dictionary: 'another' })
  await pass(400)
  expect(reads).toBe(2)
  const saidOfOthers = () => Date.now() - othersActedOn(dictionaryCalls.list.path) < 1000
  expect(saidOfOthers()).toBe(false)
  streams[0]!.say({ dictionary: null })
  await pass(1000)
  expect([reads, saidOfOthers()]).toEqual([3, true])
  await pass(5000)
  streams[0]!.say(null)
  await pass(5000)
  expect([reads, saidOfOthers()]).toEqual([4, false])
})

test('many events are read together, and none is lost', async () => {
  await following()
  for (let at = 0; at < 20; at++) {
    streams[0]!.say({ dictionary: null })
    await pass(100)
  }
  await pass(5000)
  expect(reads).toBeGreaterThan(2)
  expect(reads).toBeLessThanOrEqual(4)
})

test('a lost stream comes back after growing times, and says for how long it heard nothing', async () => {
  await following()
  streams[0]!.end()
  await pass(1999)
  expect(streams).toHaveLength(1)
  await pass(1)
  expect(streams).toHaveLength(2)
  const age = Number(new URL(streams[1]!.url, 'http://localhost').searchParams.get('age'))
  expect(age).toBeGreaterThanOrEqual(1999)
  streams[1]!.end()
  await pass(2000)
  expect(streams).toHaveLength(2)
  await pass(2000)
  expect(streams).toHaveLength(3)
})

test('a stream that is silent for too long is dead', async () => {
  await following()
  await pass(62_500)
  expect(streams[0]!.isCut).toBe(true)
  await pass(2000)
  expect(streams).toHaveLength(2)
})

test('a hidden window has no stream; shown again, it opens one', async () => {
  await following()
  show(false)
  await pass(9000)
  expect(streams[0]!.isCut).toBe(false)
  await pass(1000)
  expect(streams[0]!.isCut).toBe(true)
  await pass(600_000)
  expect(streams).toHaveLength(1)
  show(true)
  await pass(0)
  expect(streams).toHaveLength(2)
})

test('what a window shows is read anew when it was hidden for more than a minute', async () => {
  await following()
  const acted = () => actedOn(dictionaryCalls.list.path)
  const before = acted()
  const hide = async (ms: number) => {
    show(false)
    await pass(ms)
    show(true)
  }
  await hide(60_000)
  expect(acted()).toBe(before)
  await hide(60_001)
  expect(acted()).toBe(Date.now())
})

test('without a stream the focus reads again, and nothing polls', async () => {
  status = 503
  stop = followChanges()
  await pass(300_000)
  expect(reads).toBe(1)
  window.dispatchEvent(new Event('focus'))
  await pass(400)
  expect(reads).toBe(2)
})

test('after the session has ended no stream is asked for until another begins', async () => {
  status = 401
  stop = followChanges()
  await pass(1000)
  status = 200
  useSession.setState({ token: null })
  await pass(600_000)
  expect(streams).toHaveLength(0)
  useSession.setState({ token: '1.b' })
  await pass(0)
  expect(streams).toHaveLength(1)
})
