import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { fileCalls } from '@heliodesk/contract/files.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls, serve, sys } from './call.fixture.ts'
import { download, send, sendFile, sendTo } from './call.ts'
import { requestHeaders } from './request-context.ts'
import { useSession } from './session.ts'
import { user } from './user.fixture.ts'

beforeEach(() => useSession.setState({ token: 'T', user }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  useSession.setState({ token: null, user: null })
})

describe('the request helper', () => {
  test('sends GET with params', async () => {
    const sent = serve()
    await send(calls.get, { a: '1' })
    expect(sent()).toMatchObject({ method: 'GET', path: '/api/erp/read', query: { a: '1' }, body: null })
  })

  test('sends POST with a body', async () => {
    const sent = serve()
    await send(calls.post, { a: '1' })
    expect(sent()).toMatchObject({ method: 'POST', path: '/api/erp/write', query: {}, body: { a: '1' } })
  })

  test('sends PUT with a body', async () => {
    const sent = serve({ body: sys(null) })
    await send(calls.put, { a: '1' })
    expect(sent()).toMatchObject({ method: 'PUT', path: '/api/sys/change', query: {}, body: { a: '1' } })
  })

  test('sends DELETE with params', async () => {
    const sent = serve({ body: sys(null) })
    await send(calls.remove, { a: '1' })
    expect(sent()).toMatchObject({ method: 'DELETE', query: { a: '1' }, body: null })
  })

  test('sends POST with query params beside a file', async () => {
    const asked: string[] = []
    class Request extends EventTarget {
      upload = new EventTarget()
      status = 200
      responseText = JSON.stringify(sys({ path: 'p' }))
      open = (method: string, url: string) => asked.push(method, url)
      setRequestHeader = (name: string, value: string) => asked.push(`${name}: ${value}`)
      getResponseHeader = () => null
      send = () => this.dispatchEvent(new Event('load'))
    }
    vi.stubGlobal('XMLHttpRequest', Request)
    const answer = await sendFile(fileCalls.upload, { purpose: 'avatar' }, new File(['x'], 'x.png'))
    expect(answer).toEqual({ path: 'p' })
    expect(asked).toEqual(
      expect.arrayContaining(['POST', '/api/sys/oss/file/upload?purpose=avatar', 'token: T']),
    )
    expect(asked).toEqual(expect.arrayContaining(['X-Access-Token: T', 'tenant-id: 1']))
  })

  test('gets a blob, which passes through unchanged, with its name', async () => {
    serve({
      text: '\u{FEFF}工单,状态',
      headers: {
        'content-type': 'text/csv',
        'content-disposition': "attachment; filename*=UTF-8''%E5%B7%A5.csv",
      },
    })
    const { blob, name } = await download(calls.file, {})
    expect(await blob.text()).toContain('工单,状态')
    expect(name).toBe('工.csv')
  })
})

describe('headers', () => {
  test('every request carries the token twice, the client, the device, the tenant and sys_code 901', async () => {
    const sent = serve()
    await send(calls.get, {})
    expect(sent().headers).toMatchObject({
      'X-Access-Token': 'T',
      token: 'T',
      'client-type': 'web',
      'tenant-id': '1',
      sys_code: '901',
    })
    expect(sent().headers['device-id']).toMatch(/^[0-9a-f]{32}$/)
  })

  test('the bearer token goes to the ERP-style service alone', () => {
    expect(requestHeaders(calls.get)).toMatchObject({ Authorization: 'Bearer T' })
    expect(requestHeaders(calls.getSys)).not.toHaveProperty('Authorization')
  })

  test('a phone is an app', () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X)' })
    expect(requestHeaders(calls.get)).toMatchObject({ 'client-type': 'app' })
  })

  test('signed-in users’ requests of every method carry a bundle of user info', async () => {
    const sent = serve({ body: { ...sys(null), result_code: '1' } })
    for (const call of [calls.get, calls.getSys, calls.post, calls.postSys, calls.put, calls.remove]) {
      await send(call, {})
      expect(JSON.parse(decodeURIComponent(sent().headers['user-info']!))).toEqual({
        userId: '7',
        userAccount: 'chenjianguo',
        workNo: 'W-7',
        orgCode: 'A01A03',
        userType: '1',
        companyId: '22',
        depId: '3',
        hasAllData: '0',
        needHandover: '0',
        dataRoles: ['r1'],
        sysTenantId: '1',
      })
    }
  })

  test.each([
    ['login', '/sys/login'],
    ['phone login', '/sys/phoneLogin'],
    ['logout', '/sys/logout'],
    ['token refresh', '/sys/refreshToken'],
    ['password change', '/sys/user/passwordChange'],
    ['first password change', '/sys/user/firstChangePassword'],
    ['captcha', '/captcha/get'],
    ['user add', userCalls.add.path],
    ['user edit', userCalls.edit.path],
  ])('the bundle is not sent to %s', (_which, path) => {
    expect(requestHeaders({ envelope: 'sys', path })).not.toHaveProperty('user-info')
  })

  test.each([sessionCalls.me.path, userCalls.list.path, '/ops/order/page'])('it is sent to %s', (path) => {
    expect(requestHeaders({ envelope: 'sys', path })).toHaveProperty('user-info')
  })
})

describe('what GET requests add', () => {
  test('the time in seconds', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T06:32:00.900Z') })
    const sent = serve()
    await send(calls.get, {})
    expect(sent().query._t).toBe(String(Date.parse('2026-11-21T06:32:00Z') / 1000))
  })

  test('no time for dictionary item look-ups', async () => {
    const sent = serve({ body: sys([]) })
    await send(dictionaryCalls.items, { code: 'taskCategory' })
    expect(sent().query).not.toHaveProperty('_t')
  })

  test('the user’s account, and on the second service the orgCode too', async () => {
    const sent = serve()
    await send(calls.get, {})
    expect(sent().query).toMatchObject({ userAccount: 'chenjianguo' })
    expect(sent().query).not.toHaveProperty('orgCode')
    await send(calls.getSys, {}).catch(() => undefined)
    expect(sent().query).toMatchObject({ userAccount: 'chenjianguo', orgCode: 'A01A03' })
  })
})

/** The user context of requests (spec 1 §7.1, 2 §6). */
const asker = {
  dataRoles: ['r1'],
  userId: '7',
  userAccount: 'chenjianguo',
  workNo: 'W-7',
  orgCode: 'A01A03',
  needHandover: '0',
  hasAllData: '0',
  sysTenantId: '1',
}

describe('who asks', () => {
  const everyMethod = [calls.get, calls.getSys, calls.post, calls.postSys, calls.put, calls.remove]

  const carried = async (wanted: Partial<typeof asker>) => {
    for (const call of everyMethod) {
      const sent = serve({ body: { ...sys(null), result_code: '1' } })
      await send(call, {})
      const bundle = JSON.parse(decodeURIComponent(sent().headers['user-info']!)) as object
      expect([call.path, bundle]).toEqual([call.path, expect.objectContaining(wanted)])
    }
  }

  test('every request carries data-role info', () => carried({ dataRoles: ['r1'] }))

  test('every request carries the user’s id and tenant', () =>
    carried({ userId: '7', userAccount: 'chenjianguo', sysTenantId: '1' }))

  test('every request carries the org code and the work number', () =>
    carried({ orgCode: 'A01A03', workNo: 'W-7' }))

  test('every request carries the handover flag and hasAllData', () =>
    carried({ needHandover: '0', hasAllData: '0' }))

  test('calls that go without the bundle although somebody is signed in carry it in their bodies', async () => {
    for (const call of [userCalls.add, userCalls.edit]) {
      const sent = serve({ body: sys(null) })
      await sendTo(call, {})
      expect([call.path, sent().body]).toEqual([call.path, expect.objectContaining(asker)])
    }
  })
})

describe('what bodies are merged with', () => {
  const context = { ...asker, lang: 'zh_CN' }

  test('POST and PUT bodies are merged with data roles, user, work number, org code, handover flag, scope and tenant', async () => {
    for (const call of [calls.post, calls.put, calls.postSys]) {
      const sent = serve({ body: { ...sys(null), result_code: '1' } })
      await send(call, { a: '1' })
      expect([call.path, sent().body]).toEqual([call.path, expect.objectContaining({ ...asker, a: '1' })])
    }
  })

  test('bodies of either method say that the language is Chinese', async () => {
    for (const call of [calls.post, calls.put]) {
      const sent = serve({ body: { ...sys(null), result_code: '1' } })
      await send(call, {})
      expect(sent().body).toMatchObject({ lang: 'zh_CN' })
    }
  })

  test('the user’s context, and on the second service a token', async () => {
    const sent = serve({ body: { ...sys(null), result_code: '1' } })
    await send(calls.post, { a: '1' })
    expect(sent().body).toEqual({ ...context, a: '1' })
    await send(calls.postSys, { a: '1' })
    expect(sent().body).toEqual({ ...context, a: '1', token: 'T' })
  })

  test('a call’s own fields beat the merged ones', async () => {
    const sent = serve()
    await send(calls.post, { orgCode: 'A01' })
    expect(sent().body).toMatchObject({ orgCode: 'A01' })
  })

  test('nothing while nobody is signed in', async () => {
    useSession.setState({ token: null, user: null })
    const sent = serve()
    await send(calls.post, { a: '1' })
    expect(sent().body).toEqual({ a: '1' })
  })
})

test('the specification’s file download is a blob call', () => {
  expect(fileCalls.download).toMatchObject({ download: true, method: 'GET', path: '/sys/oss/file/downLoad' })
})
