import { roleCalls } from '@heliodesk/contract/roles.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { readOne } from './use-seen.ts'

afterEach(() => void vi.unstubAllGlobals())

const answer = (body: object) => vi.stubGlobal('fetch', async () => Response.json(body))
const refused = (code: string, message: string) => ({
  success: false,
  code: 200,
  error_code: code,
  message,
  result: null,
})

test('a record is read by a call of its own', async () => {
  answer({ success: true, code: 200, message: '', result: { id: '700' } })
  expect(await readOne(roleCalls.detail, { id: '700' })).toEqual({ id: '700' })
})

test('one that is gone is null, and any other failure is told', async () => {
  answer(refused('not_found', '数据不存在或无权查看'))
  expect(await readOne(roleCalls.detail, { id: '1' })).toBeNull()
  answer(refused('internal', '系统繁忙'))
  await expect(readOne(roleCalls.detail, { id: '1' })).rejects.toThrow('系统繁忙')
})
