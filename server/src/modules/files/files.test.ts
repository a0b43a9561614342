import { fileCalls, uploadRules, type UploadPurpose } from '@heliodesk/contract/files.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'
import { sendFile } from '../../../test/upload.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { sample, tryDownload, tryUpload, upload, visit } from '../../../test/files.ts'
import { fileOf } from './index.ts'

const harness = useHarness()
const MB = 1024 * 1024

const who = useSignedIn(harness, {
  worker: 'a_worker',
  colleague: 'a_colleague',
  admin: 'a_admin',
  stranger: 'b_admin',
})

describe('an upload', () => {
  it('answers name, path, type by content and a link, and its bytes come back as they were', async () => {
    const content = sample('jpg', 3000)
    const stored = await upload(harness, who.worker, { name: '现场.png', content })
    expect(stored).toMatchObject({
      name: '现场.png',
      fileName: '现场.png',
      pathName: stored.path,
      fileType: 'image/jpeg',
      size: 3000,
    })
    expect(stored.path).toMatch(/^[\da-f]{2}\/[\da-f-]{36}\.jpg$/)
    expect(stored.base64code).toBeUndefined()
    const got = await tryDownload(harness, who.worker, stored.path)
    expect([got.status, got.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(got.bytes.equals(content)).toBe(true)
  })

  it('carries the base64 where it is asked for', async () => {
    const content = sample('png', 150)
    const stored = await upload(harness, who.worker, { content }, { isNeedBase: '1', isNeedFirstFrame: '1' })
    expect(stored.base64code).toBe(content.toString('base64'))
  })

  it.each<[UploadPurpose, string, Buffer, string]>([
    ['feedback', '页面.png', Buffer.from('<html><script>alert(1)</script>'), 'PNG、JPG、WebP'],
    ['feedback', '手册.png', sample('pdf'), 'PNG、JPG、WebP'],
    ['avatar', '矢量.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'PNG、JPG、WebP'],
    ['manual', '图片.pdf', sample('png'), 'PDF'],
  ])('for %s is not what its name %s says, but its content', async (purpose, name, content, allowed) => {
    const { body } = await tryUpload(harness, who.worker, { purpose, name, content })
    expect([body.success, body.message]).toEqual([false, `请上传${allowed}格式文件!`])
  })

  it.each<[UploadPurpose, 'png' | 'pdf' | 'webp']>([
    ['avatar', 'webp'],
    ['logo', 'png'],
    ['manual', 'pdf'],
    ['feedback', 'png'],
    ['mail', 'pdf'],
  ])('for %s may be exactly as large as its limit', async (purpose, kind) => {
    const { maxBytes } = uploadRules[purpose]
    const stored = await upload(harness, who.admin, { purpose, content: sample(kind, maxBytes) })
    expect(stored.size).toBe(maxBytes)
    const { body } = await tryUpload(harness, who.admin, { purpose, content: sample(kind, maxBytes + 1) })
    expect(body.message).toBe(`请上传小于${maxBytes / MB}MB文件!`)
  })

  it('is bounded by the company’s business settings too', async () => {
    const { version } = await harness.call(who.admin, settingCalls.business, {})
    await harness.call(who.admin, settingCalls.editBusiness, { uploadMaxMb: 3, version })
    await upload(harness, who.worker, { content: sample('png', 3 * MB) })
    const { body } = await tryUpload(harness, who.worker, { content: sample('png', 3 * MB + 1) })
    expect(body.message).toBe('请上传小于3MB文件!')
    const elsewhere = await upload(harness, who.stranger, { content: sample('png', 3 * MB + 1) })
    expect(elsewhere.size).toBe(3 * MB + 1)
    await harness.call(who.admin, settingCalls.editBusiness, { uploadMaxMb: 50, version: version + 1 })
  })

  it('without a file, or with an empty one, says so', async () => {
    const without = await harness.request('POST', `${fileCalls.upload.path}?purpose=feedback`, {
      token: who.worker,
    })
    expect([without.status, without.body.message]).toEqual([400, '参数有误：文件（file）：请选择文件'])
    const empty = await tryUpload(harness, who.worker, { content: '' })
    expect(empty.body.message).toBe('禁止上传空文件!')
  })

  it('is not made by anybody for the exports, nor without a session', async () => {
    const exported = await tryUpload(harness, who.worker, {}, { purpose: 'export' })
    expect([exported.status, exported.body.message]).toEqual([
      400,
      expect.stringContaining('用途（purpose）'),
    ])
    expect((await tryUpload(harness, null)).status).toBe(401)
  })

  it('keeps no folders and no control characters in the name', async () => {
    const named = async (name: string) => (await upload(harness, who.worker, { name })).name
    expect(await named('C:\\照片\\a.png')).toBe('a.png')
    expect(await named('../../etc/pass\u0007wd.png')).toBe('passwd.png')
    expect(await named('长'.repeat(300))).toHaveLength(200)
  })

  it('repeated under one key is one file', async () => {
    const count = async () => {
      const entries = await readdir(harness.env.FILES_DIR!, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).length
    }
    const before = await count()
    const send = () =>
      sendFile(
        harness,
        who.worker,
        fileCalls.upload.path,
        { purpose: 'feedback' },
        { name: 'a.png', content: sample('png') },
        { 'idempotency-key': 'upload-repeated-once' },
      )
    const [first, second] = [await send(), await send()]
    expect(first.body.result).toEqual(second.body.result)
    // The bytes, and two smaller pictures of them.
    expect((await count()) - before).toBe(3)
  })
})

describe('a download', () => {
  it('is an attachment under the name asked for, else its own', async () => {
    const { path } = await upload(harness, who.worker, { name: '逆变器 (1)’.png' })
    const disposition = async (name?: string) =>
      (await tryDownload(harness, who.worker, path, name)).headers['content-disposition']
    expect(await disposition()).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('逆变器 ')}%281%29${encodeURIComponent('’')}.png`,
    )
    expect(await disposition('照片.png')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('照片')}.png`,
    )
    expect(await disposition('\ud800.png')).toBe("attachment; filename*=UTF-8''%EF%BF%BD.png")
  })

  it.each<UploadPurpose>(['avatar', 'logo'])('of an %s is for everybody of the company', async (purpose) => {
    const { path } = await upload(harness, who.worker, { purpose })
    expect((await tryDownload(harness, who.colleague, path)).status).toBe(200)
    expect((await tryDownload(harness, who.stranger, path)).message).toBe('数据不存在或无权查看')
  })

  it.each<UploadPurpose>(['feedback', 'mail'])(
    'of a file for %s that nothing keeps yet is the uploader’s alone',
    async (purpose) => {
      const { path } = await upload(harness, who.worker, { purpose })
      expect((await tryDownload(harness, who.worker, path)).message).toBeNull()
      for (const token of [who.colleague, who.admin, who.stranger])
        expect((await tryDownload(harness, token, path)).message).toBe('数据不存在或无权查看')
    },
  )

  it.each(['no/such.png', '../../etc/passwd', 'ab/00000000-0000-4000-8000-000000000000.png'])(
    'of the path %s that is none of ours finds nothing',
    async (path) => {
      const { status, message } = await tryDownload(harness, who.worker, path)
      expect([status, message]).toEqual([404, '数据不存在或无权查看'])
    },
  )

  it('of bytes that are gone says so', async () => {
    const { path } = await upload(harness, who.worker)
    const { rows } = await harness.owner.query<{ blob_path: string }>(
      'select blob_path from stored_file where path = $1',
      [path],
    )
    await openStorage(harness.env).remove(rows[0]!.blob_path)
    const { status, message, headers } = await tryDownload(harness, who.worker, path)
    expect([status, message]).toEqual([410, '文件已不存在'])
    // No header makes a client save the envelope as the file.
    expect(headers['content-disposition']).toBeUndefined()
    expect(headers.etag).toBeUndefined()
  })
})

describe('a signed link', () => {
  it('shows pictures and PDF in the browser, without a session and never as a page of ours', async () => {
    for (const [kind, type] of [
      ['png', 'image/png'],
      ['pdf', 'application/pdf'],
    ] as const) {
      const content = sample(kind, 500)
      const { url } = await upload(harness, who.worker, { purpose: 'mail', name: `a.${kind}`, content })
      const got = await visit(harness, url)
      expect(got.bytes.equals(content)).toBe(true)
      expect(got.headers).toMatchObject({
        'content-type': type,
        'content-disposition': `inline; filename*=UTF-8''a.${kind}`,
        'x-content-type-options': 'nosniff',
      })
      expect(got.headers['cache-control']).toMatch(/^private, max-age=\d+$/)
    }
  })

  it('is good for an hour and then no more', async () => {
    harness.clock.set('2030-03-01T08:00:00Z')
    const token = await harness.signIn('a_worker')
    const { url } = await upload(harness, token)
    harness.clock.set('2030-03-01T08:59:59Z')
    expect((await visit(harness, url)).status).toBe(200)
    harness.clock.set('2030-03-01T09:10:00Z')
    const late = await visit(harness, url)
    expect([late.status, late.message]).toEqual([403, '拒绝访问'])
    harness.clock.set(new Date().toISOString())
  })

  it('stays the same for minutes, so that pictures are not loaded again', async () => {
    harness.clock.set('2030-03-01T08:00:01Z')
    const token = await harness.signIn('a_worker')
    const { url, path } = await upload(harness, token)
    harness.clock.set('2030-03-01T08:05:00Z')
    const transaction = await Transaction.begin(harness.pool, 'query')
    await transaction.enterTenant(harness.tenant.tenantId)
    const again = await fileOf({ db: transaction.db, now: harness.clock.now(), env: harness.env }, path)
    await transaction.rollback()
    expect(again?.url).toBe(url)
    harness.clock.set(new Date().toISOString())
  })

  it('that was forged is refused, whatever was changed', async () => {
    const mine = await upload(harness, who.worker)
    const { path: other } = await upload(harness, who.worker)
    const link = new URL(mine.url, 'http://localhost')
    const forged = (change: (copy: URL) => void) => {
      const copy = new URL(link)
      change(copy)
      return copy.pathname + copy.search
    }
    const urls = [
      forged((copy) => (copy.pathname = `/api/oss/static/${other}`)),
      forged((copy) =>
        copy.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 600)),
      ),
      forged((copy) => copy.searchParams.set('tenant', String(harness.otherTenant.tenantId))),
      forged((copy) => copy.searchParams.set('signature', 'x'.repeat(43))),
      forged((copy) => copy.searchParams.set('signature', '')),
      forged((copy) => copy.searchParams.delete('signature')),
      forged((copy) => copy.searchParams.set('tenant', '9'.repeat(30))),
      forged((copy) => copy.searchParams.append('signature', 'x')),
      forged((copy) => (copy.search = '')),
    ]
    for (const url of urls) {
      const { status, message } = await visit(harness, url)
      expect([url, status, message]).toEqual([url, 403, '拒绝访问'])
    }
    expect((await visit(harness, mine.url)).status).toBe(200)
  })
})
