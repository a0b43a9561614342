import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Ban } from 'lucide-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Still } from '../still.fixture.tsx'
import type { Column } from './columns.ts'
import { SampleTable, type SampleRow } from './sample-table.fixture.tsx'
import type { PageTableProps } from './table-props.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const drawn = vi.fn()
const columns: Column<SampleRow>[] = [
  {
    key: 'code',
    title: '编号',
    width: 120,
    cell: ({ code }) => {
      drawn(code)
      return code
    },
  },
]
const source = {
  rows: ['GD1', 'GD2', 'GD3'].map((code) => ({ id: code, code })),
  total: 3,
  fetching: false,
  error: null,
  updatedAt: 1,
  refresh: () => undefined,
}
const list = (more: Partial<PageTableProps<SampleRow>>) => (
  <SampleTable columns={columns} source={source} {...more} />
)
const close = (refusal: string | null, run = () => undefined) => ({
  rowActions: () => [{ key: 'close', title: '关闭', icon: Ban, refusal, run }],
})

test('rows are not drawn again when a drawer opens, but do what the latest render says', async () => {
  const user = userEvent.setup()
  const run = vi.fn()
  const { rerender } = render(list(close(null)), { wrapper: Still })
  drawn.mockClear()
  rerender(list({ ...close(null, run), currentKey: 'GD2' }))
  // The first row leaves the tab order for the second.
  expect(drawn.mock.calls.flat()).toEqual(['GD1', 'GD2'])
  await user.click(within(screen.getByRole('row', { name: /GD1/ })).getByRole('button', { name: '关闭' }))
  expect(run).toHaveBeenCalledOnce()
})

test('rows are drawn again when an action becomes unavailable', () => {
  const { rerender } = render(list(close(null)), { wrapper: Still })
  drawn.mockClear()
  rerender(list(close('已关闭')))
  expect(drawn).toHaveBeenCalledTimes(3)
  expect(within(screen.getByRole('row', { name: /GD1/ })).queryByRole('button', { name: '关闭' })).toBeNull()
})
