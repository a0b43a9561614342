import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { glanceAt } from '../../lib/first-frame.ts'
import { useSession } from '../../lib/session.ts'
import { user } from '../../lib/user.fixture.ts'
import { readFilm, readPhoto } from './photo.ts'
import { chooseShrinks, shrinks } from './shrink.ts'

vi.mock('../../lib/first-frame.ts', { spy: true })

const MB = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What the worker answers to a photo. */
let answer: Blob | null = null
let asked = 0

beforeEach(() => {
  useSession.setState({ token: 'T', user })
  asked = 0
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {
        asked++
        this.dispatchEvent(new MessageEvent('message', { data: answer }))
      }
      terminate() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

/** A JPEG of a camera that says when and where it was taken. */
function camera(size: number): Uint8Array<ArrayBuffer> {
  // An EXIF segment, and in it a TIFF, little-endian, whose first directory is at 8.
  const head = Buffer.from('ffd8ffe1010045786966000049492a0008000000', 'hex')
  const bytes = new Uint8Array(size)
  bytes.set(head)
  const view = new DataView(bytes.buffer, 12)
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, count, true)
    view.setUint32(at + 8, value, true)
  }
  const write = (at: number, text: string) => bytes.set(Buffer.from(text), 12 + at)
  const rational = (at: number, values: number[]) =>
    values.forEach((value, n) => {
      view.setUint32(at + n * 8, value, true)
      view.setUint32(at + n * 8 + 4, 1, true)
    })
  view.setUint16(8, 2, true)
  entry(10, 0x8769, 4, 1, 40)
  entry(22, 0x8825, 4, 1, 60)
  view.setUint16(40, 1, true)
  entry(42, 0x9003, 2, 20, 130)
  view.setUint16(60, 4, true)
  entry(62, 1, 2, 2, 0x53)
  entry(74, 2, 5, 3, 152)
  entry(86, 3, 2, 2, 0x45)
  entry(98, 4, 5, 3, 176)
  write(130, '2026:11:05 10:12:30\0')
  rational(152, [38, 30, 36])
  rational(176, [106, 15, 0])
  return bytes
}
const fileOf = (bytes: Uint8Array<ArrayBuffer>, lastModified = 1, name = 'IMG_1.png') =>
  new File([bytes], name, { type: 'image/jpeg', lastModified })

test('a large photo is made smaller on request, and says what the camera’s file was, when and where', async () => {
  const bytes = camera(2 * MB)
  const small = new Uint8Array(5000).fill(7)
  answer = new Blob([small])
  const { photo, picture } = await readPhoto(fileOf(bytes), true)
  expect(photo).toMatchObject({
    name: 'IMG_1.jpg',
    size: 5000,
    sha256: sha256(small),
    originalSha256: sha256(bytes),
    takenTime: '2026-11-05 10:12:30',
    latitude: -38.51,
    longitude: 106.25,
  })
  expect(await picture.bytes.slice(10, 20)).toEqual(small.slice(10, 20))
})

test('it goes as it is when nobody asks for it, when it is small, does not become smaller, or cannot be decoded', async () => {
  const bytes = camera(2 * MB)
  answer = new Blob([new Uint8Array(5000)])
  const asItIs = { name: 'IMG_1.png', takenTime: null, latitude: null }
  expect((await readPhoto(fileOf(bytes))).photo).toMatchObject({ ...asItIs, sha256: sha256(bytes) })
  expect((await readPhoto(fileOf(camera(MB)), true)).photo).toMatchObject({ ...asItIs, size: MB })
  expect(asked).toBe(0)
  for (const given of [new Blob([new Uint8Array(2 * MB)]), null]) {
    answer = given
    const { photo } = await readPhoto(fileOf(bytes), true)
    expect(photo).toMatchObject({ ...asItIs, sha256: sha256(bytes) })
    expect(photo.originalSha256).toBeUndefined()
  }
  expect(asked).toBe(2)
})

test('the choice is a person’s own, on this device', () => {
  expect(shrinks()).toBe(false)
  chooseShrinks(true)
  expect(shrinks()).toBe(true)
  useSession.setState({ user: { ...user, id: '999' } })
  expect(shrinks()).toBe(false)
  useSession.setState({ user })
  expect(shrinks()).toBe(true)
  chooseShrinks(false)
})

test('a film is told with its length and its poster; one that does not play goes without', async () => {
  const bytes = new Uint8Array(9000).fill(3)
  vi.mocked(glanceAt).mockResolvedValueOnce({ frame: new Blob(['poster']), seconds: 12.5 })
  const { photo, picture } = await readFilm(fileOf(bytes, 1, 'VID.mp4'))
  expect(photo).toMatchObject({
    name: 'VID.mp4',
    sha256: sha256(bytes),
    film: { seconds: 12.5, poster: btoa('poster') },
  })
  expect(picture.bytes.length).toBe(9000)
  vi.mocked(glanceAt).mockResolvedValueOnce(null)
  expect((await readFilm(fileOf(bytes))).photo.film).toEqual({ seconds: null, poster: null })
})

test('a film that is too long or too large is refused with the reason', async () => {
  vi.mocked(glanceAt).mockResolvedValueOnce({ frame: null, seconds: 75.2 })
  await expect(readFilm(fileOf(new Uint8Array(9)))).rejects.toThrow('视频最长 60 秒，这一段有 75 秒')
  const large = fileOf(new Uint8Array(9))
  Object.defineProperty(large, 'size', { value: 100 * MB + 1 })
  await expect(readFilm(large)).rejects.toThrow('视频不能超过 100 MB，请缩短后重录')
})
