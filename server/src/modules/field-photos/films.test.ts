import { randomBytes } from 'node:crypto'
import { fieldPhotoCalls as calls, PIECE_BYTES } from '@heliodesk/contract/field-photos.ts'
import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { FILM_BYTES } from '@heliodesk/contract/files.ts'
import { FILMS_A_STEP } from '@heliodesk/contract/order-photos.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { sample, tryDownload, visit } from '../../../test/files.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'
import { fieldPhoto, sha256, useFieldPhotos, type FieldPhoto } from './field-photos.fixture.ts'

const site = useFieldPhotos()
const { harness } = site

const beginnings = {
  webm: '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
  mp4: '000000186674797069736f6d0000020069736f6d69736f32',
  mov: '0000001466747970717420200000020071742020',
}

/** A film that no other one is equal to. */
const film = (kind: keyof typeof beginnings = 'webm', size = 3000): FieldPhoto => ({
  ...fieldPhoto(0, Buffer.concat([Buffer.from(beginnings[kind], 'hex'), randomBytes(size)])),
  name: `现场.${kind}`,
  film: { seconds: 12.5, poster: sample('jpg').toString('base64') },
})
const announce = (id: string, of: FieldPhoto, given = {}) => site.announce(id, of, { part: 'film', ...given })

beforeAll(async () => {
  const { token } = site.people.admin
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, uploadMaxMb: 200 })
})

describe('a film of a step', () => {
  it.for(['webm', 'mp4', 'mov'] as const)('as %s is shown with its poster and its length', async (kind) => {
    const { id } = await site.begun()
    const one = film(kind)
    expect(await announce(id, one)).toMatchObject({ outcome: 'done', marks: [] })
    const [awaited] = (await site.detail(id)).awaitedPhotoList
    expect(awaited).toMatchObject({ part: 'film', film: { seconds: 12.5 }, holdsUp: true })
    expect(awaited!.film!.poster).toBe(`data:image/jpeg;base64,${one.film!.poster}`)
    await site.put(one, 0)
    const { filmList, photoList, awaitedPhotoList } = await site.detail(id)
    expect([photoList, awaitedPhotoList]).toEqual([[], []])
    expect(filmList).toMatchObject([{ stepNo: 1, film: { seconds: 12.5 }, file: { size: one.size } }])
    expect(filmList[0]!.file.fileType).toMatch(/^video\/(webm|mp4|quicktime)$/)
    const poster = await visit(harness, filmList[0]!.file.fileUrlPreview!)
    expect([poster.status, poster.headers['content-type']]).toEqual([200, 'image/webp'])
  })

  it('without a poster or a length goes all the same', async () => {
    const { id } = await site.begun()
    const one = { ...film(), film: { seconds: null, poster: null } }
    await announce(id, one)
    expect((await site.detail(id)).awaitedPhotoList[0]!.film).toEqual({ seconds: null, poster: null })
    await site.put(one, 0)
    expect((await site.detail(id)).filmList).toMatchObject([
      { film: { seconds: null }, file: { fileUrlPreview: null } },
    ])
  })

  it('breaks off and goes on, and begins again when its checksum is wrong', async () => {
    const { id } = await site.begun()
    const one = film('webm', 2 * PIECE_BYTES + 700)
    await announce(id, one)
    await site.put(one, 0, PIECE_BYTES)
    expect(await site.received(one)).toBe(PIECE_BYTES)
    // The window is closed here, and another one asks where to go on.
    await site.put(one, PIECE_BYTES, 2 * PIECE_BYTES)
    const damaged = Buffer.from(one.content.subarray(2 * PIECE_BYTES))
    damaged[0]! ^= 1
    expect(await site.put(one, 2 * PIECE_BYTES, undefined, { bytes: damaged })).toMatchObject({
      code: 'photo.checksum',
      bytes: 0,
    })
    for (let at = 0; at < one.size; at += PIECE_BYTES)
      await site.put(one, at, Math.min(one.size, at + PIECE_BYTES))
    const [shown] = (await site.detail(id)).filmList
    const { bytes } = await tryDownload(harness, site.people.master.token, shown!.file.path)
    expect(sha256(bytes)).toBe(one.sha256)
    expect(await site.piecesLeft()).toBe(0)
  })

  it('that is none by its bytes is refused for good', async () => {
    const { id } = await site.begun()
    const picture = { ...fieldPhoto(), name: '现场.mp4', film: { seconds: 1, poster: null } }
    await announce(id, picture)
    expect(await site.put(picture, 0)).toMatchObject({
      code: 'photo.refused',
      message: '照片没有收下：请上传MP4、WebM、MOV格式文件!',
    })
    const asPhoto = { ...fieldPhoto(0, film().content), name: '现场.jpg' }
    await site.announce(id, asPhoto)
    expect(await site.put(asPhoto, 0)).toMatchObject({
      code: 'photo.refused',
      message: '照片没有收下：请上传PNG、JPG、WebP格式文件!',
    })
    expect((await site.detail(id)).filmList).toEqual([])
  })

  it('is refused when it is too long, too large, or said to be a photo', async () => {
    const { id } = await site.begun()
    const { content: _content, ...one } = film()
    const input = { id, at: 0, skew: null, stepNo: 1, part: 'film', photo: one } as const
    const before = await wholeDatabase(harness)
    const refusals = [
      [
        { ...input, photo: { ...one, film: { seconds: 75 } } },
        '参数有误：时长（秒）（photo.film.seconds）：视频最长 60 秒',
      ],
      [{ ...input, photo: { ...one, size: FILM_BYTES + 1 } }, '请上传小于100MB文件!'],
      [{ ...input, part: 'step' }, '视频（photo.film）：视频应说明时长，照片不应'],
      [{ ...input, stepNo: 99 }, '作业步骤（stepNo）：工单没有第 99 步'],
    ] as const
    for (const [sent, message] of refusals)
      expect((await harness.refused(site.people.worker.token, calls.photo, sent)).message).toBe(message)
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('is counted apart from the photos, and one too many is a supplementary record', async () => {
    const { id } = await site.begun()
    for (let n = 0; n < 9; n++) await site.announce(id, fieldPhoto())
    for (let n = 0; n < FILMS_A_STEP; n++)
      expect(await announce(id, film())).toMatchObject({ outcome: 'done' })
    const fourth = film()
    expect(await announce(id, fourth)).toMatchObject({ outcome: 'record', marks: ['超出张数'] })
    await site.put(fourth, 0)
    const { rows } = await harness.call(site.people.master.token, fieldWorkCalls.records, { id })
    expect(rows).toMatchObject([
      {
        lines: [{ label: '第 1 步视频', text: '现场.webm' }],
        why: '每步最多 3 段视频，保留在工单中，并注明“超出张数”',
        photo: { film: { seconds: 12.5 } },
      },
    ])
    expect((await site.detail(id)).filmList).toEqual([])
  })

  it('is read in parts, and by nobody of another company', async () => {
    const { id } = await site.begun()
    const one = film()
    await announce(id, one)
    await site.put(one, 0)
    const [shown] = (await site.detail(id)).filmList
    const { url, path } = shown!.file
    const part = (range: string, address = url, token = '') =>
      harness.app.inject({ url: address, headers: { range, ...(token && { 'x-access-token': token }) } })
    const got = await part('bytes=100-199')
    expect([got.statusCode, got.headers['content-range'], got.headers['content-type']]).toEqual([
      206,
      `bytes 100-199/${one.size}`,
      'video/webm',
    ])
    expect(got.rawPayload).toEqual(one.content.subarray(100, 200))
    const beyond = await part(`bytes=${one.size}-`)
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${one.size}`])
    const call = `/api/sys/oss/file/downLoad?path=${path}`
    const byCall = await part('bytes=0-9', call, site.people.master.token)
    expect([byCall.statusCode, byCall.rawPayload]).toEqual([206, one.content.subarray(0, 10)])
    const foreign = await part('bytes=0-9', call, site.people.foreigner.token)
    expect(JSON.parse(foreign.body)).toMatchObject({ message: '数据不存在或无权查看' })
    const { tenantId } = harness.otherTenant
    const elsewhere = await part('bytes=0-9', url.replace(/tenant=\d+/, `tenant=${tenantId}`))
    expect([403, 404]).toContain(elsewhere.statusCode)
  })
})
