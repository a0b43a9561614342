import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { runNext } from '../../../test/job-tools.ts'
import { freshSample, sample, upload, visit } from '../../../test/files.ts'
import { fileCalls } from '@heliodesk/contract/files.ts'
import { hasPreview } from './blobs.ts'
import { fileOf } from './index.ts'
import { blobOf, bytesLeft, paper, within } from './files.fixture.ts'
import { makePreview } from './previews.ts'
import { lookAt } from './workshop.ts'

const harness = useHarness()
let worker: string

beforeAll(async () => {
  worker = await harness.signIn('a_worker')
})

const NOTES = {
  IFD0: { Make: 'Camera' },
  IFD2: { DateTimeOriginal: '2026:05:01 08:30:00' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '31/1 12/1 30/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '121/1 30/1 0/1',
  },
}

let made = 0

/** A photo of 1200 × 900 pixels with an EXIF rotation, its upper left corner red. */
async function photo(): Promise<Buffer> {
  made += 1
  const base = sharp({
    create: { width: 1200, height: 900, channels: 3, background: { r: made, g: 80, b: 160 } },
  })
  const corner = await sharp({ create: { width: 600, height: 450, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  return base
    .composite([{ input: corner, left: 0, top: 0 }])
    .withExif(NOTES)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

function bitmap(): Buffer {
  const row = 12
  const bytes = Buffer.alloc(54 + row * 3, 0x40)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(0, 6)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(4, 18)
  bytes.writeInt32LE(3, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  bytes.fill(0, 30, 54)
  return bytes
}

const smallerOf = async (url: string | null) => {
  const got = await visit(harness, url!)
  expect([got.status, got.headers['content-type']]).toEqual([200, 'image/webp'])
  return got.bytes
}

const again = (path: string) => within(harness, (ctx) => fileOf(ctx, path))
const runJobs = async () => {
  let runs = 0
  while (await runNext(harness, makePreview)) runs += 1
  return runs
}

it.each([
  ['image/png', 64 * 1024 * 1024, true],
  ['image/png', 64 * 1024 * 1024 + 1, false],
  ['application/pdf', 1, true],
  ['video/mp4', 1, false],
])('of %s with %d bytes smaller pictures can be made: %s', (mediaType, size, can) => {
  expect(hasPreview({ mediaType, size })).toBe(can)
})

describe('the smaller pictures of a photo', () => {
  it('are turned as they are seen, within 320 and 2048 pixels, and tell nothing that the camera noted', async () => {
    const stored = await upload(harness, worker, { purpose: 'picture', content: await photo() })
    const [thumbnail, preview] = [
      await smallerOf(stored.fileUrlThumbnail),
      await smallerOf(stored.fileUrlPreview),
    ]
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 240, height: 320 })
    const seen = await sharp(preview).metadata()
    expect(seen).toMatchObject({ width: 900, height: 1200 })
    expect([seen.exif, seen.xmp, seen.iptc, seen.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(preview.includes('Camera')).toBe(false)
    // The original upper left corner is now the upper right one.
    const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]!
    expect([redAt(850, 50) > 200, redAt(50, 50) < 60]).toEqual([true, true])
  })

  it('leave the original as it was sent', async () => {
    const content = await photo()
    const { url } = await upload(harness, worker, { purpose: 'picture', content })
    expect((await visit(harness, url)).bytes.equals(content)).toBe(true)
  })

  it.each([
    ['gif', () => sample('gif')],
    ['webp', () => freshSample('webp')],
    ['bmp', bitmap],
  ] as const)('are made of %s too', async (_kind, content) => {
    const stored = await upload(harness, worker, { purpose: 'picture', content: content() })
    const size = await sharp(await smallerOf(stored.fileUrlThumbnail)).metadata()
    expect(size).toMatchObject({ width: 4, height: 3 })
  })

  it('are of the one company alone, and gone with their file', async () => {
    const stored = await upload(harness, worker, { purpose: 'picture' })
    const link = new URL(stored.fileUrlThumbnail!, 'http://localhost')
    link.searchParams.set('size', 'preview')
    expect((await visit(harness, link.pathname + link.search)).status).toBe(403)
    await harness.owner.query('delete from stored_file where path = $1', [stored.path])
    expect((await visit(harness, stored.fileUrlThumbnail!)).status).toBe(404)
  })
})

describe('where and when a photo was taken', () => {
  const notesOf = async (path: string) => {
    const { rows } = await harness.owner.query(
      'select latitude, longitude, taken_time::text as at from stored_file where path = $1',
      [path],
    )
    return rows[0] as unknown
  }

  it('is forgotten unless it is asked for', async () => {
    const stored = await upload(harness, worker, { purpose: 'picture', content: await photo() })
    expect(stored.latitude).toBeUndefined()
    expect(await notesOf(stored.path)).toEqual({ latitude: null, longitude: null, at: null })
  })

  it('is kept and answered with keepLocation=1', async () => {
    const sent = { purpose: 'picture', content: await photo() } as const
    const stored = await upload(harness, worker, sent, { keepLocation: '1' })
    const notes = { latitude: -31.208333, longitude: 121.5 }
    expect(stored).toMatchObject({ ...notes, takenTime: '2026-05-01 08:30:00' })
    expect(await notesOf(stored.path)).toEqual({ ...notes, at: '2026-05-01 08:30:00' })
    const without = await upload(harness, worker, { purpose: 'picture' }, { keepLocation: '1' })
    expect(without).toMatchObject({ latitude: null, longitude: null, takenTime: null })
  })
})

describe('the first page of a paper', () => {
  it('is drawn in the background', async () => {
    const stored = await upload(harness, worker, {
      purpose: 'station',
      name: '图纸.pdf',
      content: paper('一'),
    })
    expect([stored.fileUrlThumbnail, stored.fileUrlPreview]).toEqual([null, null])
    expect(await runJobs()).toBe(1)
    const drawn = await again(stored.path)
    const preview = await smallerOf(drawn!.fileUrlPreview)
    const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1190, 1684])
    const colourAt = (y: number) => [...data.subarray((y * info.width + 600) * info.channels).subarray(0, 3)]
    expect(colourAt(200)[0]! - colourAt(200)[1]!).toBeGreaterThan(150)
    expect(Math.min(...colourAt(1500))).toBeGreaterThan(240)
    const small = await sharp(await smallerOf(drawn!.fileUrlThumbnail)).metadata()
    expect(small.height).toBe(320)
  })

  it('that cannot be drawn leaves the paper without one', async () => {
    const content = Buffer.from(`%PDF-1.7\n${'1 0 obj<<'.repeat(50)}`)
    const { path } = await upload(harness, worker, { purpose: 'mail', name: '坏.pdf', content })
    expect(await runJobs()).toBe(1)
    expect((await blobOf(harness, path)).preview).toBe('none')
    expect((await again(path))?.fileUrlPreview).toBeNull()
  })

  it('is drawn once by two processes, and again when one died over it', async () => {
    const { path } = await upload(harness, worker, { purpose: 'mail', name: '甲.pdf', content: paper('二') })
    const waiting = () => harness.owner.query(`update job set next_at = now() where kind = 'preview'`)
    // Its process died; the lease must expire first.
    await harness.owner.query(
      `update job set attempts = 1, lease = gen_random_uuid(), next_at = now() + interval '15 seconds'
       where kind = 'preview'`,
    )
    expect(await runNext(harness, makePreview)).toBe(false)
    expect((await waiting()).rowCount).toBe(1)
    const runs = await Promise.all([runNext(harness, makePreview), runNext(harness, makePreview)])
    expect(runs.filter(Boolean)).toHaveLength(1)
    const blob = await blobOf(harness, path)
    expect(blob.preview).toBe('done')
    // A file that has crashed processes repeatedly is not tried again.
    const { path: hostile } = await upload(harness, worker, {
      purpose: 'mail',
      name: '乙.pdf',
      content: paper('三'),
    })
    await harness.owner.query(`update job set attempts = 3 where kind = 'preview'`)
    await runJobs()
    expect((await blobOf(harness, hostile)).preview).toBe('none')
  })
})

describe('the first frame of a film', () => {
  const film = () =>
    Buffer.concat([
      Buffer.from('\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000isommp42', 'latin1'),
      freshSample('gif'),
    ])

  async function send(fields: Record<string, string>, frame: Buffer) {
    const form = new FormData()
    form.set('file', new Blob([film()]), '巡检.mp4')
    form.set('firstFrame', new Blob([frame]), 'frame.png')
    const body = new Response(form)
    const query = new URLSearchParams({ purpose: 'station', ...fields }).toString()
    const answer = await harness.request('POST', `${fileCalls.upload.path}?${query}`, {
      token: worker,
      body: Buffer.from(await body.arrayBuffer()),
      headers: { 'content-type': body.headers.get('content-type')! },
    })
    return answer.body
  }

  it('comes beside it and stands for it', async () => {
    const frame = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#17724b' } })
      .png()
      .toBuffer()
    const { result } = await send({ isNeedFirstFrame: '1' }, frame)
    const stored = fileCalls.upload.output.parse(result)
    expect(stored.fileType).toBe('video/mp4')
    expect(await sharp(await smallerOf(stored.fileUrlThumbnail)).metadata()).toMatchObject({
      width: 320,
      height: 180,
    })
  })

  it('leads to the film, whose page may load itself and nothing else', async () => {
    const { result } = await send({ isNeedFirstFrame: '1' }, sample('png'))
    const { headers } = await visit(harness, fileCalls.upload.output.parse(result).url)
    expect(headers['content-disposition']).toMatch(/^inline;/)
    expect(headers['content-security-policy']).toBe("default-src 'none'; media-src 'self'")
    const picture = await upload(harness, worker)
    expect((await visit(harness, picture.url)).headers['content-security-policy']).toBe(
      "default-src 'none'; sandbox",
    )
  })

  it('that is no picture is as good as none, and one that nobody asked for is refused', async () => {
    const { result } = await send({ isNeedFirstFrame: '1' }, Buffer.from('MZ\u0000'))
    expect(fileCalls.upload.output.parse(result).fileUrlThumbnail).toBeNull()
    const before = await bytesLeft(harness)
    expect((await send({}, sample('png'))).message).toContain('一次只能上传一个文件')
    expect(await bytesLeft(harness)).toEqual(before)
  })
})

describe('a hostile file', () => {
  it('takes the process that looks at it down at most, and the next is looked at as ever', async () => {
    const whole = { bytes: sample('png'), mediaType: 'image/png', derive: true }
    expect(await lookAt(whole, 1)).toMatchObject({ width: 4, height: 3 })
    const torn = Buffer.concat([sample('png').subarray(0, 40), Buffer.alloc(5000, 0xff)])
    const [broken, next] = await Promise.all([lookAt({ ...whole, bytes: torn }, 1), lookAt(whole, 1)])
    expect(broken?.thumbnail ?? null).toBeNull()
    expect(next).toMatchObject({ width: 4, height: 3 })
  })

  it('that never comes to an end is given up, and the server goes on', async () => {
    const noise = { width: 3000, height: 2000, noise: { type: 'gaussian' as const, mean: 128, sigma: 40 } }
    const bytes = await sharp({ create: { ...noise, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    const [givenUp, next] = await Promise.all([
      lookAt({ bytes, mediaType: 'image/png', derive: true }, 1, 1),
      lookAt({ bytes: sample('png'), mediaType: 'image/png', derive: true }, 1),
    ])
    expect(givenUp).toBeNull()
    expect(next).toMatchObject({ width: 4, height: 3 })
    const stored = await upload(harness, worker, { purpose: 'picture' })
    expect(stored.fileUrlThumbnail).not.toBeNull()
  })
})
