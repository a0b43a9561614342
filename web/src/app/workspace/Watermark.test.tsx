import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { afterEach, expect, test } from 'vitest'
import { keyOf, queryClient } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { user } from '../../lib/user.fixture.ts'
import { Watermark } from './Watermark.tsx'

afterEach(cleanup)

function show(exportMark: boolean) {
  useSession.setState({ token: 'T', user: { ...user, realname: '张伟', phone: '13911112222' } })
  queryClient.setQueryData(keyOf(shellCalls.shell, {}), { exportMark } as never)
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <Watermark />
    </QueryClientProvider>,
  )
  return {
    mark: container.querySelector('svg')!,
    lines: () => Array.from(container.querySelector('text')!.children, (line) => line.textContent),
  }
}

test('on paper the watermark also says when, and on the screen only who', () => {
  const { mark, lines } = show(true)
  expect(lines()).toEqual(['张伟', '2222'])
  fireEvent(window, new Event('beforeprint'))
  expect(lines()).toEqual([
    '张伟',
    '2222',
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    expect.stringMatching(/^\d\d:\d\d$/),
  ])
  fireEvent(window, new Event('afterprint'))
  expect(lines()).toEqual(['张伟', '2222'])
  expect(mark.dataset.unprinted).toBeUndefined()
})

test('where the company wants no mark on exports, it stays off paper', () => {
  expect(show(false).mark.dataset.unprinted).toBe('true')
})
