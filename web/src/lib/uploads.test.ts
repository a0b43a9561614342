import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { arriving, fileOf, underWay } from './files.fixture.ts'
import { CallError, sendFile } from './call.ts'
import { useCurrentLocation } from './location.ts'
import { closeNotices, useNotices } from './notices.ts'
import { useSession } from './session.ts'
import { forgetUnsaved, useUnsavedEntries } from './unsaved.ts'
import {
  addUploads,
  cancelUpload,
  describeBox,
  retryUpload,
  roomIn,
  showBox,
  takeArrived,
  useUploadStore,
} from './uploads.ts'

vi.mock('./call.ts', { spy: true })

const PAGE = '/taskCenter'
const input = { purpose: 'feedback' } as const
let box: string
let leave: () => void
let count = 0

const uploads = () => useUploadStore.getState().uploads
const states = () => Object.fromEntries(uploads().map(({ file, state }) => [file.name, state]))
const keyOf = (name: string) => uploads().find(({ file }) => file.name === name)!.key
const add = (...names: string[]) =>
  addUploads(
    box,
    input,
    names.map((name) => fileOf(name)),
  )
const broken = () => new CallError('文件上传失败，请重试', 0, 'offline', null)
const isUnsaved = () => [...useUnsavedEntries.getState().entries.values()].some(({ path }) => path === PAGE)

beforeEach(() => {
  closeNotices()
  useCurrentLocation.setState({ pathname: PAGE })
  box = `box ${++count}`
  leave = showBox(box, PAGE)
  describeBox(box, { max: 5, held: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  useCurrentLocation.setState({ pathname: PAGE })
  leave()
  expect(uploads()).toEqual([])
})

it('three files are sent at the same time, and taken in the order of choice', async () => {
  const line = underWay()
  add('1.png', '2.png', '3.png', '4.png', '5.png')
  expect(line.names()).toEqual(['1.png', '2.png', '3.png'])
  expect(states()).toMatchObject({ '3.png': 'sending', '4.png': 'waiting' })
  line.arrive('3.png')
  await waitFor(() => expect(line.names()).toContain('4.png'))
  line.arrive('2.png')
  await waitFor(() => expect(line.names()).toContain('5.png'))
  expect(takeArrived(box)).toEqual([])
  line.arrive('1.png')
  await waitFor(() => expect(states()['1.png']).toBe('arrived'))
  expect(takeArrived(box).map(({ name }) => name)).toEqual(['1.png', '2.png', '3.png'])
  expect(takeArrived(box)).toEqual([])
  // A failed upload does not hold up those behind it.
  line.fail('4.png', broken())
  line.arrive('5.png')
  await waitFor(() => expect(states()).toEqual({ '4.png': 'failed', '5.png': 'arrived' }))
  expect(takeArrived(box).map(({ name }) => name)).toEqual(['5.png'])
})

it('an upload goes on while its page rests, and is there when the page shows again', async () => {
  const line = underWay()
  add('a.png')
  useCurrentLocation.setState({ pathname: '/system/user' })
  leave()
  expect(useUploadStore.getState().shown.has(box)).toBe(false)
  line.arrive('a.png')
  await waitFor(() => expect(states()).toEqual({ 'a.png': 'arrived' }))
  expect(useNotices.getState().notices).toMatchObject([{ title: 'a.png上传成功', seconds: 3 }])
  useCurrentLocation.setState({ pathname: PAGE })
  leave = showBox(box, PAGE)
  expect(takeArrived(box).map(({ path }) => path)).toEqual(['ab/a.png'])
})

it('a page with files on their way counts as unsaved until they are taken, so that leaving the browser asks', async () => {
  const line = underWay()
  expect(isUnsaved()).toBe(false)
  add('a.png')
  expect(isUnsaved()).toBe(true)
  line.arrive('a.png')
  await waitFor(() => expect(states()).toEqual({ 'a.png': 'arrived' }))
  expect(isUnsaved()).toBe(true)
  takeArrived(box)
  expect(isUnsaved()).toBe(false)
})

it.each([
  ['closing the tab all the same', () => forgetUnsaved((path) => path === PAGE)],
  ['closing the form', () => leave()],
  ['the end of the session', () => useSession.setState({ token: null })],
])('%s gives up what is on its way', async (_title, end) => {
  useSession.setState({ token: 'T' })
  const line = underWay()
  add('1.png', '2.png', '3.png', '4.png')
  const { signal } = vi.mocked(sendFile).mock.calls[0]![3]!
  end()
  expect(uploads()).toEqual([])
  await waitFor(() => expect(signal!.aborted).toBe(true))
  expect(line.names()).toEqual(['1.png', '2.png', '3.png'])
  expect(useNotices.getState().notices).toEqual([])
})

it('cancelling one lets the next go', async () => {
  const line = underWay()
  add('1.png', '2.png', '3.png', '4.png', '5.png')
  cancelUpload(keyOf('4.png'))
  cancelUpload(keyOf('2.png'))
  await waitFor(() => expect(line.names()).toContain('5.png'))
  expect(line.names()).not.toContain('4.png')
})

it('a broken line keeps the file, which goes again under the same key once the device is online', async () => {
  vi.mocked(sendFile).mockRejectedValueOnce(broken())
  add('a.png')
  await waitFor(() => expect(uploads()).toMatchObject([{ state: 'failed', lost: true }]))
  expect(useNotices.getState().notices).toMatchObject([
    { title: 'a.png上传失败', text: '文件上传失败，请重试', seconds: 3 },
  ])
  arriving()
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(states()).toEqual({ 'a.png': 'arrived' }))
  const [first, second] = vi.mocked(sendFile).mock.calls.map(([, , , options]) => options!.idempotencyKey)
  expect(first).toBe(second)
})

it('a device that says too early that it is online tries again within seconds, and tells of it once', async () => {
  vi.useFakeTimers()
  dispatchEvent(new Event('offline'))
  vi.mocked(sendFile).mockRejectedValueOnce(broken()).mockRejectedValueOnce(broken())
  add('a.png')
  await vi.advanceTimersByTimeAsync(0)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sendFile).toHaveBeenCalledTimes(2)
  expect(uploads()).toMatchObject([{ state: 'failed', lost: true }])
  expect(useNotices.getState().notices).toHaveLength(1)
  arriving()
  await vi.advanceTimersByTimeAsync(1000)
  expect(states()).toEqual({ 'a.png': 'arrived' })
})

it('what the server refused does not go again by itself', async () => {
  vi.mocked(sendFile).mockRejectedValueOnce(new CallError('请上传PNG格式文件!', 200, 'file.type', null))
  add('a.png')
  await waitFor(() => expect(uploads()).toMatchObject([{ state: 'failed', lost: false }]))
  dispatchEvent(new Event('online'))
  expect(sendFile).toHaveBeenCalledOnce()
  expect(uploads()).toMatchObject([{ error: '请上传PNG格式文件!' }])
})

it('a line on which nothing moves for a minute is taken for broken', async () => {
  vi.useFakeTimers()
  underWay()
  add('a.png')
  const { onProgress } = vi.mocked(sendFile).mock.calls[0]![3]!
  await vi.advanceTimersByTimeAsync(59_000)
  onProgress!(0.5)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(uploads()).toMatchObject([{ state: 'sending', part: 0.5 }])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(uploads()).toMatchObject([{ state: 'failed', lost: true, error: '文件上传失败，请重试' }])
})

it('a failed upload decrements the counter, and is sent again only where there is room', async () => {
  describeBox(box, { max: 2, held: 1 })
  vi.mocked(sendFile).mockRejectedValueOnce(broken())
  add('a.png')
  expect(roomIn(box)).toBe(0)
  await waitFor(() => expect(roomIn(box)).toBe(1))
  arriving()
  add('b.png')
  await waitFor(() => expect(states()['b.png']).toBe('arrived'))
  expect(retryUpload(keyOf('a.png'))).toBe('最多上传2个附件，请确认!')
  describeBox(box, { max: 2, held: 0 })
  expect(retryUpload(keyOf('a.png'))).toBeNull()
  await waitFor(() => expect(states()['a.png']).toBe('arrived'))
})

it('where one file has its place, a new one is sent instead', async () => {
  describeBox(box, { max: 1, held: 1, replaces: true })
  const line = underWay()
  add('a.png')
  add('b.png')
  expect(states()).toEqual({ 'b.png': 'sending' })
  line.arrive('b.png')
  await waitFor(() => expect(takeArrived(box).map(({ name }) => name)).toEqual(['b.png']))
})
