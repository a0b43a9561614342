import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Still } from '../still.fixture.tsx'
import { PageTable } from './PageTable.tsx'

test.each([
  [390, 'page-table phone standard', 'list'],
  [1440, 'page-table standard', 'table'],
])('a window of %d px shows a list as %s', (width, className, role) => {
  vi.stubGlobal('innerWidth', width)
  const source = {
    rows: [{ id: '1', code: 'GD1' }],
    total: 1,
    fetching: false,
    error: null,
    updatedAt: 1,
    refresh: () => undefined,
  }
  const { container } = render(
    <PageTable
      code="test"
      name="工单"
      columns={[{ key: 'code', title: '编号', width: 120, cell: ({ code }) => code }]}
      rowKey={({ id }) => id}
      source={source}
      paging={{ curPage: 1, size: 10, sort: { field: '', kind: '' } }}
      onPaging={() => undefined}
      filtered={null}
      empty={{ title: '还没有工单' }}
      renderCard={({ code }) => <b>{code}</b>}
    />,
    { wrapper: Still },
  )
  expect(container.firstElementChild!.className).toBe(className)
  expect(screen.getByRole(role, { name: '工单' })).toBeTruthy()
})
