import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { fileCalls } from '@heliodesk/contract/files.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator } from '../../../test/hire.ts'
import { endServer, settingsOf, startServer, type ServerProcess } from '../../../test/server-process.ts'
import { upload } from '../../../test/files.ts'
import { blobOf, bytesLeft, countOf, sweepAt } from './files.fixture.ts'

const MB = 1024 * 1024
/** The soak test sends 2 GB. */
const UPLOAD_MB = Number(process.env.HELIODESK_UPLOAD_MB ?? 300)
/** The server's code takes 90 MB at rest; what is left is far less than the upload. */
const HEAP_MB = 128
/** The memory that an upload may use, whatever its size. */
const GROWTH_MB = 120
/** On a busy machine the server may need seconds for what is waited for. */
const SOON = { interval: 10, timeout: 20_000 }
const PATIENT = { timeout: 60_000 + UPLOAD_MB * 200 }

const harness = useHarness()
let server: ServerProcess
let worker: string

const start = () =>
  startServer({
    ...settingsOf(harness),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  })

beforeAll(async () => {
  worker = await harness.signIn('a_worker')
  const admin = await signInAdministrator(harness, harness.tenant)
  const { version } = await harness.call(admin, settingCalls.business, {})
  await harness.call(admin, settingCalls.editBusiness, { uploadMaxMb: 2048, version })
  server = await start()
})

afterAll(() => endServer(server, 'SIGTERM'))

const BOUNDARY = 'x-streaming'
const head = (name: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

const answer = z.object({
  success: z.boolean(),
  message: z.string().nullable(),
  result: fileCalls.upload.output.nullable().optional(),
})

function open(purpose: string, headers: Record<string, string> = {}) {
  const sending = request(`${server.url}/api${fileCalls.upload.path}?purpose=${purpose}`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'x-access-token': worker,
      ...headers,
    },
  })
  const answered = (async () => {
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    return { status: response.statusCode, ...answer.parse(await json(response)) }
  })()
  answered.catch(() => undefined)
  return { sending, answered }
}

/** Writes at the reader's speed; resolves when the chunk has been accepted. */
const write = (sending: ClientRequest, piece: string | Buffer) =>
  new Promise<false>((resolve, reject) =>
    sending.write(piece, (error) => (error ? reject(error) : resolve(false))),
  )

const piece = Buffer.alloc(MB, 1)

async function memoryOf({ process: { pid } }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}

describe('an upload', () => {
  it('of any size passes through a small heap, several at once', PATIENT, async () => {
    const before = await memoryOf(server)
    let most = 0
    const send = async (megabytes: number, mark: number) => {
      const { sending, answered } = open('station')
      await write(sending, head('巡检录像.bin'))
      await write(sending, Buffer.alloc(MB, mark))
      for (let sent = 1; sent < megabytes; sent++) {
        await write(sending, piece)
        if (sent % 8 === 0) most = Math.max(most, await memoryOf(server))
      }
      sending.end(TAIL)
      return answered
    }
    const [large, ...others] = await Promise.all([send(UPLOAD_MB, 1), send(20, 2), send(20, 3)])
    expect(large).toMatchObject({ status: 200, success: true })
    expect(large.result!.size).toBe(UPLOAD_MB * MB)
    expect(others.map(({ success }) => success)).toEqual([true, true])
    const figures = `${Math.round(before)} MB before, at most ${Math.round(most)} MB while ${UPLOAD_MB} MB came in`
    expect(most - before, figures).toBeLessThan(GROWTH_MB)
    const { path } = await blobOf(harness, large.result!.path)
    expect((await bytesLeft(harness)).has(path)).toBe(true)
  })

  it('over the limit is answered at once, and no more of it is read', PATIENT, async () => {
    const before = await bytesLeft(harness)
    const { sending, answered } = open('picture')
    sending.on('error', () => undefined)
    // The first bytes look like a picture.
    await write(sending, head('大图.gif'))
    await write(sending, Buffer.from('GIF89a\u0004\u0000\u0003\u0000\u0000\u0000\u0000', 'latin1'))
    let sent = 0
    const isOver = Promise.race([answered, once(sending, 'close')]).then(() => true)
    while (sent < 400 && !(await Promise.race([isOver, write(sending, piece).catch(() => true)]))) sent += 1
    expect(await answered).toMatchObject({ status: 413, success: false, message: '请上传小于10MB文件!' })
    expect(sent).toBeLessThan(60)
    // The server closes the connection soon, so that a client does not keep sending in vain.
    if (!sending.destroyed) await once(sending, 'close')
    expect(await bytesLeft(harness)).toEqual(before)
  })

  it('that announces too much is refused before its bytes come', async () => {
    const { sending, answered } = open('picture', { 'content-length': String(2048 * MB) })
    sending.on('error', () => undefined)
    await write(sending, head('大图.gif') + 'GIF89a'.padEnd(1000))
    expect(await answered).toMatchObject({ status: 413, message: '请上传小于10MB文件!' })
    sending.destroy()
  })

  it('whose line breaks leaves neither bytes nor a row', async () => {
    const [files, blobs, bytes] = [
      await countOf(harness, 'stored_file'),
      await countOf(harness, 'file_blob'),
      await bytesLeft(harness),
    ]
    const { sending, answered } = open('station')
    sending.on('error', () => undefined)
    await write(sending, head('半个.bin'))
    for (let sent = 0; sent < 5; sent++) await write(sending, piece)
    await expect.poll(async () => (await bytesLeft(harness)).size, SOON).toBe(bytes.size + 1)
    sending.destroy()
    await expect(answered).rejects.toThrow(/socket hang up|ECONNRESET|aborted/)
    await expect.poll(() => bytesLeft(harness), SOON).toEqual(bytes)
    expect([await countOf(harness, 'stored_file'), await countOf(harness, 'file_blob')]).toEqual([
      files,
      blobs,
    ])
  })

  it('of a person who sends too many at once is refused, and not those of others', async () => {
    const before = await bytesLeft(harness)
    const running = Array.from({ length: 8 }, () => open('station'))
    for (const { sending } of running) {
      sending.on('error', () => undefined)
      await write(sending, head('同时.bin'))
      await write(sending, Buffer.alloc(1000))
    }
    await expect.poll(async () => (await bytesLeft(harness)).size, SOON).toBe(before.size + 8)
    const one = open('station')
    one.sending.on('error', () => undefined)
    await write(one.sending, head('同时.bin'))
    expect(await one.answered).toMatchObject({ success: false, message: '同时上传的文件过多，请稍后再试' })
    const colleague = await harness.signIn('a_colleague')
    const other = open('station', { 'x-access-token': colleague })
    other.sending.end(`${head('别人.txt')}文字${TAIL}`)
    expect(await other.answered).toMatchObject({ success: true })
    for (const { sending } of running) sending.end(TAIL)
    const answers = await Promise.all(running.map(({ answered }) => answered))
    expect(answers.every(({ success }) => success)).toBe(true)
  })

  it('under way when the server is killed leaves nothing that the sweep does not take', PATIENT, async () => {
    const kept = await upload(harness, worker)
    const files = await countOf(harness, 'stored_file')
    const { sending, answered } = open('station')
    sending.on('error', () => undefined)
    await write(sending, head('中断.bin'))
    for (let sent = 0; sent < 3; sent++) await write(sending, piece)
    const unfinished = async () => [...(await bytesLeft(harness))].filter((path) => path.startsWith('.part/'))
    await expect.poll(unfinished, SOON).toHaveLength(1)
    await endServer(server, 'SIGKILL')
    await expect(answered).rejects.toThrow(/socket hang up|ECONNRESET|aborted/)
    expect(await countOf(harness, 'stored_file')).toBe(files)
    await harness.owner.query('update stored_file set kept_at = now() where path = $1', [kept.path])
    await sweepAt(harness, 25)
    expect(await unfinished()).toEqual([])
    expect((await bytesLeft(harness)).has((await blobOf(harness, kept.path)).path)).toBe(true)
    server = await start()
  })
})
