import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import { Still } from '../../kit/still.fixture.tsx'
import { orderColumns } from './order-list.tsx'
import type { Order } from './order.ts'
import { fullOrder } from './order.fixture.ts'

beforeEach(() => vi.stubGlobal('innerWidth', 1440))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders the list with all its columns and one order; returns the content below a heading. */
function show(order: Order) {
  render(
    <PageTable<Order>
      code="work-orders"
      name="工单"
      columns={orderColumns((id) => `#${id}`).map((column) => ({ ...column, hidden: false }))}
      rowKey={({ id }) => id}
      source={{ rows: [order], total: 1, fetching: false, error: null, updatedAt: 1, refresh: vi.fn() }}
      paging={{ curPage: 1, size: 10, sort: { field: '', kind: '' } }}
      onPaging={vi.fn()}
      filtered={null}
      empty={{ title: '还没有工单' }}
    />,
    { wrapper: Still },
  )
  const titles = screen.getAllByRole('columnheader').map((each) => each.textContent)
  const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell')
  return (title: string) => cells[titles.indexOf(title)]?.textContent
}

test.each([
  ['workCode', '工单编号', 'GD20261121000007'],
  ['psaName', '项目', '盐城项目群'],
  ['psName', '电站', '射阳一期'],
  ['siteTypeLabel', '电站类型', '地面电站'],
  ['taskCategoryLabel', '任务分类', '预防性'],
  ['taskTypeLabel', '任务类型', '故障'],
  ['workSubclass', '任务子类', '逆变器'],
  ['taskDescription', '任务描述', '风扇异响'],
  ['opsBusinessSourceLabel', '业务来源', '自运维'],
  ['opsSourceCategoryLabel', '来源分类', '人工'],
  ['planStartTime', '计划开始', '2019-11-01'],
  ['planEndTime', '计划结束', '2019-11-02'],
  ['overHours', '超时', '12.5 h'],
  ['flowEndTime', '关闭时间', '2019-11-03'],
  ['impCommitTime', '承诺完成', '2019-11-04'],
  ['realStartTime', '指派/接单时间', '2019-11-05'],
  ['planCode', '关联任务', 'JH-1'],
  ['ticketNo', '关联两票', 'P-1'],
  ['liablePerson', '负责人', '陈建国'],
  ['areaName', '区域', '一区'],
  ['depName', '运维班组', '盐城运维班'],
  ['flowStsName', '状态', '处理中'],
])('the list shows the column %s as %s', (_field, title, text) => {
  expect(show(fullOrder)(title)).toContain(text)
})

test('what an order does not have is shown as --', () => {
  const under = show({ ...fullOrder, workSubclass: null, planCode: null, ticketNo: null })
  expect([under('任务子类'), under('关联任务'), under('关联两票')]).toEqual(['--', '--', '--'])
})
