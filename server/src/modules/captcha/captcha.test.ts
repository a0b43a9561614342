import { createHash } from 'node:crypto'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { encryptPoint } from './answer.ts'
import { clientAt, pointOf, type Kind } from './client.fixture.ts'

const harness = useHarness({ TRUSTED_PROXIES: '127.0.0.1' })
const kinds: Kind[] = ['blockPuzzle', 'clickWord']

let lastAddress = 0
const client = () => clientAt(harness, `198.51.100.${++lastAddress}`)

async function picture(kind: Kind) {
  const someone = client()
  const { repData } = await someone.get(kind)
  const shown = repData as { token: string; secretKey: string; wordList: string[] | null }
  return { ...someone, shown, point: await pointOf(harness, shown.token) }
}

/** Signs in as a test user with the given captcha fields. */
const signIn = (captcha: object) =>
  harness.request('POST', '/sys/login', {
    body: { username: 'nobody', password: 'Wrong@12345', ...captcha },
  })

describe.each(kinds)('%s', (kind) => {
  it('gives a picture without its answer', async () => {
    const { repData, ...wire } = await client().get(kind)
    expect(wire).toEqual({ repCode: '0000', repMsg: null, success: true })
    const { originalImageBase64, jigsawImageBase64, ...rest } = repData as Record<string, string>
    expect(rest).toEqual({
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      secretKey: expect.stringMatching(/^[A-Za-z0-9]{16}$/),
      wordList:
        kind === 'clickWord'
          ? [expect.stringMatching(/^.$/), expect.stringMatching(/^.$/), expect.stringMatching(/^.$/)]
          : null,
      result: false,
    })
    expect(Buffer.from(originalImageBase64!, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(jigsawImageBase64 === null).toBe(kind === 'clickWord')
  })

  it('takes the type, the browser’s id and the time', async () => {
    const { repCode } = await client().post('/captcha/get', {
      captchaType: kind,
      clientUid: 'slider-1',
      ts: harness.clock.now().getTime(),
    })
    expect(repCode).toBe('0000')
  })

  it('accepts the right answer once and echoes it', async () => {
    const { check, shown, point } = await picture(kind)
    const pointJson = encryptPoint(JSON.stringify(point), shown.secretKey)
    expect(await check(shown, point, { clientUid: 'slider-1', ts: 1 })).toEqual({
      repCode: '0000',
      repMsg: null,
      success: true,
      repData: { captchaType: kind, token: shown.token, pointJson, result: true },
    })
    expect(await check(shown, point)).toMatchObject({ repCode: '6110', success: false, repData: null })
  })

  it('accepts it in plain where the picture came without a key', async () => {
    const { check, shown, point } = await picture(kind)
    await harness.owner.query('update captcha set secret_key = null where token = $1', [shown.token])
    expect((await check({ ...shown, secretKey: null }, point)).repCode).toBe('0000')
    const verification = `${shown.token}---${JSON.stringify(point)}`
    expect((await signIn({ captchaVerification: verification })).body.repCode).toBeUndefined()
  })

  it('spends the picture on a wrong answer', async () => {
    const { check, shown, point } = await picture(kind)
    const wrong = Array.isArray(point) ? point.toReversed() : { x: 0, y: 5 }
    expect(await check(shown, wrong)).toMatchObject({ repCode: '6111', repMsg: '验证失败' })
    expect((await check(shown, point)).repCode).toBe('6110')
  })

  it.each([
    ['a text that is no JSON', 'x:1'],
    ['a point without numbers', '{"x":"1","y":null}'],
    ['two points', '[{"x":1,"y":5},{"x":1,"y":5}]'],
    ['four points', JSON.stringify(Array.from({ length: 4 }, () => ({ x: 1, y: 5 })))],
    ['no points', '[]'],
    ['another key', null],
  ])('answers 0001 to %s and spends the picture', async (_name, text) => {
    const { post, check, shown, point } = await picture(kind)
    const pointJson = encryptPoint(
      text ?? JSON.stringify(point),
      text === null ? 'A'.repeat(16) : shown.secretKey,
    )
    const answer = await post('/captcha/check', { captchaType: kind, token: shown.token, pointJson })
    expect(answer).toMatchObject({ repCode: '0001', repMsg: '验证失败' })
    expect((await check(shown, point)).repCode).toBe('6110')
  })

  it('expires after two minutes', async () => {
    const { check, shown, point } = await picture(kind)
    harness.clock.advance(120_000)
    expect((await check(shown, point)).repCode).toBe('6110')
  })

  it('does not count for the other type', async () => {
    const { post, shown, point } = await picture(kind)
    const pointJson = encryptPoint(JSON.stringify(point), shown.secretKey)
    const other = kinds.find((each) => each !== kind)
    expect(
      (await post('/captcha/check', { captchaType: other, token: shown.token, pointJson })).repCode,
    ).toBe('6110')
  })

  it('lets one of fifty tries at once pass', async () => {
    const { check, shown, point } = await picture(kind)
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(shown, point)))
    const codes = answers.map(({ repCode }) => repCode)
    expect(codes.filter((code) => code === '0000')).toHaveLength(1)
    expect(codes.filter((code) => code === '6110')).toHaveLength(49)
  })

  it('stands for itself afterwards, once and for three minutes, as the client wrote it', async () => {
    const solve = async () => {
      const { check, shown, point } = await picture(kind)
      const text = JSON.stringify(point, null, 1)
      await check(shown, point, { pointJson: encryptPoint(text, shown.secretKey) })
      return encryptPoint(`${shown.token}---${text}`, shown.secretKey)
    }
    const captchaVerification = await solve()
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => (await signIn({ captchaVerification })).body.repCode),
    )
    // The request that passed the captcha reached the password check.
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(codes.filter((code) => code === '6110')).toHaveLength(19)
    const late = await solve()
    harness.clock.advance(180_000)
    expect((await signIn({ captchaVerification: late })).body.repCode).toBe('6110')
  })

  it('travels inside the call that it guards', async () => {
    const { shown, point } = await picture(kind)
    const captchaVO = {
      captchaType: kind,
      token: shown.token,
      pointJson: encryptPoint(JSON.stringify(point), shown.secretKey),
    }
    expect((await signIn({ captchaVO, captchaType: 1 })).body).toMatchObject({ message: '用户名或密码错误' })
    expect((await signIn({ captchaVO, captchaType: 1 })).body).toMatchObject({
      repCode: '6110',
      repMsg: '验证码已失效，请重新获取',
    })
  })
})

it('is asked for where it is missing', async () => {
  expect((await signIn({})).body).toMatchObject({ repCode: '0011', repMsg: '请完成安全验证', success: false })
  expect(await harness.refused(null, sessionCalls.login, { username: 'a', password: 'b' })).toMatchObject({
    code: '0011',
  })
})

it.each([
  ['nothing', {}, '0011'],
  ['an empty type', { captchaType: '' }, '0011'],
  ['another type', { captchaType: 'rotatePuzzle' }, '0016'],
  ['a list', { captchaType: ['clickWord'] }, '0016'],
])('answers a get of %s with the code for it', async (_name, body, repCode) => {
  const answer = await client().post('/captcha/get', body)
  expect(answer).toMatchObject({ repCode, success: false, repData: null })
  expect(answer.repMsg).toContain('captchaType')
})

describe('whatever is wrong, and however early, HTTP is 200 and the envelope says what', () => {
  const json = { 'content-type': 'application/json' }

  it.each<[what: string, headers: Record<string, string>, payload: string, repMsg: RegExp]>([
    ['a missing field', json, '{}', /captchaType/],
    ['a wrong one', json, '{"captchaType":"blockPuzzle","clientUid":{}}', /clientUid/],
    ['a body that is none', json, '[]', /请求体/],
    ['broken JSON', json, '{"a":', /不是有效的 JSON/],
    ['an empty body', json, '', /./],
    ['too much', json, JSON.stringify({ a: 'x'.repeat(2_000_000) }), /超过 64 KB 上限/],
    ['another format', { 'content-type': 'text/csv' }, 'a,b', /格式不受支持/],
    ['NUL', json, '{"captchaType":"\\u0000"}', /不允许的字符/],
  ])('%s', async (_what, headers, payload, repMsg) => {
    for (const path of ['get', 'check']) {
      const answer = await harness.app.inject({
        method: 'POST',
        url: `/api/captcha/${path}`,
        headers,
        payload,
      })
      const { repCode, ...body } = answer.json<{ repCode: string; repMsg: string }>()
      expect([path, answer.statusCode]).toEqual([path, 200])
      expect(body).toEqual({ repMsg: expect.stringMatching(repMsg) as string, repData: null, success: false })
      expect(repCode).toMatch(/^(0011|0016|9999)$/)
    }
  })

  it('a flood', async () => {
    const app = await buildApp({ pool: harness.pool, env: { ...harness.env, RATE_LIMIT: 1 } })
    const ask = () =>
      app.inject({ method: 'POST', url: '/api/captcha/get', payload: { captchaType: 'blockPuzzle' } })
    await ask()
    const refused = await ask()
    await app.close()
    expect(refused.statusCode).toBe(200)
    expect(refused.json()).toEqual({
      repCode: '9999',
      repMsg: '操作过于频繁，请稍后再试',
      repData: null,
      success: false,
    })
  })
})

it('never draws the same picture twice', async () => {
  const someone = client()
  const answers = await Promise.all(Array.from({ length: 30 }, (_each, at) => someone.get(kinds[at % 2])))
  const hashes = answers.map(({ repData }) =>
    createHash('sha256')
      .update((repData as { originalImageBase64: string }).originalImageBase64)
      .digest('hex'),
  )
  expect(new Set(hashes).size).toBe(30)
})
