import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Page } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import type { OrderDetail } from '../order.ts'
import { fullOrder } from '../order.fixture.ts'
import { DetailSections } from './DetailSections.tsx'
import { sectionsOf } from './sections.ts'

vi.mock('../../../lib/call.ts', { spy: true })
beforeEach(() => void answering({}))
afterEach(cleanup)

/** Renders the detail of an order; returns the headings of its sections. */
function show(order: OrderDetail) {
  render(<DetailSections order={order} sections={sectionsOf(order)} />, { wrapper: Page })
  return screen.getAllByRole('heading').map((heading) => heading.firstChild?.textContent)
}

test('the sections of a fault under way stand below each other with what they are about', () => {
  expect(show(fullOrder)).toEqual([
    '基本信息',
    '设备信息',
    '先决条件',
    '执行信息',
    '作业步骤',
    '工时信息',
    '停机与损失',
    '相关工单',
    '评论',
  ])
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
  expect(titles).toContain('终止信息')
  expect(screen.getByText('重复报修')).toBeTruthy()
})

test('requests for a later end say who asked, why, and what became of them', () => {
  const asked = {
    id: '2',
    applyUserName: '王强',
    applyTime: '2019-11-01 08:00:00',
    oldPlanEndTime: '2019-11-02 18:00:00',
    planEndTime: '2019-11-03 18:00:00',
    reason: '备件未到',
    status: 'running' as const,
    auditUserName: null,
    auditTime: null,
    auditOpinion: '',
    processInstanceId: '9',
  }
  const refused = {
    ...asked,
    id: '1',
    status: 'refused' as const,
    auditUserName: '陈建国',
    auditTime: '2019-11-01 09:00:00',
    auditOpinion: '先用旧件',
  }
  const titles = show({ ...fullOrder, extensionList: [asked, refused] })
  expect(titles).toContain('延期信息')
  const [first, second] = screen.getAllByRole('listitem').slice(-2)
  expect(first!.textContent).toMatch(/→ .*11-03 18:00.*待审批.*王强 .*申请：备件未到$/)
  expect(second!.textContent).toMatch(/不同意.*陈建国 .*不同意：先用旧件$/)
  expect(screen.getAllByRole('button', { name: '流程图' })).toHaveLength(2)
})

test('an insurance case shows how far it has come', () => {
  const titles = show({
    ...fullOrder,
    insurance: {
      reportNo: 'BX-1',
      insurer: '某财险',
      reportTime: '2019-11-01 08:00:00',
      handlerId: '9',
      handlerName: '王强',
      surveyTime: '2019-11-02 08:00:00',
      surveyNote: '组件破损',
      lossAmount: 1234.5,
      paidAmount: null,
      paidTime: null,
      remark: '',
    },
  })
  expect(titles).toContain('保险信息')
  for (const text of ['已定损', 'BX-1', '王强', '1,234.50 元', '组件破损'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
})
