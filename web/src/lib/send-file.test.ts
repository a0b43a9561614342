import { callsOf } from '@heliodesk/contract/call.ts'
import { FIELD_BUILD } from '@heliodesk/contract/field-build.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sendFile } from './call.ts'
import { useSession, type User } from './session.ts'

const call = callsOf().command({
  title: '试',
  path: '/sys/put',
  access: 'signedIn',
  upload: true,
  input: z.object({ kind: z.string(), depCode: z.string().optional() }),
  output: z.unknown(),
})

/** A fake XMLHttpRequest that answers on command. */
class Request extends EventTarget {
  static last: Request
  upload = new EventTarget()
  status = 200
  responseText = ''
  answered: Record<string, string> = {}
  opened: string[] = []
  sent: FormData | null = null
  constructor() {
    super()
    Request.last = this
  }
  open(...opened: string[]) {
    this.opened = opened
  }
  headers: Record<string, string> = {}
  setRequestHeader = (name: string, value: string) => void (this.headers[name] = value)
  getResponseHeader = (name: string) => this.answered[name] ?? null
  send(form: FormData) {
    this.sent = form
  }
  abort = () => this.dispatchEvent(new Event('abort'))
  answer(status: number, body: object, answered = {}) {
    Object.assign(this, { status, responseText: JSON.stringify(body), answered })
    this.dispatchEvent(new Event('load'))
  }
}

const file = new File(['电站名称'], '电站.csv')

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request)
  useSession.setState({ token: 'T', user: null })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ token: null, user: null })
})

test('an upload tells how far it is, and takes a token that was refreshed', async () => {
  const parts: number[] = []
  const answer = sendFile(call, { kind: 'stations', depCode: undefined }, file, {
    onProgress: (part) => parts.push(part),
  })
  const { last } = Request
  expect(last.opened).toEqual(['POST', '/api/sys/put?kind=stations'])
  expect(last.sent!.get('file')).toMatchObject({ name: '电站.csv' })
  last.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 3, total: 12 }))
  last.answer(200, { success: true, code: 200, result: 5 }, { 'x-access-token': 'T2' })
  await expect(answer).resolves.toBe(5)
  expect(parts).toEqual([0.25])
  expect(useSession.getState().token).toBe('T2')
})

test('a refusal, a lost line and an upload that is given up each say so', async () => {
  const refused = sendFile(call, { kind: 'stations' }, file)
  Request.last.answer(200, { success: false, code: 500, message: '文件缺少列', error_code: 'bad' })
  await expect(refused).rejects.toMatchObject({ message: '文件缺少列', code: 'bad', path: '/sys/put' })

  const lost = sendFile(call, { kind: 'stations' }, file)
  Request.last.dispatchEvent(new Event('error'))
  await expect(lost).rejects.toMatchObject({ message: '文件上传失败，请重试', isOffline: true })

  const given = new AbortController()
  const stopped = sendFile(call, { kind: 'stations' }, file, { signal: given.signal })
  given.abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
})

test('it carries the access token, the tenant id, its key, and smaller parts ahead of the file', () => {
  useSession.setState({ token: 'T', user: { tenantId: '7' } as User })
  void sendFile(call, { kind: 'stations' }, file, {
    idempotencyKey: 'once',
    beside: { firstFrame: new Blob(['frame']) },
  })
  const { headers, sent } = Request.last
  expect(headers).toMatchObject({
    'X-Access-Token': 'T',
    'tenant-id': '7',
    'idempotency-key': 'once',
    'x-field-build': String(FIELD_BUILD),
  })
  expect([...sent!.keys()]).toEqual(['firstFrame', 'file'])
})
