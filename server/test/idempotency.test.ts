import { fileCalls } from '@heliodesk/contract/files.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { sample } from './files.ts'
import { useHarness } from './harness.ts'
import { newcomer, signInAdministrator } from './hire.ts'
import { sendFile } from './upload.ts'

const harness = useHarness()
const OTHER_REQUEST = '幂等键（Idempotency-Key）已用于另一个请求'

let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})

const add = (key: string, input: object) =>
  harness.request('POST', userCalls.add.path, {
    token: admin,
    body: newcomer(harness, input),
    headers: { 'idempotency-key': key },
  })

describe('a key', () => {
  it('stands for one password: another is another request', async () => {
    const person = { username: 'keyed.one', realname: '新人', password: 'First#2026' }
    const first = await add('password-key-1', person)
    expect((await add('password-key-1', person)).body.result).toEqual(first.body.result)
    const other = await add('password-key-1', { ...person, password: 'Other#2026' })
    expect(other.body).toMatchObject({ success: false, message: OTHER_REQUEST })
  })

  it('keeps no password that could be guessed from it', async () => {
    await add('password-key-2', { username: 'keyed.two', password: 'First#2026' })
    await add('password-key-3', { username: 'keyed.three', password: 'First#2026' })
    const { rows } = await harness.owner.query<{ slow: string; length: number }>(
      `select encode(substr(request_hash, 33), 'hex') as slow, length(request_hash) as length
       from idempotency where key in ('password-key-2', 'password-key-3')`,
    )
    // The hash of the readable part, a salt, and the slow hash of the rest.
    expect(rows.map(({ length }) => length)).toEqual([80, 80])
    expect(rows[0]!.slow).not.toBe(rows[1]!.slow)
  })

  it('stands for one file: other bytes, or the same under another name, are another request', async () => {
    const send = (name: string, size: number) =>
      sendFile(
        harness,
        admin,
        fileCalls.upload.path,
        { purpose: 'feedback' },
        { name, content: sample('png', size) },
        { 'idempotency-key': 'file-key-1' },
      )
    const first = await send('a.png', 100)
    expect(first.body).toMatchObject({ success: true })
    expect((await send('a.png', 100)).body.result).toEqual(first.body.result)
    for (const other of [await send('a.png', 200), await send('b.png', 100)])
      expect(other.body).toMatchObject({ success: false, message: OTHER_REQUEST })
  })

  it('stands for what comes beside the file, too', async () => {
    const film = Buffer.from('\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000isommp42', 'latin1')
    const send = async (frame: Buffer) => {
      const form = new FormData()
      form.set('isNeedFirstFrame', '1')
      form.set('file', new Blob([Buffer.from(film)]), 'a.mp4')
      form.set('firstFrame', new Blob([Buffer.from(frame)]), 'frame.png')
      const multipart = new Response(form)
      return harness.request('POST', fileCalls.upload.path, {
        token: admin,
        body: Buffer.from(await multipart.arrayBuffer()),
        headers: {
          'content-type': multipart.headers.get('content-type')!,
          'idempotency-key': 'frame-key-1',
        },
      })
    }
    const first = await send(sample('png', 100))
    expect(first.body).toMatchObject({ success: true })
    expect((await send(sample('png', 100))).body.result).toEqual(first.body.result)
    expect((await send(sample('png', 200))).body).toMatchObject({ success: false, message: OTHER_REQUEST })
  })
})
