import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { signedHeaders } from './aliyun-signature.ts'
import { startGateway, type Reaction } from './gateway.fixture.ts'
import { openProvider, SmsRefused, type Sms } from './providers.ts'

const message: Sms = {
  id: '7',
  phone: '13800000001',
  template: 'login',
  params: { code: '012345' },
  signName: '',
  text: '您的登录验证码为 012345',
}

const aliyunAt = (url: string) =>
  readEnv({
    SMS_PROVIDER: 'aliyun',
    SMS_ENDPOINT: url,
    SMS_ACCESS_KEY_ID: 'key-id',
    SMS_ACCESS_KEY_SECRET: 'key-secret',
    SMS_SIGN_NAME: '光伏运维',
    SMS_TEMPLATE_CODE: 'SMS_1',
  })
const gatewayAt = (url: string) =>
  readEnv({ SMS_PROVIDER: 'http', SMS_HTTP_URL: `${url}/send?v=1`, SMS_HTTP_AUTHORIZATION: 'Bearer s3cret' })

const silent = fastify().log

it('signs as Alibaba Cloud’s own example of its method V3', () => {
  const { url, headers } = signedHeaders({
    endpoint: 'https://ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    accessKeyId: 'YourAccessKeyId',
    accessKeySecret: 'YourAccessKeySecret',
    at: new Date('2023-10-26T10:22:32Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  })
  expect(url).toBe(
    'https://ecs.cn-shanghai.aliyuncs.com/?ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai',
  )
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;' +
      'x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

it('aliyun sends SendSms, signed over what arrives, and answers BizId', async () => {
  await using gateway = await startGateway({ status: 200, body: { Code: 'OK', BizId: '9006^0' } })
  expect(await openProvider(aliyunAt(gateway.url), silent).send(message)).toEqual({ id: '9006^0' })
  const { method, url, headers, body } = gateway.received[0]!
  const query = Object.fromEntries(new URL(url, gateway.url).searchParams)
  expect({ method, body, query }).toEqual({
    method: 'POST',
    body: '',
    query: {
      PhoneNumbers: '13800000001',
      SignName: '光伏运维',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"012345"}',
      OutId: '7',
    },
  })
  expect(headers['x-acs-action']).toBe('SendSms')
  const again = signedHeaders({
    endpoint: `http://${headers.host}`,
    action: 'SendSms',
    version: '2017-05-25',
    query,
    accessKeyId: 'key-id',
    accessKeySecret: 'key-secret',
    at: new Date(String(headers['x-acs-date'])),
    nonce: String(headers['x-acs-signature-nonce']),
  })
  expect(headers.authorization).toBe(again.headers.authorization)
})

it('http posts the message as JSON with the Authorization, and answers its id', async () => {
  await using gateway = await startGateway({ status: 202, body: { id: 42 } })
  expect(await openProvider(gatewayAt(gateway.url), silent).send(message)).toEqual({ id: '42' })
  const { method, url, headers, body } = gateway.received[0]!
  expect({ method, url, body: JSON.parse(body) as unknown }).toEqual({
    method: 'POST',
    url: '/send?v=1',
    body: message,
  })
  expect(headers).toMatchObject({
    authorization: 'Bearer s3cret',
    'content-type': 'application/json',
    'idempotency-key': 'heliodesk-sms-7',
  })
})

type Case = [what: string, envAt: typeof aliyunAt, reaction: Reaction, repeatable: boolean, says: RegExp]

const aliyunSays = (status: number, Code: string, Message = '') => ({ status, body: { Code, Message } })
const httpSays = (status: number, said = '') => ({ status, body: { message: said } })

it.each<Case>([
  [
    'aliyun: out of service',
    aliyunAt,
    aliyunSays(200, 'isv.OUT_OF_SERVICE', '业务停机'),
    false,
    /SERVICE 业务停机/,
  ],
  ['aliyun: bad signature', aliyunAt, aliyunSays(400, 'SignatureDoesNotMatch'), false, /HTTP 400 Signature/],
  ['aliyun: too many to this phone', aliyunAt, aliyunSays(200, 'isv.BUSINESS_LIMIT_CONTROL'), true, /LIMIT/],
  ['aliyun: too many from here', aliyunAt, aliyunSays(400, 'Throttling.User'), true, /Throttling\.User/],
  ['aliyun: broken', aliyunAt, aliyunSays(503, ''), true, /HTTP 503/],
  ['aliyun: hangs up', aliyunAt, 'hang up', true, /fetch failed/],
  ['aliyun: says nothing', aliyunAt, 'silence', true, /timeout/],
  ['http: unauthorized', gatewayAt, httpSays(401, 'who are you'), false, /HTTP 401 who are you/],
  ['http: too many', gatewayAt, httpSays(429), true, /HTTP 429/],
  ['http: broken', gatewayAt, httpSays(500), true, /HTTP 500/],
  ['http: hangs up', gatewayAt, 'hang up', true, /fetch failed/],
  ['http: says nothing', gatewayAt, 'silence', true, /timeout/],
])('%s', async (_what, envAt, reaction, repeatable, says) => {
  await using gateway = await startGateway(reaction)
  const sending = openProvider(envAt(gateway.url), silent, 300).send(message)
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  expect(error instanceof SmsRefused).toBe(!repeatable)
  expect(String(error)).toMatch(says)
  expect(String(error)).not.toMatch(/secret/i)
})

it('http does not follow a redirection, which would carry the Authorization along', async () => {
  await using thief = await startGateway({ status: 200, body: { id: 'stolen' } })
  await using gateway = await startGateway({ status: 307, body: {}, headers: { location: thief.url } })
  await expect(openProvider(gatewayAt(gateway.url), silent).send(message)).rejects.toThrow()
  expect([gateway.received.length, thief.received.length]).toEqual([1, 0])
})

it.each([
  ['hides phone and code in the log', {}, 'SMS 138****0001: 您的登录验证码为 ******'],
  [
    'shows them where the operator asked for it',
    { SMS_LOG_CODES: 'true' },
    'SMS 13800000001: 您的登录验证码为 012345',
  ],
])('outbox %s, and appends the message to the file', async (_what, asked, said) => {
  const folder = await mkdtemp(join(tmpdir(), 'heliodesk-sms-'))
  const file = join(folder, 'outbox.jsonl')
  const lines: string[] = []
  const { log } = fastify({ logger: { level: 'info', stream: { write: (line) => void lines.push(line) } } })
  const provider = openProvider(readEnv({ SMS_OUTBOX_FILE: file, ...asked }), log)
  expect(await provider.send(message)).toEqual({ id: null })
  await provider.send({ ...message, id: '8' })
  expect(lines.map((line) => line.includes(said))).toEqual([true, true])
  expect(lines.join('').includes('012345')).toBe('SMS_LOG_CODES' in asked)
  const written = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(written).toEqual(['7', '8'].map((id) => ({ id, phone: message.phone, text: message.text })))
  await rm(folder, { recursive: true })
})

it('aliyun signs with the company’s own signature before the configured one', async () => {
  await using gateway = await startGateway({ status: 200, body: { Code: 'OK', BizId: '1' } })
  await openProvider(aliyunAt(gateway.url), silent).send({ ...message, signName: '晴天新能源' })
  expect(new URL(gateway.received[0]!.url, gateway.url).searchParams.get('SignName')).toBe('晴天新能源')
})

it.each([
  [{ SMS_PROVIDER: 'http' }, ['SMS_HTTP_URL']],
  [
    { SMS_PROVIDER: 'aliyun', SMS_ACCESS_KEY_ID: 'id', SMS_TEMPLATE_CODE: '' },
    ['SMS_ACCESS_KEY_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE_CODE'],
  ],
])('a server with %o does not start, and says what is missing', (given, missing) => {
  const says = missing.map((name) => `${name}: needed by SMS_PROVIDER=${given.SMS_PROVIDER}`).join('; ')
  expect(() => readEnv(given)).toThrow(says)
})
