import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useHarness } from '../../../test/harness.ts'
import { hire, signInAdministrator, type Hired } from '../../../test/hire.ts'
import { buildApp } from '../../app.ts'
import { openingOf, openPool } from '../../platform/postgres.ts'
import { countRows } from './upload.fixture.ts'

const IDLE_MS = 400

const harness = useHarness()
let app: FastifyInstance
/** A pool whose transactions may be idle only for a moment. */
let pool: pg.Pool
let admin: string
let guest: Hired

beforeAll(async () => {
  pool = openPool(harness.login, {
    max: 4,
    idleInTransactionTimeoutMs: IDLE_MS,
  })
  app = await buildApp({ pool, env: harness.env, clock: harness.clock, strictOutput: true })
  await app.listen({ host: '127.0.0.1', port: 0 })
  admin = await signInAdministrator(harness, harness.tenant)
  guest = await hire(harness, { username: 'slow.guest', codes: ['order:list'] })
})

afterAll(async () => {
  await app.close()
  await pool.end()
})

const BOUNDARY = 'x-slow-line'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="慢.csv"\r\nContent-Type: text/csv\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`
const rows = (...names: string[]) => names.map((name) => `${name},1000,江苏,33,120\n`).join('')
const FILE_HEAD = '电站名称,容量(kWp),省份,纬度,经度\n'

const envelope = z.object({ result_code: z.string(), result_msg: z.string() })

/** Starts an upload and sends what precedes the file's rows; the caller sends the rest. */
function startUpload(token: string | null, query = 'kind=stations&depCode=A01A01') {
  const { port } = app.server.address() as AddressInfo
  const sending = request({
    port,
    method: 'POST',
    path: `/api/data-import/upload?${query}`,
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(token ? { 'x-access-token': token } : {}),
    },
  })
  const answered = (async () => {
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    return { status: response.statusCode, ...envelope.parse(await json(response)) }
  })()
  return { sending, answered }
}

const sendPart = (sending: ClientRequest, text: string) =>
  new Promise<void>((resolve) => sending.write(text, () => resolve()))

/** Waits until PostgreSQL has ended a transaction that starts now, for being idle. */
async function outlastIdleTransaction() {
  const client = await pool.connect()
  const ended = once(client, 'error')
  await client.query(`begin; ${openingOf(pool)}`)
  const [error] = (await ended) as [Error & { code?: string }]
  client.release(true)
  expect(error.code).toBe('25P03')
}

const checkedFiles = () => countRows(harness, 'data_import')

describe('an upload over a bad line', () => {
  it('may take longer than a transaction may be idle', async () => {
    const { sending, answered } = startUpload(admin)
    await sendPart(sending, HEAD + FILE_HEAD)
    for (const name of ['慢一', '慢二', '慢三']) {
      await outlastIdleTransaction()
      await sendPart(sending, rows(name))
    }
    await outlastIdleTransaction()
    sending.end(TAIL)
    expect(await answered).toMatchObject({ status: 200, result_code: '1' })
    const { rows: found } = await harness.owner.query<{ file_name: string; row_count: number }>(
      'select file_name, row_count from data_import order by id desc limit 1',
    )
    expect(found).toEqual([{ file_name: '慢.csv', row_count: 3 }])
  })

  it.each<[what: string, token: () => string | null, query: string, status: number, message: RegExp]>([
    ['without a session', () => null, 'kind=stations&depCode=A01A01', 401, /请重新登录/],
    ['without the right', () => guest.token, 'kind=stations&depCode=A01A01', 403, /“数据导入”权限/],
    ['with a bad field', () => admin, 'kind=planets&depCode=A01A01', 400, /导入类型（kind）/],
  ])('%s is refused before its file is sent', async (_what, token, query, status, message) => {
    const before = await checkedFiles()
    const { sending, answered } = startUpload(token(), query)
    sending.on('error', () => undefined)
    await sendPart(sending, HEAD + FILE_HEAD)
    expect(await answered).toMatchObject({ status, result_msg: expect.stringMatching(message) })
    sending.destroy()
    expect(await checkedFiles()).toBe(before)
  })

  it('counts for nothing when the session or the right went meanwhile', async () => {
    const before = await checkedFiles()
    const leaver = await hire(harness, { username: 'slow.leaver', codes: ['import:run', 'station:edit'] })
    const demoted = await hire(harness, { username: 'slow.demoted', codes: ['import:run', 'station:edit'] })
    const uploads = [startUpload(leaver.token), startUpload(demoted.token)]
    for (const { sending } of uploads) await sendPart(sending, HEAD + FILE_HEAD)
    await outlastIdleTransaction()
    await harness.owner.query('delete from user_session where user_id = $1', [leaver.id])
    await harness.owner.query('delete from role_permission where role_id = $1', [demoted.roleId])
    for (const { sending } of uploads) sending.end(rows('太迟') + TAIL)
    const answers = await Promise.all(uploads.map(({ answered }) => answered))
    expect(answers.map(({ status }) => status)).toEqual([401, 403])
    expect(await checkedFiles()).toBe(before)
  })

  it('that ends too early is told so', async () => {
    const { sending, answered } = startUpload(admin)
    sending.end(HEAD + FILE_HEAD)
    expect(await answered).toMatchObject({
      status: 400,
      result_msg: '参数有误：文件（file）：没有完整收到，请重新上传',
    })
  })

  it('is given up when nothing comes any more', async () => {
    const usual = app.server.timeout
    expect(usual).toBe(120_000)
    app.server.timeout = IDLE_MS
    const { sending, answered } = startUpload(admin)
    await sendPart(sending, HEAD)
    await expect(answered).rejects.toThrow(/socket hang up|ECONNRESET/)
    app.server.timeout = usual
  })
})
