import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRuleCheck, useUnique } from './use-checks.ts'

let asked: URL[]
let answer: { success: boolean; message: string }

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  answer = { success: true, message: '' }
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://host'))
    return Response.json({ code: answer.success ? 200 : 500, result: null, ...answer })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A form field with the error for the typed value. */
function Form({ check }: { check: (value: string) => string | null }) {
  const [value, setValue] = useState('')
  return (
    <>
      <input value={value} onChange={(event) => setValue(event.target.value)} />
      <p>{check(value) ?? '无'}</p>
    </>
  )
}

function open(useCheck: (value: string) => string | null) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Form check={useCheck} />
    </QueryClientProvider>,
  )
}
const put = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })
const said = () => screen.getByRole('paragraph').textContent

test('the uniqueness check makes no call for an empty value, and one for what was typed once it has rested 500 ms', async () => {
  open((value) => useUnique('sys_user.username', value, '7'))
  await rest(2000)
  expect(asked).toEqual([])
  put('l')
  put('li')
  await rest(499)
  expect(asked).toEqual([])
  await rest(2)
  expect(asked).toHaveLength(1)
  expect(asked[0]!.pathname).toBe('/api/sys/duplicate/check')
  expect(Object.fromEntries(asked[0]!.searchParams)).toMatchObject({
    tableName: 'sys_user',
    fieldName: 'username',
    fieldVal: 'li',
    dataId: '7',
  })
})

test('the uniqueness check passes when the server answers success', async () => {
  open((value) => useUnique('sys_dict.dict_code', value))
  put('colour')
  await rest(600)
  expect(asked).toHaveLength(1)
  expect(said()).toBe('无')
})

test('the uniqueness check otherwise hands the server’s message to the form, for as long as it holds', async () => {
  answer = { success: false, message: '该值不可用，系统中已存在！' }
  open((value) => useUnique('sys_dict.dict_code', value))
  put('colour')
  await rest(600)
  await vi.waitFor(() => expect(said()).toBe('该值不可用，系统中已存在！'))
  put('colours')
  expect(said()).toBe('无')
})

test('the rule check makes no call when ruleCode or value is empty', async () => {
  open((value) => useRuleCheck('', value))
  put('GF-1')
  await rest(2000)
  cleanup()
  open((value) => useRuleCheck('workNo', value))
  await rest(2000)
  expect(asked).toEqual([])
})

test('the rule check URL-encodes the value and hands the server’s message to the form', async () => {
  answer = { success: false, message: '工号只含字母、数字和连字符' }
  open((value) => useRuleCheck('workNo', value))
  put('A&b=1 %?光\ud83d')
  await rest(600)
  expect(asked[0]!.searchParams.get('value')).toBe('A%26b%3D1%20%25%3F%E5%85%89%EF%BF%BD')
  expect(asked[0]!.searchParams.get('ruleCode')).toBe('workNo')
  await vi.waitFor(() => expect(said()).toBe('工号只含字母、数字和连字符'))
})
