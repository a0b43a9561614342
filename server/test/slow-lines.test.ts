import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator } from './hire.ts'

const harness = useHarness()

/** Shorter limits than in production, so that the tests do not take minutes. */
const patience = { headersMs: 400, bodyMs: 300, uploadMs: 300, uploadBytes: 100 }

let app: FastifyInstance
let port: number

beforeAll(async () => {
  const { pool, env, clock } = harness
  app = await buildApp({ pool, env, clock, patience })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})

afterAll(() => app.close())

/** Sends the beginning of a request, then results of `drip` every few milliseconds, until the connection is closed. */
async function holdOpen(beginning: string, drip: string): Promise<{ ms: number; text: string }> {
  const start = performance.now()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.write(beginning)
  const timer = setInterval(() => socket.write(drip), 20)
  await new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => {}))
  clearInterval(timer)
  return { ms: performance.now() - start, text }
}

const head = (path: string, lines: string[]) =>
  [`POST /api${path} HTTP/1.1`, 'Host: heliodesk', ...lines, '', ''].join('\r\n')

describe('a line on which a request comes too slowly is ended', () => {
  it('in its headers', async () => {
    const { ms, text } = await holdOpen('POST /api/sys/login HTTP/1.1\r\nHost: heliodesk\r\n', 'x-a: b\r\n')
    expect(ms).toBeGreaterThan(patience.headersMs - 50)
    // Not because there were too many headers at last.
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
  })

  it.each(['Content-Length: 60000', 'Transfer-Encoding: chunked'])('in a body with %s', async (length) => {
    const drip = length.startsWith('Content') ? ' ' : '1\r\n \r\n'
    const { ms } = await holdOpen(head('/sys/login', ['Content-Type: application/json', length]), drip)
    expect(ms).toBeGreaterThan(patience.bodyMs - 50)
  })

  it('in an upload that hardly moves, while one that moves goes on for as long as it takes', async () => {
    const token = await signInAdministrator(harness, harness.tenant)
    const beginning = (length: number) =>
      head('/sys/oss/file/upload?purpose=feedback', [
        `X-Access-Token: ${token}`,
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${length}`,
        'Connection: close',
      ]) + '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'
    const held = await holdOpen(beginning(1_000_000), '.')
    expect(held.ms).toBeGreaterThan(patience.uploadMs - 50)
    expect(held.text).toBe('')

    const steady = '.'.repeat(400)
    const parts = 80
    const end = '\r\n--b--\r\n'
    const form = beginning(0).split('\r\n\r\n').slice(1).join('\r\n\r\n')
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.write(beginning(Buffer.byteLength(form) + steady.length * parts + end.length))
    const start = performance.now()
    let left = parts
    const timer = setInterval(() => {
      socket.write(left > 0 ? steady : end)
      if (left-- === 0) clearInterval(timer)
    }, 20)
    await new Promise<void>((resolve) => socket.once('close', () => resolve()))
    expect(performance.now() - start).toBeGreaterThan(2 * patience.uploadMs)
    // The upload was read to its end and then refused, because it is no picture.
    expect(text).toContain('请上传PNG、JPG、WebP格式文件!')
  })
})

describe('answers', () => {
  it.each([
    ['POST', '/api/notice/unreadNum'],
    ['GET', '/api/sys/user/getUserInfo'],
    ['GET', '/api/sys/nothing'],
    ['GET', '/api/captcha/get'],
    ['GET', '/api/oss/static/aa/unsigned.png'],
    ['GET', '/api/%E9%'],
  ] as const)('of %s %s are kept nowhere', async (method, url) => {
    for (const token of [undefined, await signInAdministrator(harness, harness.tenant)]) {
      const response = await app.inject({ method, url, headers: token ? { 'x-access-token': token } : {} })
      expect([response.statusCode, response.headers['cache-control']]).toEqual([
        response.statusCode,
        'no-store',
      ])
    }
  })
})
