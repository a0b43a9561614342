import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'
import { freshSample, tryDownload, upload } from '../../../test/files.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { blobOf, bytesLeft, countOf, sweepAt, within } from './files.fixture.ts'
import { keepFile, releaseFile } from './index.ts'

const harness = useHarness()

const who = useSignedIn(harness, {
  worker: 'a_worker',
  colleague: 'a_colleague',
  stranger: 'b_worker',
})

const send = (token: string, content: Buffer, name = '同.png') =>
  upload(harness, token, { purpose: 'feedback', name, content })

describe('files of the same bytes', () => {
  it('lie in the storage once for a company, whoever sends them', async () => {
    const content = freshSample('png')
    const before = await bytesLeft(harness)
    const [first, second] = [
      await send(who.worker, content, '甲.png'),
      await send(who.colleague, content, '乙.png'),
    ]
    expect(first.path).not.toBe(second.path)
    expect((await blobOf(harness, first.path)).path).toBe((await blobOf(harness, second.path)).path)
    // The bytes and their two smaller pictures.
    expect((await bytesLeft(harness)).size - before.size).toBe(3)
    expect((await tryDownload(harness, who.colleague, second.path)).bytes.equals(content)).toBe(true)
    // Each file is still visible to its owner only.
    expect((await tryDownload(harness, who.colleague, first.path)).message).toBe('数据不存在或无权查看')
  })

  it('are bytes of their own in another company, which cannot tell', async () => {
    const content = freshSample('png')
    const mine = await send(who.worker, content)
    const before = await bytesLeft(harness)
    const theirs = await send(who.stranger, content)
    expect((await bytesLeft(harness)).size - before.size).toBe(3)
    expect((await blobOf(harness, mine.path)).path).not.toBe((await blobOf(harness, theirs.path)).path)
    expect(Object.keys(mine)).toEqual(Object.keys(theirs))
  })

  it('stay while one of them is left, and go with the last', async () => {
    const content = freshSample('png')
    const [first, second] = [await send(who.worker, content), await send(who.worker, content)]
    const { path, thumbnail_path, preview_path } = await blobOf(harness, first.path)
    const bytes = [path, thumbnail_path!, preview_path!]
    const present = async () => {
      const left = await bytesLeft(harness)
      return bytes.map((each) => left.has(each))
    }
    await within(harness, (ctx) => keepFile(ctx, second.path, 'feedback'))
    for (let sweeps = 0; sweeps < 3; sweeps++) await sweepAt(harness, 25)
    expect(await present()).toEqual([true, true, true])
    expect((await tryDownload(harness, who.worker, first.path)).message).toBe('数据不存在或无权查看')
    expect((await tryDownload(harness, who.worker, second.path)).bytes.equals(content)).toBe(true)

    await within(harness, (ctx) => releaseFile(ctx, second.path))
    for (let sweeps = 0; sweeps < 2; sweeps++) await sweepAt(harness, 25)
    expect(await present()).toEqual([false, false, false])
  })

  it('sent at the same time are one, in one process or in two', async () => {
    const content = freshSample('png')
    const [files, blobs, bytes] = [
      await countOf(harness, 'stored_file'),
      await countOf(harness, 'file_blob'),
      await bytesLeft(harness),
    ]
    const sent = await Promise.all(Array.from({ length: 6 }, () => send(who.worker, content)))
    expect(new Set(sent.map(({ path }) => path)).size).toBe(6)
    expect((await countOf(harness, 'stored_file')) - files).toBe(6)
    expect((await countOf(harness, 'file_blob')) - blobs).toBe(1)
    expect((await bytesLeft(harness)).size - bytes.size).toBe(3)
  })

  it('and their sweep exclude each other: an upload that comes second keeps them', async () => {
    const content = freshSample('png')
    const { path } = await send(who.worker, content)
    const blob = await blobOf(harness, path)
    await harness.owner.query(
      `update file_blob set used_at = used_at - interval '2 days' where path = '${blob.path}';
       delete from stored_file where path = '${path}'`,
    )
    const sweeper = await harness.owner.connect()
    await sweeper.query(`begin; select from file_blob where path = '${blob.path}' for update`)
    const [sending, sweeping] = [send(who.worker, content), sweepAt(harness, 0)]
    await sweeper.query('rollback')
    sweeper.release()
    const [again] = await Promise.all([sending, sweeping])
    expect((await tryDownload(harness, who.worker, again.path)).bytes.equals(content)).toBe(true)
  })

  it('take the place of bytes that were lost', async () => {
    const content = freshSample('png')
    const first = await send(who.worker, content)
    await openStorage(harness.env).remove((await blobOf(harness, first.path)).path)
    expect((await tryDownload(harness, who.worker, first.path)).message).toBe('文件已不存在')
    const second = await send(who.worker, content)
    for (const { path } of [first, second])
      expect((await tryDownload(harness, who.worker, path)).bytes.equals(content)).toBe(true)
  })
})
