import type { Call } from '@heliodesk/contract/call.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls, serve, sys, type Answer } from './call.fixture.ts'
import { CallError, download, send, sendTo, type Address } from './call.ts'
import { useSession } from './session.ts'
import { user } from './user.fixture.ts'

beforeEach(() => useSession.setState({ token: 'T', user }))
afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ token: null, user: null })
})

test.each([
  ['not_found', true],
  ['forbidden', false],
])('%s means that the record is not there: %s', (code, expected) => {
  expect(new CallError('没有', 404, code, null).isNotFound).toBe(expected)
})

describe('success', () => {
  const erp: Address = calls.post
  const second: Address = calls.postSys
  const login: Address = sessionCalls.login

  test.each<[string, Address, unknown, unknown]>([
    ['result_code 1', erp, { result_code: '1', result_data: 5 }, 5],
    ['result_code 1 as a number', erp, { result_code: 1, result_data: 5 }, 5],
    ['result_code 2', erp, { result_code: '2', result_data: 5 }, 5],
    ['success true', erp, { success: true, result: 5 }, 5],
    ['repCode 0000', erp, { repCode: '0000', repData: 5, success: true }, 5],
    ['code 0', erp, { code: 0, result: 5 }, 5],
    ['none of code, result_code and success', erp, { rows: [1] }, { rows: [1] }],
    ['success true on the second client', second, sys(5), 5],
    ['login by code 200', login, { code: '200', result: 5 }, 5],
    ['login by repCode 200', login, { repCode: '200', result: 5 }, 5],
  ])('a call succeeds by %s', async (_rule, call, body, data) => {
    serve({ body })
    await expect(sendTo(call, {})).resolves.toEqual(data)
  })

  test.each<[string, Address, number, unknown]>([
    ['result_code 0', erp, 200, { result_code: '0', result_msg: '不行' }],
    ['success false', second, 200, { success: false, code: 500, message: '不行' }],
    [
      'success false beside code 200 on the second client',
      second,
      200,
      { success: false, code: 200, message: '不行' },
    ],
    ['code 0 on the second client', second, 200, { code: 0, message: '不行' }],
    ['a wrong captcha', login, 200, { success: false, repCode: '6111', repMsg: '不行' }],
    ['success with another status', erp, 500, { result_code: '1', msg: '不行' }],
  ])('a call fails by %s', async (_rule, call, status, body) => {
    serve({ status, body })
    await expect(sendTo(call, {})).rejects.toMatchObject({ message: '不行', status })
  })
})

describe('the message of a failure', () => {
  test.each<[number, unknown, string]>([
    [403, {}, '拒绝访问'],
    [404, {}, '很抱歉，资源未找到!'],
    [504, {}, '网络超时'],
    [401, {}, 'Token失效，请重新登录!'],
    [401, { message: '账号已停用' }, '账号已停用'],
    [500, { message: '磁盘已满' }, '磁盘已满'],
    [500, { result_msg: '磁盘已满' }, '磁盘已满'],
    [500, {}, '系统异常'],
    [400, { msg: '参数有误' }, '参数有误'],
    [400, {}, '系统异常'],
  ])('status %i with %j says %s', async (status, body, message) => {
    serve({ status, body })
    await expect(send(calls.post, {})).rejects.toMatchObject({ message, status, path: '/erp/write' })
  })

  test('an answer that is no JSON is a fault of the system', async () => {
    serve({ status: 502, text: '<html>Bad Gateway</html>' })
    await expect(send(calls.post, {})).rejects.toMatchObject({ message: '系统异常', status: 502 })
  })
})

describe('a download that brings no file', () => {
  const expired = async (answer: Answer): Promise<unknown> => {
    serve(answer)
    return download(calls.file as Call, {}).catch((error: unknown) => error)
  }

  test('says that the session is over for a body of status 500 with Token失效', async () => {
    const body = { status: 500, message: 'Token失效，请重新登录' }
    expect(await expired({ status: 500, body })).toMatchObject({ code: 'expired_blob' })
    expect(await expired({ status: 200, body })).toMatchObject({ code: 'expired_blob' })
  })

  test('says so for 401', async () => {
    expect(await expired({ status: 401, body: {} })).toMatchObject({ code: 'expired_blob' })
  })

  test('fails like any other call otherwise', async () => {
    const body = { success: false, code: 500, message: '数据不存在或无权查看', error_code: 'not_found' }
    expect(await expired({ body })).toMatchObject({ code: 'not_found', message: '数据不存在或无权查看' })
  })

  test.each([400, 403, 404, 410])(
    'with %i says what the server says, and is no end of the session',
    async (status) => {
      const body = {
        success: false,
        code: status,
        message: '文件已不存在',
        result: null,
        error_code: 'file.gone',
      }
      expect(await expired({ status, body })).toMatchObject({
        message: '文件已不存在',
        status,
        code: 'file.gone',
      })
    },
  )
})
