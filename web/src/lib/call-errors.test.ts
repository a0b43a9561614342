import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError, EXPIRED_BLOB } from './answers.ts'
import { callErrorOf, reportCallError, signInAgain } from './call-errors.ts'
import { notify, useExpiry, useNotices } from './notices.ts'
import { track } from './pending.ts'
import { useSession, type User } from './session.ts'
import { readStored, writeStored } from './storage.ts'
import { freshPage } from './fresh-page.fixture.ts'

const texts = () =>
  useNotices.getState().notices.map(({ title, text, kind, seconds }) => [kind, title, text, seconds])
const failed = (status: number, message = '磁盘已满', path = '/ops/order/page') =>
  new CallError(message, status, '', 'r-1', path)
const carried = () => sessionStorage.getItem('heliodesk__notice')

const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  freshPage('#/taskCenter?page=2', reload)
  writeStored('Access-Token', 'T')
  useSession.setState({ token: 'T', user: { id: '7', username: 'chen' } as User })
  useNotices.setState({ notices: [] })
  useExpiry.setState({ shown: false })
})
afterEach(() => vi.restoreAllMocks())

/** Pending requests on both clients. */
function underWay() {
  const erp = track({ envelope: 'erp' })
  const second = track({ envelope: 'sys' })
  return () => [erp.signal.aborted, second.signal.aborted]
}

describe('an error notice', () => {
  test.each([403, 404, 500, 504, 400])('of status %i is titled 系统提示 and lasts 4 s', (status) => {
    reportCallError(failed(status))
    expect(texts()).toEqual([['error', '系统提示', '磁盘已满', 4]])
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('401', () => {
  test('closes open notifications, logs out, removes the token, reloads and then shows the message', () => {
    notify({ kind: 'info', title: '导入', text: '正在导入' })
    reportCallError(failed(401, 'Token失效，请重新登录!'))
    expect(texts()).toEqual([])
    expect(useSession.getState()).toEqual({ token: null, user: null })
    expect(readStored('Access-Token')).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
    expect(JSON.parse(carried()!)).toMatchObject({ title: '系统提示', text: 'Token失效，请重新登录!' })
    expect(window.location.hash).toBe('#/user/login?redirect=%2FtaskCenter%3Fpage%3D2')
  })

  test('of several calls at once counts once: the message stays for the page that comes', () => {
    reportCallError(failed(401, 'Token失效，请重新登录!'))
    reportCallError(failed(401, 'Token失效，请重新登录!', '/sys/user/shell'))
    expect(reload).toHaveBeenCalled()
    expect(texts()).toEqual([])
    expect(JSON.parse(carried()!)).toMatchObject({ text: 'Token失效，请重新登录!' })
    expect(window.location.hash).toBe('#/user/login?redirect=%2FtaskCenter%3Fpage%3D2')
  })

  test('cancels the pending requests of the ERP client', () => {
    const aborted = underWay()
    reportCallError(failed(401))
    expect(aborted()).toEqual([true, false])
  })

  test.each(['', '#/', '#/user/login', '#/user/login?redirect=%2FtaskCenter'])(
    'at %j there is no reload, and the message shows at once',
    (hash) => {
      window.location.hash = hash
      reportCallError(failed(401, 'Token失效，请重新登录!'))
      expect(reload).not.toHaveBeenCalled()
      expect(texts()).toEqual([['error', '系统提示', 'Token失效，请重新登录!', 4]])
      expect(useSession.getState().token).toBeNull()
    },
  )
})

describe('another error while no user info is stored', () => {
  beforeEach(() => useSession.setState({ user: null }))

  test('cancels requests, logs out and reloads', () => {
    const aborted = underWay()
    reportCallError(failed(400))
    expect(aborted()).toEqual([true, true])
    expect(useSession.getState().token).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
    expect(JSON.parse(carried()!)).toMatchObject({ text: '磁盘已满' })
  })

  test.each(['#/', '#/user/login'])('only shows its message at %s', (hash) => {
    window.location.hash = hash
    reportCallError(failed(400))
    expect(reload).not.toHaveBeenCalled()
    expect(texts()).toHaveLength(1)
  })

  test('only shows its message when nothing answered at all', () => {
    reportCallError(failed(0, '网络连接失败，请检查网络后重试'))
    expect(reload).not.toHaveBeenCalled()
    expect(texts()).toHaveLength(1)
  })
})

test('a download whose session is over raises the dialog, and its button logs out and reloads', () => {
  reportCallError(new CallError('Token失效，请重新登录', 401, EXPIRED_BLOB, null))
  expect(useExpiry.getState().shown).toBe(true)
  expect(useSession.getState().token).toBe('T')
  expect(reload).not.toHaveBeenCalled()
  signInAgain()
  expect(useSession.getState().token).toBeNull()
  expect(reload).toHaveBeenCalledOnce()
  expect(window.location.hash).toBe('#/user/login?redirect=%2FtaskCenter%3Fpage%3D2')
})

describe('what was caught where a person waits', () => {
  const reported = vi.fn()
  beforeEach(() => {
    reported.mockClear()
    vi.stubGlobal('reportError', reported)
  })
  afterEach(() => vi.unstubAllGlobals())

  test('is the failed call, which the caller shows', () => {
    const error = failed(500)
    expect(callErrorOf(error)).toBe(error)
    expect([texts(), reported.mock.calls]).toEqual([[], []])
  })

  test('is nothing if the request was given up', () => {
    expect(callErrorOf(new DOMException('gone', 'AbortError'))).toBeNull()
    expect([texts(), reported.mock.calls]).toEqual([[], []])
  })

  test('is reported and shown if the program itself failed', () => {
    const fault = new TypeError('x is not a function')
    expect(callErrorOf(fault)).toBeNull()
    expect(texts()).toEqual([['error', '系统提示', '操作没有完成，请重试', 4]])
    expect(reported).toHaveBeenCalledWith(fault)
  })

  test('is thrown on only where the caller catches it', () => {
    const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const throwing = Object.entries(sources).filter(([, text]) =>
      /instanceof CallError\b[^\n]*\n?\s*throw \w+/.test(text),
    )
    expect(Object.keys(sources).length).toBeGreaterThan(300)
    expect(throwing.map(([path]) => path).toSorted()).toEqual([
      '../domain/field/ticket-heard.ts',
      './kept/ahead.ts',
      './outbox/line.ts',
      './queries.ts',
      './seal.ts',
    ])
  })
})
