import { sessionCalls } from '@heliodesk/contract/session.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { send } from './call.ts'
import { forgetSession, signedIn, tokenReplaced, useSession } from './session.ts'
import { readStored, writeStored } from './storage.ts'
import { user } from './user.fixture.ts'

const WEEK_MS = 604_800_000

const depart = { id: '3', orgCode: 'A01A03', departName: '青海区域' }
const opened: Required<Parameters<typeof signedIn>[0]> = {
  token: 'T',
  userInfo: {
    ...user,
    avatar: '/oss/a.png',
    roles: [{ roleCode: 'r10020', roleName: '站长' }],
    dataRoles: ['d1'],
    firstTimeLogin: '1',
  },
  departs: [depart],
  multi_depart: 1,
  lca: depart,
  lca4Dept: depart,
  dataRoles: ['d1'],
  sysAllDictItems: {
    taskCategory: [
      {
        value: '1',
        codeValue: '1',
        text: '预防性',
        title: '预防性',
        label: '预防性',
        dispName: '预防性',
        color: null,
      },
    ],
  },
  firstTimeLogin: '1',
  root: { orgCode: 'A01A03' },
}

/** Loads the module as a newly loaded page does. */
async function afterReload() {
  vi.resetModules()
  const { useSession: fresh } = await import('./session.ts')
  return fresh.getState()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  localStorage.clear()
  sessionStorage.clear()
  useSession.setState({ token: null, user: null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('where nothing is stored nobody is signed in', async () => {
  expect(await afterReload()).toEqual({ token: null, user: null })
})

describe('signing in stores', () => {
  beforeEach(() => signedIn(opened))

  test('token, user, tenant, dictionaries and the first-login flag, and a reload finds them', async () => {
    expect(readStored('Access-Token')).toBe('T')
    expect(readStored('TENANT_ID')).toBe('1')
    expect(readStored('UI_CACHE_DB_DICT_DATA')).toEqual(opened.sysAllDictItems)
    expect(readStored('Login_Userinfo')).toMatchObject({ firstTimeLogin: '1', tenantId: '1' })
    expect(await afterReload()).toEqual({ token: 'T', user: opened.userInfo })
  })

  test.each([
    ['id', '7'],
    ['username', 'chenjianguo'],
    ['realname', '陈建国'],
    ['avatar', '/oss/a.png'],
    ['phone', '13800005678'],
    ['userType', '1'],
    ['companyId', '22'],
    ['roles', [{ roleCode: 'r10020', roleName: '站长' }]],
    ['depId', '3'],
    ['orgCode', 'A01A03'],
    ['workNo', 'W-7'],
    ['needHandover', '0'],
    ['hasAllData', '0'],
    ['dataRoles', ['d1']],
  ])('the user’s %s', (field, value) => {
    expect(readStored<Record<string, unknown>>('Login_Userinfo')![field]).toEqual(value)
  })

  test('everything under the product’s prefix', () => {
    const names = Array.from({ length: localStorage.length }, (_each, at) => localStorage.key(at)!)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !name.startsWith('heliodesk__'))).toEqual([])
  })

  test('the token for 604800000 ms, after which it is gone', async () => {
    vi.setSystemTime(WEEK_MS - 1)
    expect((await afterReload()).token).toBe('T')
    vi.setSystemTime(WEEK_MS)
    expect(readStored('Access-Token')).toBeNull()
    expect(await afterReload()).toEqual({ token: null, user: null })
  })
})

describe('a token in an answer’s header', () => {
  const answerWith = (token: string) =>
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        Response.json(
          { success: true, code: 200, result: opened.userInfo },
          { headers: { 'x-access-token': token } },
        ),
      ),
    )

  test('replaces the stored one, and lives for seven days from then', async () => {
    signedIn(opened)
    vi.setSystemTime(WEEK_MS / 2)
    answerWith('T2')
    await send(sessionCalls.me, {})
    expect([useSession.getState().token, readStored('Access-Token')]).toEqual(['T2', 'T2'])
    vi.setSystemTime(WEEK_MS + 1)
    expect((await afterReload()).token).toBe('T2')
  })

  test('does not bring back who has signed out meanwhile', () => {
    signedIn(opened)
    forgetSession()
    tokenReplaced('T', 'T2')
    expect([useSession.getState().token, readStored('Access-Token')]).toEqual([null, null])
  })

  test('is none of ours while nobody is signed in', async () => {
    answerWith('T2')
    await send(sessionCalls.me, {})
    expect(readStored('Access-Token')).toBeNull()
  })
})

describe('where the session ended without a sign-out', () => {
  const left = ['order-view', 'recent-searches', 'watched-exports', 'table-settings', 'anything new']
  const ofTheDevice = ['device-id', 'preferences', 'execution:7:12']
  const stored = () => [...left, ...ofTheDevice].filter((name) => readStored(name) !== null)

  beforeEach(() => {
    signedIn(opened)
    for (const name of [...left, ...ofTheDevice]) writeStored(name, 'kept')
    vi.setSystemTime(WEEK_MS)
  })

  test('another person finds nothing of it but what belongs to the device', () => {
    signedIn({ ...opened, userInfo: { ...opened.userInfo, id: '8' } })
    expect(stored()).toEqual(ofTheDevice)
    expect(readStored('Access-Token')).toBe('T')
  })

  test('the same person finds everything', () => {
    signedIn(opened)
    expect(stored()).toEqual([...left, ...ofTheDevice])
  })
})

describe('with answers kept on this device', () => {
  const keep = (person: string) => writeStored('kept', person)

  test('a session past its end goes on for whose they are', async () => {
    signedIn(opened)
    keep(opened.userInfo.id)
    vi.setSystemTime(WEEK_MS + 1)
    expect((await afterReload()).token).toBe('T')
    keep('99')
    expect(await afterReload()).toEqual({ token: null, user: null })
  })

  test('a session that was ended before its end takes the keys along; one that has ended by itself leaves them', () => {
    signedIn(opened)
    keep(opened.userInfo.id)
    forgetSession()
    expect(readStored('kept')).toBeNull()
    signedIn(opened)
    keep(opened.userInfo.id)
    vi.setSystemTime(WEEK_MS + 1)
    forgetSession()
    expect(readStored('kept')).toBe(opened.userInfo.id)
  })

  test('the sign-in of another person takes them away, that of the same one does not', () => {
    keep(opened.userInfo.id)
    signedIn(opened)
    expect(readStored('kept')).toBe(opened.userInfo.id)
    keep('99')
    signedIn(opened)
    expect(readStored('kept')).toBeNull()
  })
})
