import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeNotices, useNotices } from '../../../lib/notices.ts'
import { useSession, type User } from '../../../lib/session.ts'
import { readStored } from '../../../lib/storage.ts'
import { clearCache } from './clear-cache.ts'

const FRESH = {
  taskCategory: [{ value: '1', text: '预防性', title: '预防性', label: '预防性', color: null }],
}

let asked: string[]

/** Answers the refresh with `refreshed`, and serves the dictionaries. */
function serve(refreshed: object, status = 200) {
  asked = []
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const given = [...searchParams.keys()].filter((name) => !['userAccount', 'orgCode', '_t'].includes(name))
    asked.push([method, pathname.replace('/api', ''), ...given, ...(body ? ['body'] : [])].join(' '))
    const answer = pathname.endsWith('refleshCache') ? refreshed : { success: true, code: 200, result: FRESH }
    return Promise.resolve(Response.json(answer, { status }))
  })
}

beforeEach(() => useSession.setState({ token: 'T', user: { username: 'admin', orgCode: 'A01' } as User }))
afterEach(() => {
  closeNotices()
  localStorage.clear()
  vi.unstubAllGlobals()
  useSession.setState({ token: null, user: null })
})

const REFRESH = 'GET /sys/dict/refleshCache'

test('first the cache is refreshed and then all dictionaries are read, neither with a payload', async () => {
  serve({ success: true, code: 200, result: null })
  await clearCache()
  expect(asked).toEqual([REFRESH, 'GET /sys/dict/queryAllDictItems'])
  expect(readStored('UI_CACHE_DB_DICT_DATA')).toEqual(FRESH)
  expect(useNotices.getState().notices).toMatchObject([{ kind: 'success', text: '缓存刷新完成' }])
})

test('where the refresh fails the dictionaries are not read, and the person is told', async () => {
  serve({ success: false, code: 500, message: '磁盘已满' })
  await clearCache()
  expect(asked).toEqual([REFRESH])
  expect(useNotices.getState().notices).toMatchObject([{ kind: 'error', text: '刷新失败' }])
})

test('where the session has ended the person is told that alone', async () => {
  serve({ success: false, code: 401, message: '登录已过期' }, 401)
  await clearCache()
  expect(useSession.getState().token).toBeNull()
  expect(useNotices.getState().notices.map(({ text }) => text)).toEqual(['登录已过期'])
})
