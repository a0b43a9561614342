import { crc32 } from 'node:zlib'
import {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_FILES,
  uploadRules,
  type UploadPurpose,
} from '@heliodesk/contract/files.ts'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { countKept, freshSample, sample, tryUpload, upload, uploadSeveral } from '../../../test/files.ts'
import { within } from './files.fixture.ts'
import { keepFiles } from './index.ts'

const harness = useHarness({ FILES_QUOTA_GB: 0.02 })
const MB = 1024 * 1024
let worker: string

beforeAll(async () => {
  worker = await harness.signIn('a_worker')
})

type Sent = Parameters<typeof tryUpload>[2]

async function refusal(sent: Sent, fields: Record<string, string> = {}): Promise<unknown> {
  const { body } = await tryUpload(harness, worker, sent, fields)
  expect(body.success).toBe(false)
  return body.message
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c94a06' } })
    .png()
    .toBuffer()

/** A PNG whose header declares dimensions that its pixels do not have. */
function pngOf(width: number, height: number): Buffer {
  const bytes = sample('png')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

async function zipOf(...names: string[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from(name), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** An older office file (MS-CFB): a header, and a directory that names the main stream. */
function cfbOf(stream: string): Buffer {
  const bytes = Buffer.alloc(2048)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(1, 48)
  for (const [at, name] of ['Root Entry', stream].entries()) {
    bytes.write(name, 1024 + at * 128, 'utf16le')
    bytes.writeUInt16LE((name.length + 1) * 2, 1024 + at * 128 + 64)
  }
  return bytes
}

/** The same with a class id in its root, by which Windows recognises an installer. */
function installerOf(classId: string): Buffer {
  const bytes = cfbOf('SummaryInformation')
  bytes.write(classId, 1024 + 80, 'hex')
  return bytes
}

describe('a client that skips its own checks', () => {
  it('cannot upload an empty file', async () => {
    expect(await refusal({ content: '' })).toBe('禁止上传空文件!')
  })

  it.each<UploadPurpose>(['feedback', 'mail', 'device', 'picture'])(
    'cannot upload more than 10 MB for %s, where no other limit is said',
    async (purpose) => {
      expect(uploadRules[purpose].maxBytes).toBe(10 * MB)
      expect(DEFAULT_MAX_BYTES).toBe(10 * MB)
      const { status, body } = await tryUpload(harness, worker, {
        purpose,
        content: sample('png', 10 * MB + 1),
      })
      expect([status, body.success, body.message]).toEqual([413, false, '请上传小于10MB文件!'])
    },
  )

  it.each(['安装.exe', 'SETUP.EXE', '工具.com', '工具.exe ', '工具.exe.'])(
    'cannot upload a program by the name %s, whatever is in it',
    async (name) => {
      for (const purpose of ['station', 'feedback'] as const)
        expect(await refusal({ purpose, name, content: sample('png') })).toBe('禁止上传安装包!')
    },
  )

  it('cannot upload a program by a name that becomes one once it is cleaned', async () => {
    for (const name of ['安装.exe\u0001', '安装.ex\u0085e'])
      expect(await refusal({ purpose: 'station', name, content: sample('png') })).toBe('禁止上传安装包!')
  })

  it('cannot upload a program by another name', async () => {
    for (const purpose of ['station', 'mail'] as const)
      expect(
        await refusal({ purpose, name: '照片.jpg', content: Buffer.from('MZ\u0090\u0000\u0003', 'latin1') }),
      ).toBe('禁止上传安装包!')
  })

  it.each<[UploadPurpose, string, Buffer, string]>([
    ['picture', '说明.png', Buffer.from('只有文字'), 'PNG、JPG、WebP、BMP、GIF'],
    ['feedback', '动图.png', sample('gif'), 'PNG、JPG、WebP'],
    ['mail', '表格.pdf', Buffer.from('a,b\n1,2\n'), 'PNG、JPG、WebP、PDF'],
    ['manual', '手册.pdf', sample('png'), 'PDF'],
  ])('cannot upload for %s what the list of its kinds lacks', async (purpose, name, content, formats) => {
    expect(await refusal({ purpose, name, content })).toBe(`请上传${formats}格式文件!`)
  })

  it('may upload anything but programs where there is no list of kinds', async () => {
    for (const [name, content, type] of [
      ['图纸.dwg', Buffer.from('AC1032\u0000\u0000\u0000', 'latin1'), 'image/vnd.dwg'],
      ['网页.html', Buffer.from('<html></html>'), 'text/plain'],
      ['照片.png', freshSample('png'), 'image/png'],
    ] as const) {
      const stored = await upload(harness, worker, { purpose: 'station', name, content })
      expect([stored.name, stored.fileType]).toEqual([name, type])
    }
  })

  it('cannot upload a picture that is wider or higher than asked for, nor than the purpose allows', async () => {
    const wide = await picture(400, 100)
    const limits = { maxWidth: '300', maxHeight: '200' }
    expect(await refusal({ purpose: 'picture', content: wide }, limits)).toBe('上传尺寸最大300px * 200px!')
    const exact = await picture(300, 200)
    await upload(harness, worker, { purpose: 'picture', content: exact }, limits)
    // With its EXIF rotation it is 200 wide and 300 high.
    const turned = await sharp(exact).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await refusal({ purpose: 'picture', content: turned }, limits)).toBe('上传尺寸最大300px * 200px!')
    const { maxWidth, maxHeight } = uploadRules.logo
    const huge = pngOf(maxWidth! + 1, 10)
    const own = `上传尺寸最大${maxWidth}px * ${maxHeight}px!`
    expect(await refusal({ purpose: 'logo', content: huge })).toBe(own)
    expect(await refusal({ purpose: 'logo', content: huge }, { maxWidth: '90000', maxHeight: '90000' })).toBe(
      own,
    )
  })

  it('cannot upload a picture that unfolds to more pixels than memory holds, nor one that cannot be read', async () => {
    expect(await refusal({ purpose: 'picture', content: pngOf(30_000, 30_000) })).toBe(
      '图片像素过多，请上传不超过 1 亿像素的图片',
    )
    const torn = sample('png').subarray(0, 20)
    expect(await refusal({ purpose: 'picture', content: torn })).toBe('图片无法读取，可能已损坏，请重新选择')
  })

  it('cannot fill the disk of the company', async () => {
    const send = () =>
      tryUpload(harness, worker, { purpose: 'station', content: Buffer.alloc(12 * MB, ++sent) })
    let sent = 0
    const answers = [await send(), await send()]
    expect(answers.map(({ body }) => body.message)).toEqual([
      expect.anything(),
      '企业文件空间已满（上限 0.02 GB），请联系管理员',
    ])
    // Another company has a quota of its own.
    const stranger = await harness.signIn('b_worker')
    await upload(harness, stranger)
    await harness.owner.query(
      `delete from stored_file where size > 1e7; delete from file_blob where size > 1e7`,
    )
    await upload(harness, worker)
  })

  it('cannot collect uploads that nothing uses', async () => {
    const colleague = await harness.signIn('a_colleague')
    const { path } = await upload(harness, colleague)
    await harness.owner.query(
      `insert into stored_file (tenant_id, path, blob_path, file_name, media_type, size, sha256, purpose, created_by, created_at)
       select tenant_id, path || n, blob_path, file_name, media_type, size, sha256, purpose, created_by, created_at
       from stored_file, generate_series(1, 499) n where path = $1`,
      [path],
    )
    const { body } = await tryUpload(harness, colleague)
    expect(body.message).toBe('已上传但未提交的文件过多，请先提交，或一天后再试')
    await upload(harness, worker)
  })
})

describe('what a file is', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['报告.zip', () => zipOf('[Content_Types].xml', 'word/document.xml'), 'wordprocessingml.document'],
    ['报告.docx', () => zipOf('[Content_Types].xml', 'xl/workbook.xml'), 'spreadsheetml.sheet'],
    [
      '报告.docx',
      () => zipOf('big.bin', 'ppt/presentation.xml', '[Content_Types].xml'),
      'presentationml.presentation',
    ],
    ['报告.docx', () => zipOf('说明.txt'), 'application/zip'],
    ['旧.xls', () => cfbOf('WordDocument'), 'application/msword'],
    ['旧.doc', () => cfbOf('Workbook'), 'application/vnd.ms-excel'],
    ['旧.doc', () => cfbOf('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
    ['表.csv', () => Buffer.from('站点,功率\n一号,5\n'), 'text/csv'],
    ['表.txt', () => Buffer.from('b5e7d5be', 'hex'), 'text/plain'],
    ['图.txt', () => Buffer.concat([Buffer.from('BM'), Buffer.from('一段文字')]), 'text/plain'],
    ['旧报表.xls', () => Buffer.from('<html><table></table></html>'), 'text/plain'],
  ])('is told by the content of %s', async (name, content, type) => {
    const { fileType } = await upload(harness, worker, { purpose: 'device', name, content: await content() })
    expect(fileType).toContain(type)
  })

  it('is told from inside an archive, so that a package of programs is no paper', async () => {
    const installer = cfbOf('SummaryInformation')
    expect(await refusal({ purpose: 'template', name: '表.doc', content: installer })).toMatch(
      /^请上传.*格式文件!$/,
    )
  })

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['Windows', () => Buffer.from('MZ\u0090\u0000\u0003', 'latin1')],
    ['Linux', () => Buffer.from('7f454c4602010100', 'hex')],
    ['macOS', () => Buffer.from('cffaedfe07000001', 'hex')],
    ['macOS for two processors', () => Buffer.from('cafebabe00000002', 'hex')],
    ['macOS for two processors with long offsets', () => Buffer.from('cafebabf00000002', 'hex')],
    ['macOS in the other byte order', () => Buffer.from('feedfacf01000007', 'hex')],
    ['macOS of 32 bits', () => Buffer.from('cefaedfe07000000', 'hex')],
    ['macOS of 32 bits in the other byte order', () => Buffer.from('feedface00000007', 'hex')],
    ['a package of macOS', () => Buffer.from('78617221001c0001', 'hex')],
    ['a package of RPM', () => Buffer.from('edabeedb03000000', 'hex')],
    ['a cabinet of Windows', () => Buffer.from('4d53434600000000d1000000', 'hex')],
    ['Android’s virtual machine', () => Buffer.from('6465780a30333500', 'hex')],
    ['WebAssembly', () => Buffer.from('0061736d01000000', 'hex')],
    ['a link of Windows', () => Buffer.from('4c0000000114020000000000c0000000000000460000', 'hex')],
    ['Debian', () => Buffer.from('!<arch>\ndebian-binary   ')],
    ['a shell', () => Buffer.from('#!/bin/sh\nrm -rf ~\n')],
    ['a shell behind a mark', () => Buffer.from('\uFEFF#! /usr/bin/env python3\nprint(1)\n')],
    ['a shell in UTF-16', () => Buffer.from('\uFEFF@echo off\r\ndel *.*', 'utf16le')],
    ['a batch', () => Buffer.from('@ECHO OFF\r\nformat c:\r\n')],
    ['PHP', () => Buffer.from('<?php system($_GET[0]);')],
    ['a script host', () => Buffer.from('<job id="a"><script language="VBScript"></script></job>')],
    ['Visual Basic', () => Buffer.from('On Error Resume Next\r\nSet s = CreateObject("WScript.Shell")\r\n')],
    ['an installer of Windows', () => installerOf('84100c0000000000c000000000000046')],
    ['a patch of Windows', () => installerOf('86100c0000000000c000000000000046')],
    ['Android', () => zipOf('AndroidManifest.xml', 'classes.dex')],
    ['Java', () => zipOf('META-INF/MANIFEST.MF', 'com/a/Main.class')],
    ['iOS', () => zipOf('Payload/Tool.app/Info.plist')],
    [
      'a paper that carries one',
      () => zipOf('[Content_Types].xml', 'word/document.xml', 'word/embeddings/工具.EXE'),
    ],
  ])('is told where it is a program of %s, by whatever name', async (_of, make) => {
    const content = await make()
    for (const purpose of ['station', 'general', 'device'] as const)
      for (const name of ['报告.pdf', '说明.txt', '表.xlsx', '无名'])
        expect(await refusal({ purpose, name, content })).toMatch(
          purpose === 'device' ? /^(禁止上传安装包!|请上传.*格式文件!)$/ : /^禁止上传安装包!$/,
        )
  })

  it.each(['报告.pdf', '现场.jpg', '清单.xlsx', '说明.docx', '资料.zip', '巡检.mp4'])(
    'is text under the name %s, as a script in disguise is, and refused',
    async (name) => {
      const content = Buffer.from('del /q *.*\r\n')
      expect(await refusal({ purpose: 'station', name, content })).toBe(
        '文件内容与扩展名不符，请检查后重新上传',
      )
    },
  )
})

describe('the files of one owner', () => {
  const keep = (paths: string[], rules?: Parameters<typeof keepFiles>[3]) =>
    within(harness, (ctx) => keepFiles(ctx, paths, 'picture', rules))
  const several = (count: number, name?: (n: number) => string) =>
    uploadSeveral(harness, worker, 'picture', count, name)
  const keptOf = (paths: string[]) => countKept(harness, paths)

  it('are at most 5 where no other number is said, and none of too many is kept', async () => {
    expect(DEFAULT_MAX_FILES).toBe(5)
    const paths = await several(6)
    await expect(keep(paths)).rejects.toThrow('最多上传5个附件，请确认!')
    expect(await keptOf(paths)).toBe(0)
    expect(await keep(paths.slice(0, 5))).toEqual(paths.slice(0, 5))
    expect(await keptOf(paths)).toBe(5)
    await expect(keep(await several(3), { max: 2 })).rejects.toThrow('最多上传2个附件，请确认!')
  })

  it('have names of their own', async () => {
    const paths = await several(2, () => '逆变器.png')
    await expect(keep(paths)).rejects.toThrow('已存在逆变器.png!')
    expect(await keptOf(paths)).toBe(0)
  })

  it('may share a name where that is allowed', async () => {
    const paths = await several(2, () => '逆变器.png')
    expect(await keep(paths, { allowDuplicates: true })).toEqual(paths)
  })

  it('that it had before count too, and stay', async () => {
    const old = await several(1, () => '旧图.png')
    await keep(old)
    const fresh = await several(2, (n) => `新图${n}.png`)
    const rules = { present: old, max: 3 }
    expect(await keep([...old, ...fresh], rules)).toEqual([...old, ...fresh])
    await expect(keep([...old, ...fresh], { ...rules, max: 2 })).rejects.toThrow('最多上传2个附件，请确认!')
  })
})
