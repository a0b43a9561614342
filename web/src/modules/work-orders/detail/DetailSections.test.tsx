import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { OrderDetail } from '../order.ts'
import { fullOrder } from '../order.fixture.ts'
import { DetailSections } from './DetailSections.tsx'
import { sectionsOf } from './sections.ts'

afterEach(cleanup)

/** Renders the detail of an order; returns the headings of its sections. */
function show(order: OrderDetail) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DetailSections order={order} sections={sectionsOf(order)} />
    </QueryClientProvider>,
  )
  return screen.getAllByRole('heading').map((heading) => heading.firstChild?.textContent)
}

test('the sections of a fault under way stand below each other with what they are about', () => {
  expect(show(fullOrder)).toEqual(['基本信息', '设备信息', '先决条件', '执行信息', '作业步骤', '工时信息'])
  for (const text of ['盐城项目群', '3 号逆变器', '已停机', '已换风扇', '更换风扇'])
    expect(screen.getByText(text)).toBeTruthy()
})

test('a row of work hours shows who, from when until when, how many people, how many hours and the remark', () => {
  show(fullOrder)
  const titles = screen.getAllByRole('columnheader').map((each) => each.textContent)
  const cells = screen.getAllByRole('cell').map((each) => each.textContent)
  expect(titles.map((title, at) => `${title}：${cells[at]}`)).toEqual([
    '执行人：王强',
    expect.stringMatching(/^实际开始：2019-11-05.* 12:00/),
    expect.stringMatching(/^实际结束：2019-11-05.* 17:00/),
    '人数：2',
    '工时：10.0 h',
    '备注：夜间抢修',
  ])
})

test('a terminated order says when and why', () => {
  const titles = show({ ...fullOrder, flowSts: 5, otherSts: 7, terminateReason: '重复报修' })
  expect(titles.at(-1)).toBe('终止信息')
  expect(screen.getByText('重复报修')).toBeTruthy()
})
