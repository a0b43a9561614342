import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fieldPhotoCalls as calls, PIECE_BYTES } from '@heliodesk/contract/field-photos.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { tryDownload } from '../../../test/files.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { fieldPhoto, sha256, useFieldPhotos } from './field-photos.fixture.ts'

const site = useFieldPhotos()
const { harness } = site

const announced = async (photo = fieldPhoto(), given = {}) => {
  const { id } = await site.begun()
  await site.announce(id, photo, given)
  return { id, photo }
}
const photosOf = async (id: string) => (await site.detail(id)).photoList
const awaitedOf = async (id: string) => (await site.detail(id)).awaitedPhotoList

describe('a photo in pieces', () => {
  it('is shown as awaited, goes on where it stopped, and is a photo of its step when the last piece is in', async () => {
    const photo = fieldPhoto(PIECE_BYTES * 2 + 999)
    const { id } = await announced(photo)
    expect(await awaitedOf(id)).toMatchObject([
      {
        id: photo.id,
        stepNo: 1,
        part: 'step',
        name: '现场.jpg',
        size: photo.size,
        received: 0,
        state: 'waiting',
        reason: '',
        holderId: site.people.worker.id,
      },
    ])
    expect(await site.put(photo, 0, PIECE_BYTES)).toMatchObject({ ok: true, bytes: PIECE_BYTES })
    expect(await site.put(photo, PIECE_BYTES, 2 * PIECE_BYTES)).toMatchObject({ bytes: 2 * PIECE_BYTES })
    expect(await site.received(photo)).toBe(2 * PIECE_BYTES)
    expect(await awaitedOf(id)).toMatchObject([{ received: 2 * PIECE_BYTES }])
    expect(await site.put(photo, 2 * PIECE_BYTES)).toMatchObject({ ok: true, bytes: photo.size })
    expect(await awaitedOf(id)).toEqual([])
    const [kept] = await photosOf(id)
    expect(kept).toMatchObject({ stepNo: 1, uploaderId: site.people.worker.id, marks: [] })
    expect(kept!.file).toMatchObject({ name: '现场.jpg', fileType: 'image/jpeg', size: photo.size })
    expect(kept!.file.fileUrlThumbnail).not.toBeNull()
    const { bytes } = await tryDownload(harness, site.people.master.token, kept!.file.path)
    expect(sha256(bytes)).toBe(photo.sha256)
    expect(await site.piecesLeft()).toBe(0)
    const { rows } = await harness.owner.query<{ sum: string; kept: boolean }>(
      `select encode(sha256, 'hex') as sum, kept_at is not null as kept from stored_file where path = $1`,
      [kept!.file.path],
    )
    expect(rows).toEqual([{ sum: photo.sha256, kept: true }])
    expect(await site.received(photo)).toBe(photo.size)
    expect(await site.put(photo, 0, 500)).toMatchObject({ ok: true, bytes: photo.size })
    expect(await photosOf(id)).toHaveLength(1)
  })

  it('keeps when and where it was taken, as the phone says or else the photo', async () => {
    const content = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#0a5' } })
      .withExif({ IFD2: { DateTimeOriginal: '2029:12:31 08:30:00' } })
      .jpeg()
      .toBuffer()
    const place = { latitude: 31.2, longitude: 121.5, takenTime: '2029-12-30 07:00:00' }
    const told = { ...fieldPhoto(0, content), ...place, originalSha256: 'a'.repeat(64) }
    const { id } = await announced(told)
    await site.put(told, 0)
    expect(await photosOf(id)).toMatchObject([place])
    const silent = fieldPhoto(0, Buffer.concat([content, Buffer.from('.')]))
    await site.announce(id, silent)
    await site.put(silent, 0)
    expect((await photosOf(id))[1]).toMatchObject({ takenTime: '2029-12-31 08:30:00', latitude: null })
    const { rows } = await harness.owner.query<{ sum: string; skew: string }>(
      `select encode(original_sha256, 'hex') as sum, skew_ms as skew from field_photo where id = $1`,
      [told.id],
    )
    expect(rows).toEqual([{ sum: 'a'.repeat(64), skew: '0' }])
  })

  it('takes of a repeated piece nothing, of an overlapping one the rest, and none behind a gap', async () => {
    const { id, photo } = await announced()
    expect(await site.put(photo, 1000, 2000)).toMatchObject({ ok: true, bytes: 0 })
    await site.put(photo, 0, 1000)
    expect(await site.put(photo, 0, 1000)).toMatchObject({ ok: true, bytes: 1000 })
    expect(await site.put(photo, 200, 700)).toMatchObject({ bytes: 1000 })
    expect(await site.put(photo, 500, 1500)).toMatchObject({ bytes: 1500 })
    expect(await site.put(photo, 2000)).toMatchObject({ bytes: 1500 })
    expect(await site.put(photo, 100)).toMatchObject({ bytes: photo.size })
    const [kept] = await photosOf(id)
    const stored = await openStorage(harness.env).read(await blobPath(kept!.file.path))
    expect(sha256(await buffer(stored))).toBe(photo.sha256)
  })

  it('that comes with other bytes begins again from 0, and is given up after three times', async () => {
    const { id, photo } = await announced()
    const other = { bytes: Buffer.concat([photo.content.subarray(0, -1), Buffer.from('?')]) }
    await site.put(photo, 0, 1000)
    expect(await site.put(photo, 1000, undefined, { bytes: other.bytes.subarray(1000) })).toEqual({
      ok: false,
      code: 'photo.checksum',
      message: '照片在传送中有损坏，请从头重新上传',
      bytes: 0,
    })
    expect(await site.received(photo)).toBe(0)
    expect(await site.piecesLeft()).toBe(0)
    expect(await site.put(photo, 0, undefined, other)).toMatchObject({ code: 'photo.checksum', bytes: 0 })
    expect(await site.put(photo, 0, undefined, other)).toMatchObject({
      code: 'photo.refused',
      message: '照片没有收下：传完 3 次，校验值都不一致',
      bytes: photo.size,
    })
    expect(await awaitedOf(id)).toMatchObject([{ state: 'refused', received: 0 }])
    expect(await photosOf(id)).toEqual([])
  })

  it('that was damaged once arrives when it is sent again', async () => {
    const { id, photo } = await announced()
    await site.put(photo, 0, undefined, {
      bytes: Buffer.concat([photo.content.subarray(0, -1), Buffer.from('?')]),
    })
    expect(await site.put(photo, 0)).toMatchObject({ ok: true, bytes: photo.size })
    expect(await photosOf(id)).toHaveLength(1)
  })

  it.for([
    [
      'a page',
      Buffer.from('<html>'.repeat(300)),
      '文件内容与扩展名不符，请检查后重新上传',
      '请上传PNG、JPG、WebP格式文件!',
    ],
    [
      'a program',
      Buffer.concat([Buffer.from('MZ'), randomBytes(3000)]),
      '禁止上传安装包!',
      '禁止上传安装包!',
    ],
    ['a film', Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), Buffer.alloc(3000)]), '', ''],
    ['no picture', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(3000)]), '', ''],
  ] as const)(
    'that is %s is refused for good, as every upload of a step is',
    async ([, content, ...reasons]) => {
      const { id, photo } = await announced(fieldPhoto(0, content))
      await site.put(photo, 0, 100)
      const last = await site.put(photo, 100)
      expect(last).toMatchObject({ ok: false, code: 'photo.refused', bytes: photo.size })
      if (reasons[0]) expect(reasons.map((reason) => `照片没有收下：${reason}`)).toContain(last.message)
      expect(await awaitedOf(id)).toMatchObject([{ state: 'refused', reason: last.message.slice(7) }])
      expect(await site.put(photo, 0)).toEqual(last)
      const asked = await harness.refused(site.people.worker.token, calls.received, { photoId: photo.id })
      expect(asked).toMatchObject({ code: 'photo.refused', message: last.message })
      expect(await site.piecesLeft()).toBe(0)
    },
  )

  it('that cannot be one by its beginning is refused with its first piece', async () => {
    const content = Buffer.concat([Buffer.from('PK'), randomBytes(PIECE_BYTES + 5000)])
    const { photo } = await announced(fieldPhoto(0, content))
    expect(await site.put(photo, 0, PIECE_BYTES)).toMatchObject({ code: 'photo.refused', bytes: photo.size })
  })

  it('with the bytes of a file that the company has shares them', async () => {
    const content = fieldPhoto().content
    const one = await announced(fieldPhoto(0, content))
    await site.put(one.photo, 0)
    const two = await announced(fieldPhoto(0, content))
    await site.put(two.photo, 0)
    const paths = [...(await photosOf(one.id)), ...(await photosOf(two.id))].map(({ file }) => file.path)
    expect(new Set(paths).size).toBe(2)
    expect(await blobPath(paths[0]!)).toBe(await blobPath(paths[1]!))
  })

  it('refuses a piece that is too large, empty, or longer than the photo', async () => {
    const { photo } = await announced()
    const bytes = (size: number) => ({ bytes: Buffer.alloc(size) })
    expect((await site.put(photo, 0, undefined, bytes(PIECE_BYTES + 1))).message).toBe('请上传小于0.5MB文件!')
    expect((await site.put(photo, 0, undefined, bytes(0))).message).toBe('禁止上传空文件!')
    expect((await site.put(photo, 0, undefined, bytes(photo.size + 1))).message).toBe(
      `照片只有 ${photo.size} 字节，这一段超出了它`,
    )
    const none = await harness.refused(site.people.worker.token, calls.put, { photoId: photo.id, at: 0 })
    expect(none.message).toBe('参数有误：文件（file）：请选择文件')
    expect(await site.received(photo)).toBe(0)
  })

  it('is known to nobody but who announced it', async () => {
    const { photo } = await announced()
    const { worker2, admin, foreigner } = site.people
    for (const { token } of [worker2, admin, foreigner]) {
      const unknown = '数据不存在或无权查看'
      expect((await site.put(photo, 0, 100, { token })).message).toBe(unknown)
      expect((await harness.refused(token, calls.received, { photoId: photo.id })).message).toBe(unknown)
      const forgotten = await harness.refused(token, calls.forget, { photoId: photo.id })
      expect(forgotten.message).toBe(unknown)
    }
  })

  it('is sent by two windows at once and is one photo', async () => {
    const { id, photo } = await announced()
    const send = async () => {
      for (let at = await site.received(photo); at < photo.size;)
        at = (await site.put(photo, at, Math.min(photo.size, at + 400))).bytes!
    }
    await Promise.all([send(), send(), send()])
    expect(await photosOf(id)).toHaveLength(1)
    expect(await site.piecesLeft()).toBe(0)
  })
})

const blobPath = async (path: string) =>
  (
    await harness.owner.query<{ blob_path: string }>('select blob_path from stored_file where path = $1', [
      path,
    ])
  ).rows[0]!.blob_path
