import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { CallError } from '../../lib/call.ts'
import { useOrderByCode } from './use-order-by-code.ts'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const show = (code: string | null) => {
  const onFound = vi.fn()
  const { result } = renderHook(() => useOrderByCode(code, onFound), { wrapper: Page })
  return { result, onFound }
}

test('the order of a code is asked for and opened', async () => {
  const sent = answering({ [workOrderCalls.find.path]: { id: '7' } })
  const { result, onFound } = show('GD7')
  await waitFor(() => expect(onFound.mock.calls).toEqual([['7']]))
  expect(sent.map(({ input }) => input)).toEqual([{ workCode: 'GD7' }])
  expect(result.current).toBe(false)
})

test('a code that no order has is told', async () => {
  answering({ [workOrderCalls.find.path]: new CallError('没有', 404, 'not_found', '', '') })
  const { result, onFound } = show('GD8')
  await waitFor(() => expect(result.current).toBe(true))
  expect(onFound).not.toHaveBeenCalled()
})

test('without a code nothing is asked', () => {
  const sent = answering({})
  expect(show(null).result.current).toBe(false)
  expect(sent).toEqual([])
})
