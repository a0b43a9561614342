import { fileCalls } from '@heliodesk/contract/files.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'
import { freshSample, upload, type Uploaded } from '../../../test/files.ts'

const harness = useHarness()

const people = useSignedIn(harness, {
  worker: 'a_worker',
  colleague: 'a_colleague',
  stranger: 'b_worker',
})

const content = freshSample('pdf')

const get = (url: string, headers: Record<string, string> = {}) =>
  harness.app.inject({ method: 'GET', url, headers })

/** The link and the call give the same answer. */
const places: [string, (file: Uploaded) => { url: string; headers: Record<string, string> }][] = [
  ['a signed link', ({ url }) => ({ url, headers: {} })],
  [
    'the download',
    ({ path }) => ({
      url: `/api${fileCalls.download.path}?path=${path}`,
      headers: { 'x-access-token': people.worker },
    }),
  ],
]

describe.each(places)('%s', (_name, place) => {
  const fetch = async (headers: Record<string, string> = {}) => {
    const file = await upload(harness, people.worker, { purpose: 'mail', name: '图纸.pdf', content })
    const { url, headers: own } = place(file)
    return get(url, { ...own, ...headers })
  }

  it.each([
    ['bytes=0-3', '%PDF', `bytes 0-3/${content.length}`],
    ['bytes=5-', content.toString().slice(5), `bytes 5-${content.length - 1}/${content.length}`],
    [
      'bytes=-2',
      content.toString().slice(-2),
      `bytes ${content.length - 2}-${content.length - 1}/${content.length}`,
    ],
    ['bytes=1-99999', content.toString().slice(1), `bytes 1-${content.length - 1}/${content.length}`],
  ])('answers the range %s', async (range, text, place_) => {
    const got = await fetch({ range })
    expect([got.statusCode, got.body, got.headers['content-range']]).toEqual([206, text, place_])
    expect(got.headers['content-length']).toBe(String(text.length))
    expect(got.headers['accept-ranges']).toBe('bytes')
  })

  it.each(['bytes=0-1,3-4', 'lines=1-2', 'bytes=9-3', 'bytes=-'])(
    'answers the whole for %s',
    async (range) => {
      const got = await fetch({ range })
      expect([got.statusCode, got.body]).toEqual([200, content.toString()])
    },
  )

  it('says that a range beyond the end is none', async () => {
    const got = await fetch({ range: 'bytes=100000-' })
    expect([got.statusCode, got.headers['content-range'], got.body]).toEqual([
      416,
      `bytes */${content.length}`,
      '',
    ])
  })

  it('is not sent again to who has it, and whole to who has another', async () => {
    const first = await fetch()
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toMatch(/^private/)
    const known = await fetch({ 'if-none-match': `W/"other", ${etag}` })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    expect((await fetch({ 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await fetch({ range: 'bytes=0-3', 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await fetch({ range: 'bytes=0-3', 'if-range': etag })).statusCode).toBe(206)
  })
})

describe('an uploaded file', () => {
  it('has the fields of the specification, and comes with its base64 and name where that is asked for', async () => {
    const file = await upload(
      harness,
      people.worker,
      { name: '图.png', content: freshSample('png') },
      { isNeedBase: '1' },
    )
    expect(Object.keys(file).toSorted()).toEqual(
      [
        'base64code',
        'fileName',
        'fileType',
        'fileUrlPreview',
        'fileUrlThumbnail',
        'name',
        'path',
        'pathName',
        'size',
        'uid',
        'url',
      ].toSorted(),
    )
    const { path } = file
    const got = await harness.request('GET', `${fileCalls.download.path}?path=${path}&isNeedBase=1`, {
      token: people.worker,
    })
    expect(got.body.result).toEqual({ strBase64: file.base64code, fileName: '图.png' })
  })

  it('takes its fields from the form too, before the file', async () => {
    const form = new FormData()
    form.set('purpose', 'feedback')
    form.set('isNeedBase', '1')
    form.set('isNeedFirstFrame', '1')
    form.set('file', new Blob([freshSample('png')]), '表单.png')
    const body = new Response(form)
    const got = await harness.request('POST', fileCalls.upload.path, {
      token: people.worker,
      body: Buffer.from(await body.arrayBuffer()),
      headers: { 'content-type': body.headers.get('content-type')!, 'tenant-id': '1' },
    })
    expect(got.body).toMatchObject({
      success: true,
      result: { name: '表单.png', base64code: expect.any(String) },
    })
  })

  it('of another company is answered exactly like one that does not exist', async () => {
    const { path, url } = await upload(harness, people.worker)
    const answers = await Promise.all(
      [path, 'ab/00000000-0000-4000-8000-000000000000.png'].map(async (each) => {
        const calls = [people.stranger, people.colleague].map((token) =>
          get(`/api${fileCalls.download.path}?path=${each}`, { 'x-access-token': token }),
        )
        return (await Promise.all(calls)).map(({ statusCode, body }) => [
          statusCode,
          body.replace(/"timestamp":\d+/, ''),
        ])
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    const link = new URL(url, 'http://localhost')
    link.searchParams.set('tenant', String(harness.otherTenant.tenantId))
    expect((await get(link.pathname + link.search)).statusCode).toBe(403)
    expect((await get(link.pathname)).statusCode).toBe(403)
  })
})
