import { fileCalls } from '@heliodesk/contract/files.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { freshSample, sample } from '../../../test/files.ts'
import { bytesLeft, within } from './files.fixture.ts'
import { keepFile } from './index.ts'

const harness = useHarness()
let worker: string

beforeAll(async () => {
  worker = await harness.signIn('a_worker')
})

type Part = [name: string, value: string | Buffer]

/** A form with its parts in this order and nothing in the query string, as clients of the specification send it. */
async function send(parts: Part[], fileName = '现场.png') {
  const form = new FormData()
  for (const [name, value] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([value]), fileName)
  const body = new Response(form)
  return harness.request('POST', fileCalls.upload.path, {
    token: worker,
    body: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type')! },
  })
}

const flags: Part[] = [
  ['isNeedBase', '1'],
  ['isNeedFirstFrame', '1'],
]
const extras: Part[] = [
  ['bizPath', 'temp'],
  ['orgCode', 'A01'],
  ['dataRoles', 'x'.repeat(10_000)],
]

describe('an upload as the specification shows it: file, isNeedBase=1, isNeedFirstFrame=1', () => {
  it.each<[string, (file: Part) => Part[]]>([
    ['before the file', (file) => [...flags, ...extras, file]],
    ['behind the file', (file) => [file, ...flags, ...extras]],
    ['on both sides', (file) => [...extras, file, ...flags]],
  ])('works with its fields %s, and answers the base64', async (_where, order) => {
    const content = freshSample('png')
    const { status, body } = await send(order(['file', content]))
    expect([status, body.success]).toEqual([200, true])
    const stored = fileCalls.upload.output.parse(body.result)
    expect(stored).toMatchObject({ fileType: 'image/png', base64code: content.toString('base64') })
    // The first user of the file sets its purpose.
    await within(harness, (ctx) => keepFile(ctx, stored.path, 'feedback'))
    const { rows } = await harness.owner.query('select purpose from stored_file where path = $1', [
      stored.path,
    ])
    expect(rows).toEqual([{ purpose: 'feedback' }])
    await expect(within(harness, (ctx) => keepFile(ctx, stored.path, 'avatar'))).rejects.toThrow(
      '文件不存在或已过期，请重新上传',
    )
  })

  it('of a film takes the frame behind the flag, and none before it', async () => {
    const film = Buffer.concat([
      Buffer.from('\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000isommp42', 'latin1'),
      freshSample('gif'),
    ])
    const { body } = await send([...flags, ['file', film], ['firstFrame', sample('png')]], '巡检.mp4')
    expect(fileCalls.upload.output.parse(body.result).fileUrlThumbnail).not.toBeNull()
  })
})

describe('what is said behind the file', () => {
  const refused = async (parts: Part[], name?: string) => {
    const before = await bytesLeft(harness)
    const { body } = await send(parts, name)
    expect([body.success, await bytesLeft(harness)]).toEqual([false, before])
    return body.message
  }

  it('holds all the same: the purpose with its kinds and its limits', async () => {
    const text = Buffer.from('只有文字')
    expect(
      await refused(
        [
          ['file', text],
          ['purpose', 'picture'],
        ],
        '说明.txt',
      ),
    ).toBe('请上传PNG、JPG、WebP、BMP、GIF格式文件!')
    const large = sample('webp', 2 * 1024 * 1024 + 1)
    expect(
      await refused([
        ['file', large],
        ['purpose', 'avatar'],
      ]),
    ).toBe('请上传小于2MB文件!')
    expect(
      await refused([
        ['purpose', 'avatar'],
        ['file', text],
        ['purpose', 'station'],
      ]),
    ).toBe('请上传PNG、JPG、WebP格式文件!')
    expect(
      await refused([
        ['file', freshSample('png')],
        ['maxWidth', '2'],
      ]),
    ).toBe('上传尺寸最大2px * 不限px!')
    expect(
      await refused([
        ['file', freshSample('png')],
        ['purpose', 'export'],
      ]),
    ).toContain('用途（purpose）')
    const { body } = await send([
      ['file', freshSample('png')],
      ['purpose', 'avatar'],
    ])
    expect(body.success).toBe(true)
  })
})

describe('a file of no purpose', () => {
  it('is used for none that it does not fit, and is nobody else’s', async () => {
    const { body } = await send([['file', Buffer.from('只有文字')]], '说明.txt')
    const { path } = fileCalls.upload.output.parse(body.result)
    await expect(within(harness, (ctx) => keepFile(ctx, path, 'avatar'))).rejects.toThrow(
      '请上传PNG、JPG、WebP格式文件!',
    )
    await expect(within(harness, (ctx) => keepFile(ctx, path, 'annex'), 'a_colleague')).rejects.toThrow(
      '文件不存在或已过期，请重新上传',
    )
    await within(harness, (ctx) => keepFile(ctx, path, 'annex'))
  })
})
