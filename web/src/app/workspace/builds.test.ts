import { afterEach, expect, test, vi } from 'vitest'
import { closeNotices, useNotices } from '../../lib/notices.ts'
import { queryClient } from '../../lib/queries.ts'
import { noteUnsaved } from '../../lib/unsaved.ts'
import { isFree, takeOver, whenFree } from './builds.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  noteUnsaved('form', null)
  closeNotices()
})

test('a new build waits until nothing is typed', () => {
  const run = vi.fn<() => void>()
  noteUnsaved('form', { path: '/a', kept: false })
  whenFree(run)
  expect(run).not.toHaveBeenCalled()
  noteUnsaved('form', null)
  expect(run).toHaveBeenCalledOnce()
  noteUnsaved('form', { path: '/a', kept: false })
  noteUnsaved('form', null)
  expect(run).toHaveBeenCalledOnce()
})

test('what was typed after the offer is not lost by pressing it', () => {
  const { worker, postMessage } = waitingWorker()
  noteUnsaved('form', { path: '/a', kept: true })
  expect(isFree()).toBe(false)
  takeOver(worker)
  expect(postMessage).not.toHaveBeenCalled()
  expect(useNotices.getState().notices.map(({ title }) => title)).toEqual(['有内容还没有保存'])
  noteUnsaved('form', null)
  takeOver(worker)
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('take-over', [])
})

test('a press while something is being sent takes effect when it has arrived', async () => {
  const { worker, postMessage } = waitingWorker()
  let arrive = () => {}
  const sending = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => new Promise<void>((resolve) => (arrive = resolve)) })
    .execute(undefined)
  takeOver(worker)
  await vi.waitFor(() => expect(queryClient.isMutating()).toBe(1))
  expect(postMessage).not.toHaveBeenCalled()
  expect(useNotices.getState().notices).toEqual([])
  arrive()
  await sending
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalledOnce())
})

test('a change of workers that the browser has given up is tried again after a reload, not for ever', () => {
  vi.useFakeTimers()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  const { worker } = waitingWorker()
  takeOver(worker)
  vi.advanceTimersByTime(3000)
  expect(reload).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem('heliodesk__take-over')).toBe('1')
  takeOver(worker, 3)
  vi.advanceTimersByTime(60_000)
  expect(reload).toHaveBeenCalledOnce()
})

test('a worker that has taken over needs no further reload', () => {
  vi.useFakeTimers()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  const { worker } = waitingWorker()
  takeOver(worker)
  worker.state = 'activated'
  vi.advanceTimersByTime(60_000)
  expect(reload).not.toHaveBeenCalled()
})

function waitingWorker() {
  const postMessage = vi.fn<(message: unknown) => void>()
  const worker: { state: ServiceWorkerState; postMessage: typeof postMessage } = {
    state: 'installed',
    postMessage,
  }
  return { worker, postMessage }
}
