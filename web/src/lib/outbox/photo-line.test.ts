import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useSession, type User } from '../session.ts'
import type { Photo } from './book.ts'
import { carryByCalls } from './photo-line.ts'
import { NoAnswer, NotNow, Unwanted } from './sender.ts'

const photo = { id: 'c0ffee00-0000-4000-8000-000000000001', size: 900 } as Photo
const ours = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '7' }
const refused = vi.fn()
const line = carryByCalls('u1', refused)

const answers = (body: unknown, { status = 200, headers = ours as Record<string, string> } = {}) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(JSON.stringify(body), { status, headers })))
const done = (bytes: number) => ({ result_code: '1', result_msg: 'success', result_data: { bytes } })
const refusal = (code: string, bytes: number | null = null) => ({
  result_code: '0',
  result_msg: '照片没有收下',
  error_code: code,
  result_data: bytes === null ? null : { bytes },
})
const signIn = (id: string) => useSession.setState({ token: 't', user: { id, tenantId: '1' } as User })
const put = () => line.put(photo, 300, new Uint8Array([1, 2, 3]))

beforeEach(() => {
  signIn('u1')
  refused.mockClear()
})

describe('a photo', () => {
  test('goes on where the server says', async () => {
    const fetch = answers(done(300))
    expect(await line.received(photo)).toBe(300)
    const [url, init] = fetch.mock.calls[0]!
    expect(url).toContain('/field/photo/received')
    expect(JSON.parse(init!.body as string)).toMatchObject({ photoId: photo.id })
  })

  test('is carried as the file of a form, with its place in the address', async () => {
    const fetch = answers(done(303))
    expect(await put()).toBe(303)
    const [url, init] = fetch.mock.calls[0]!
    expect(url).toContain(`/field/photo/put?photoId=${photo.id}&at=300`)
    const file = (init!.body as FormData).get('file') as File
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
    expect(init!.headers).not.toHaveProperty('content-type')
    expect(init!.headers).not.toHaveProperty('idempotency-key')
  })

  test('that was damaged on its way begins again at 0', async () => {
    answers(refusal('photo.checksum', 0))
    expect(await put()).toBe(0)
    expect(refused).not.toHaveBeenCalled()
  })

  test('that the server never takes is told of, and is for a person to decide', async () => {
    answers(refusal('photo.refused', 900))
    await expect(put()).rejects.toBeInstanceOf(Unwanted)
    await expect(line.received(photo)).rejects.toBeInstanceOf(Unwanted)
    expect(refused).toHaveBeenCalledTimes(2)
    expect(refused).toHaveBeenCalledWith(photo, {
      code: 'photo.refused',
      message: '照片没有收下',
      data: { bytes: 900 },
    })
  })

  test('that is refused for now is told of, stays, and waits', async () => {
    answers(refusal('file.quota'))
    await expect(put()).rejects.toMatchObject({ seconds: 60 })
    answers(refusal('forbidden'), { status: 403 })
    await expect(line.received(photo)).rejects.toBeInstanceOf(NotNow)
    expect(refused).toHaveBeenCalledTimes(2)
  })

  test('is never carried in the name of somebody else', async () => {
    signIn('u2')
    const fetch = answers(done(0))
    await expect(put()).rejects.toMatchObject({ why: 'signedOut' })
    await expect(line.received(photo)).rejects.toMatchObject({ why: 'signedOut' })
    expect(fetch).not.toHaveBeenCalled()
  })

  test.for([
    [401, 'signedOut', 0],
    [426, 'tooOld', 0],
    [429, 'busy', 20],
    [503, 'busy', 20],
  ] as const)('rests at %d: %s', async ([status, why, seconds]) => {
    answers(refusal('x'), { status, headers: { ...ours, 'retry-after': '20' } })
    await expect(put()).rejects.toMatchObject({ why, seconds })
  })

  test.for<[string, number, Record<string, string>]>([
    ['a page', 200, { ...ours, 'content-type': 'text/html' }],
    ['JSON of somebody else', 200, { 'content-type': 'application/json' }],
    ['a broken server', 500, ours],
  ])('has no answer from %s', async ([, status, headers]) => {
    answers(done(900), { status, headers })
    await expect(put()).rejects.toBeInstanceOf(NoAnswer)
    await expect(line.received(photo)).rejects.toBeInstanceOf(NoAnswer)
  })

  test('has no answer when nothing answers, or in the middle of it', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(put()).rejects.toBeInstanceOf(NoAnswer)
    const broken = new Response(new ReadableStream({ start: (stream) => stream.error(new Error('cut')) }), {
      headers: ours,
    })
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(broken)
    await expect(put()).rejects.toBeInstanceOf(NoAnswer)
  })
})
