import { createHmac } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { singleSignOnCalls as calls } from '@heliodesk/contract/single-sign-on.ts'
import { beforeEach, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { useHarness } from '../../../test/harness.ts'
import { localServer } from '../../../test/local-server.ts'

const SECRET = 'shared with the gateway'

let asked: Record<string, unknown>[] = []
let reply: { status: number; text: string }
const gateway = await localServer((request, response) => {
  const answer = async () => {
    asked.push((await json(request)) as Record<string, unknown>)
    response.writeHead(reply.status).end(reply.text)
  }
  void answer()
})

const harness = useHarness({
  KINGDEE_AUTH_URL: `${gateway}/auth`,
  KINGDEE_APP_ID: 'heliodesk',
  KINGDEE_APP_SECRET: SECRET,
})

beforeEach(() => {
  asked = []
  reply = {
    status: 200,
    text: JSON.stringify({ url: 'https://kingdee.example/sso', token: 'kd-1', expires_in: 600 }),
  }
})

it('asks the gateway in the name of the signed-in user, signed', async () => {
  harness.clock.set('2026-06-18T02:30:00Z')
  const token = await harness.signIn('a_manager')
  const answer = await harness.call(token, calls.kingdee, { target: 'FIN_AP' })
  expect(answer).toEqual({
    url: 'https://kingdee.example/sso',
    token: 'kd-1',
    expiresTime: '2026-06-18 10:40:00',
  })
  const { signature, ...request } = asked[0]!
  expect(request).toMatchObject({ appId: 'heliodesk', username: 'a_manager', target: 'FIN_AP' })
  const signed = [request.appId, request.username, request.timestamp, request.nonce, request.target].join(
    '\n',
  )
  expect(signature).toBe(createHmac('sha256', SECRET).update(signed).digest('hex'))
})

it.each([
  ['an error', { status: 500, text: 'boom' }],
  ['something else', { status: 200, text: '{"ok":true}' }],
  ['a script as address', { status: 200, text: '{"url":"javascript:1","token":"t","expires_in":1}' }],
])('says so when the gateway answers %s', async (_name, given) => {
  reply = given
  const token = await harness.signIn('a_manager')
  expect(await harness.refused(token, calls.kingdee, {})).toMatchObject({
    code: 'kingdee_unreachable',
    message: '金蝶服务暂不可用，请稍后再试',
  })
})

it('says so when nothing is configured', async () => {
  const token = await harness.signIn('a_manager')
  const app = await buildApp({
    pool: harness.pool,
    env: { ...harness.env, KINGDEE_AUTH_URL: undefined },
    clock: harness.clock,
  })
  const response = await app.inject({
    url: '/api/token/kingdee/auth-info',
    headers: { 'x-access-token': token },
  })
  await app.close()
  expect(response.json()).toMatchObject({ result_code: '0', result_msg: '未配置金蝶集成，请联系管理员' })
})
