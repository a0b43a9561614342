import { beforeAll, describe, expect, it } from 'vitest'
import { encryptPoint } from '../src/modules/captcha/index.ts'
import { signInByPassword, solveCaptcha, useHarness } from './harness.ts'
import { FIRST_PASSWORD } from './hire.ts'
import { StockClient, type Read } from './stock-client.ts'

const ORIGIN = 'https://desk.example'
const harness = useHarness({ CORS_ORIGINS: [ORIGIN] })
let client: StockClient

beforeAll(async () => {
  await harness.owner.query(`update app_user set work_no = 'ADM-1' where username = 'a_admin'`)
  client = new StockClient(harness)
  client.keep(await signInByPassword(harness, 'a_admin', harness.tenant.password))
})

type Row = Record<string, unknown> & { id: string; version: number }

const succeeds = async (answer: Promise<Read>): Promise<Row> => {
  const { status, success, result, message } = await answer
  expect({ status, success, message }).toMatchObject({ status: 200, success: true })
  return result as Row
}
const department = (code: string) => harness.tenant.departments[code]!
const find = async (username: string) => {
  const { records } = (await succeeds(
    client.get('/sys/user/list', { keyword: username, status: '' }),
  )) as unknown as {
    records: (Row & { username: string })[]
  }
  return records.find((each) => each.username === username)!
}

describe('the vue2 captcha client', () => {
  /** The client stores its id in the browser, where there may be none yet. */
  const picture = async (captchaType: string) =>
    new StockClient(harness).post('/captcha/get', { captchaType, clientUid: null, ts: 1_763_000_000_000 })

  it('gets a picture without an id of its own, checks its answer and signs in by it', async () => {
    const { status, repCode, repData } = await picture('blockPuzzle')
    expect([status, repCode]).toEqual([200, '0000'])
    const { token, secretKey } = repData as { token: string; secretKey: string }
    const { rows } = await harness.owner.query<{ answer: { x: number } }>(
      'select answer from captcha where token = $1',
      [token],
    )
    const point = JSON.stringify({ x: rows[0]!.answer.x, y: 5 })
    const pointJson = encryptPoint(point, secretKey)
    const page = new StockClient(harness)
    const answer = { captchaType: 'blockPuzzle', pointJson, token, clientUid: null, ts: null }
    expect(await page.post('/captcha/check', answer)).toMatchObject({ status: 200, repCode: '0000' })
    const signedIn = await page.post('/sys/login', {
      username: 'a_worker',
      password: harness.tenant.password,
      captchaVerification: encryptPoint(`${token}---${point}`, secretKey),
      captchaVO: null,
      checkKey: '',
      remember_me: true,
    })
    expect(signedIn).toMatchObject({ status: 200, success: true, code: '200' })
  })

  it('reads every refusal from HTTP 200', async () => {
    const page = new StockClient(harness)
    for (const answer of [
      await picture('noSuchType'),
      await page.post('/captcha/get', { captchaType: null }),
      await page.post('/captcha/check', { captchaType: 'blockPuzzle', pointJson: '', token: '' }),
      await page.post('/captcha/check', {
        ...(await solveCaptcha(harness)),
        pointJson: 'no point at all',
      }),
    ])
      expect(answer).toMatchObject({
        status: 200,
        success: false,
        repCode: expect.stringMatching(/^(?!0000)\d{4}$/),
        repMsg: expect.stringMatching(/[\u4e00-\u9fff]/),
      })
  })
})

it('the react captcha client is admitted with credentials, from the listed origins alone', async () => {
  const ask = (origin: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    harness.app.inject({
      method: 'OPTIONS',
      url: '/api/captcha/get',
      headers: { origin, 'access-control-request-method': method },
    })
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const { headers } = await ask(ORIGIN, method)
    expect([method, headers['access-control-allow-origin']]).toEqual([method, ORIGIN])
    expect([method, headers['access-control-allow-credentials']]).toEqual([method, 'true'])
    expect(String(headers['access-control-allow-methods'])).toContain(method)
  }
  const stranger = await ask('https://stranger.example', 'POST')
  expect(stranger.headers['access-control-allow-origin']).not.toBe('https://stranger.example')
})

describe('the stock user form', () => {
  const form = {
    id: '',
    password: FIRST_PASSWORD,
    confirmpassword: FIRST_PASSWORD,
    realname: '王五',
    phone: '',
    avatar: '',
    birthday: null,
    sex: 1,
    email: null,
    telephone: '',
    post: null,
    userIdentity: 1,
    departIds: '',
    relTenantIds: null,
    activitiSync: '1',
    depId: null,
    roleIds: null,
    relPsaIds: '',
    companyId: null,
  }

  it('adds a person who gets nothing of whoever adds him', async () => {
    await succeeds(
      client.post('/sys/user/add', {
        ...form,
        username: 'stock.person',
        selectedroles: '',
        selecteddeparts: department('A01A01'),
      }),
    )
    expect(await find('stock.person')).toMatchObject({
      workNo: null,
      hasAllData: '0',
      depId: department('A01A01'),
      phone: null,
      roles: [],
      relPsas: [],
    })
  })

  it('edits a record of the list, which loses nothing', async () => {
    const before = await find('a_worker')
    await harness.owner.query(`update app_user set work_no = 'GH-7' where username = 'a_worker'`)
    const roles = await succeeds(client.get('/sys/user/queryUserRole', { userid: before.id }))
    await succeeds(
      client.put('/sys/user/edit', {
        ...before,
        realname: '改名',
        birthday: null,
        selecteddeparts: '',
        selectedroles: (roles as unknown as string[]).join(','),
        departIds: '',
      }),
    )
    expect(await find('a_worker')).toMatchObject({
      realname: '改名',
      workNo: 'GH-7',
      hasAllData: before.hasAllData,
      depId: before.depId,
      roles: before.roles,
      relPsas: before.relPsas,
    })
  })

  it('freezes and thaws by the number 2 and the number 1', async () => {
    const { id } = await find('a_guest')
    await succeeds(client.put('/sys/user/frozenBatch', { ids: `${id},`, status: 2 }))
    expect(await find('a_guest')).toMatchObject({ status: '2' })
    await succeeds(client.put('/sys/user/frozenBatch', { ids: [id], status: 1 }))
    expect(await find('a_guest')).toMatchObject({ status: '1' })
  })
})

it('the stock dictionary form tells by a number whether an item is in force', async () => {
  const { id: dictId } = await succeeds(
    client.post('/sys/dict/add', { dictCode: 'stockState', dictName: '状态', description: null }),
  )
  for (const status of [1, 0]) {
    const item = await succeeds(
      client.post('/sys/dictItem/add', {
        dictId,
        parentId: null,
        itemText: `状态${status}`,
        itemValue: String(status),
        color: '',
        description: null,
        sortOrder: '',
        status,
      }),
    )
    expect(item).toMatchObject({ status: String(status), color: null, description: '', sortOrder: 0 })
    const edited = await succeeds(client.put('/sys/dictItem/edit', { ...item, status: 1 - status }))
    expect(edited.status).toBe(String(1 - status))
  }
})

it('the stock department form is told what it misses, and saves with its empty fields', async () => {
  const form = { orgCategory: '2', departName: '检修班', mobile: null, fax: '', address: null, memo: '' }
  const missing = await client.post('/sys/sysDepart/add', { ...form, parentId: null, departOrder: 0 })
  expect(missing).toMatchObject({ status: 400, message: expect.stringContaining('上级部门（parentId）') })
  const added = await succeeds(
    client.post('/sys/sysDepart/add', { ...form, parentId: department('A01'), departOrder: '', status: 1 }),
  )
  expect(added).toMatchObject({ departName: '检修班', status: '1', departOrder: 0 })
  await succeeds(client.get('/sys/sysDepart/detail', { id: added.id, orgCode: '', isShow: '' }))
})

describe('the stock upload', () => {
  const file = new Blob(['name,value\n'], { type: 'text/plain' })
  const asked = [
    ['isNeedBase', '1'],
    ['isNeedFirstFrame', '1'],
    ['biz', 'report'],
  ] as const

  it.each([
    ['after', [['file', file], ...asked]],
    ['before', [...asked, ['file', file]]],
  ] as const)('takes its fields %s the file, without a purpose', async (_where, fields) => {
    const result = await succeeds(client.upload('/sys/oss/file/upload', fields))
    expect(result).toMatchObject({
      fileName: 'report.txt',
      path: expect.any(String),
      base64code: Buffer.from('name,value\n').toString('base64'),
    })
  })
})

describe('signing out', () => {
  it('succeeds once more with a token that is dead, and with an empty body of any type', async () => {
    const page = new StockClient(harness)
    page.keep(await signInByPassword(harness, 'a_worker', harness.tenant.password))
    await succeeds(page.post('/sys/logout'))
    await succeeds(page.post('/sys/logout'))
    expect((await page.get('/sys/user/getUserInfo')).status).toBe(401)
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const { status, body } = await harness.request('POST', '/sys/logout', {
        token: 'dead',
        body: '',
        headers: { 'content-type': type },
      })
      expect([type, status, body.success]).toEqual([type, 200, true])
    }
  })
})
