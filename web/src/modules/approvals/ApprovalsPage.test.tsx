import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../lib/answering.fixture.ts'
import {
  aSecond,
  chosen,
  dialog,
  form,
  isolateApprovals,
  list,
  pane,
  press,
  show,
  startForm,
  step,
  withInstance,
} from './approvals-page.fixture.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolateApprovals()

test('the first that waits is shown beside the list, with what was asked for', async () => {
  show()
  expect(await screen.findByRole('button', { name: '待办 3' })).toBeTruthy()
  expect(await screen.findByText('探亲')).toBeTruthy()
  expect(chosen()).toContain('年假 1')
  expect(pane().getByText('请假类型').nextSibling?.textContent).toBe('年假')
  expect(pane().getByText('孙立诚')).toBeTruthy()
})

test('an agreed step makes room for the next one', async () => {
  const { last } = show('/?instance=2')
  await press('同意')
  await vi.waitFor(() => expect(chosen()).toContain('年假 3'))
  expect(last(approvalCalls.complete)).toEqual({
    processInstanceId: '2',
    taskId: 5,
    outcome: 'approve',
    opinion: '',
    files: [],
  })
})

test('the last of the list is followed by the one before, or by none', async () => {
  show('/?instance=3')
  await press('同意')
  await vi.waitFor(() => expect(chosen()).toContain('年假 2'))
})

test('whoever disagrees says why, in the field', async () => {
  const { sentTo, last } = show()
  await press('不同意')
  expect((await pane().findByRole('alert')).textContent).toBe('不同意时请填写意见')
  expect(sentTo(approvalCalls.complete)).toEqual([])
  await userEvent.type(pane().getByLabelText('意见'), '人手不够')
  await aSecond()
  await press('不同意')
  await vi.waitFor(() =>
    expect(last(approvalCalls.complete)).toMatchObject({ outcome: 'reject', opinion: '人手不够' }),
  )
})

test('what the server refuses is told beside the step, which stays', async () => {
  show('/', { [approvalCalls.complete.path]: refusal('该事项已办理') })
  await press('同意')
  expect((await pane().findByRole('alert')).textContent).toContain('该事项已办理')
  expect(chosen()).toContain('年假 1')
})

test('a step is returned to one of those before, with a reason', async () => {
  const returnTargets = [
    { node: 'review', name: '部门负责人审批' },
    { node: 'amend', name: '申请人修改' },
  ]
  const { last } = show('/', withInstance({ returnTargets }))
  await press('退回')
  const question = await dialog()
  expect(question.getByText('部门负责人审批')).toBeTruthy()
  await userEvent.type(question.getByRole('textbox', { name: '退回意见' }), '天数再核对')
  await userEvent.click(question.getByRole('button', { name: '退回' }))
  await vi.waitFor(() =>
    expect(last(approvalCalls.giveBack)).toEqual({
      processInstanceId: '1',
      taskId: 5,
      node: 'review',
      auditOpinion: '天数再核对',
    }),
  )
})

test.each([
  ['转办', '转办给', approvalCalls.transfer, {}],
  ['加签', '加签人', approvalCalls.addSigner, { when: 'before' }],
])('%s needs another person', async (action, label, call, more) => {
  const { last, sentTo } = show()
  await press(action)
  const question = await dialog()
  await userEvent.click(question.getByRole('button', { name: action }))
  expect(await question.findByText(`请选择${label}`)).toBeTruthy()
  expect(sentTo(call)).toEqual([])
  await userEvent.click(question.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByTitle('周砚秋'))
  await aSecond()
  await userEvent.click(question.getByRole('button', { name: action }))
  await vi.waitFor(() =>
    expect(last(call)).toEqual({ processInstanceId: '1', taskId: 5, personId: '8', ...more }),
  )
})

test('a step that is offered to several is claimed, and stays', async () => {
  const { last } = show('/', withInstance({ steps: [{ ...step, isOffered: true }] }))
  await press('签收')
  await vi.waitFor(() => expect(last(approvalCalls.claim)).toEqual({ processInstanceId: '1', taskId: 5 }))
  expect(chosen()).toContain('年假 1')
})

test('who waits for another signature has nothing to decide', async () => {
  show('/', withInstance({ steps: [{ ...step, isHeld: true }] }))
  expect(await screen.findByText('等待加签')).toBeTruthy()
  expect(pane().queryByRole('button', { name: '同意' })).toBeNull()
})

test('a request that came back is changed and sent again', async () => {
  const { last } = show('/', withInstance({ steps: [{ ...step, node: 'amend', name: '申请人修改' }] }))
  await screen.findByText('探亲')
  expect(pane().queryByRole('button', { name: '同意' })).toBeNull()
  await press('修改并重新提交')
  const fields = await dialog()
  await userEvent.type(fields.getByLabelText('事由'), '，改期')
  await userEvent.click(fields.getByRole('button', { name: '重新提交' }))
  await vi.waitFor(() =>
    expect(last(oaCalls.amend)).toEqual({
      id: '91',
      taskId: 5,
      opinion: '',
      request: { kind: 'leave', form: { ...form, remark: '探亲，改期' } },
    }),
  )
})

test('the starter takes it back, or ends it with a reason', async () => {
  const { last } = show('/?box=started', withInstance({ canWithdraw: true, canVoid: true, steps: [] }))
  await press('撤回')
  await userEvent.click((await dialog()).getByRole('button', { name: '撤回' }))
  await vi.waitFor(() => expect(last(approvalCalls.withdraw)).toEqual({ processInstanceId: '1' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('作废')
  const question = await dialog()
  await userEvent.type(question.getByRole('textbox', { name: '作废原因' }), '买到了')
  await userEvent.click(question.getByRole('button', { name: '作废' }))
  await vi.waitFor(() =>
    expect(last(approvalCalls.end)).toEqual({ processInstanceId: '1', auditOpinion: '买到了' }),
  )
})

test('a request is filled in by its own form, and opened', async () => {
  const { last } = show()
  const fields = await startForm('采购申请')
  await userEvent.click(fields.getByRole('button', { name: '提交' }))
  expect(await fields.findByText('请填写采购内容')).toBeTruthy()
  await userEvent.type(fields.getByLabelText('采购内容'), '熔断器')
  await userEvent.type(fields.getByLabelText('金额'), '8600')
  await userEvent.type(fields.getByLabelText('事由'), '备用')
  await aSecond()
  await userEvent.click(fields.getByRole('button', { name: '提交' }))
  await vi.waitFor(() =>
    expect(last(oaCalls.apply)).toEqual({
      request: {
        kind: 'purchase',
        formVersion: 3,
        form: { subject: '熔断器', amount: 8600, remark: '备用' },
      },
    }),
  )
  await vi.waitFor(() => expect(last(approvalCalls.page)).toMatchObject({ box: 'started' }))
  expect(last(approvalCalls.detail)).toEqual({ processInstanceId: '77' })
})

test('the length of a leave is suggested from its dates, until another is typed', async () => {
  show()
  const fields = await startForm('请假')
  const days = () => fields.getByLabelText<HTMLInputElement>('请假天数').value
  const pick = (label: string, day: string) => userEvent.type(fields.getByLabelText(label), `${day}{Enter}`)
  await pick('开始日期', '2026-12-01')
  await pick('结束日期', '2026-12-03')
  await vi.waitFor(() => expect(days()).toBe('3'))
  await userEvent.clear(fields.getByLabelText('请假天数'))
  await userEvent.type(fields.getByLabelText('请假天数'), '2.5')
  await userEvent.clear(fields.getByLabelText('结束日期'))
  await pick('结束日期', '2026-12-04')
  expect(days()).toBe('2.5')
})

test.each([
  ['/', '没有待办'],
  ['/?box=done', '还没有办理过流程'],
  ['/?box=started', '还没有发起过流程'],
  ['/?box=copied', '没有抄送'],
  ['/?box=delegated', '没有委托给您的待办'],
])('%s without processes says %s', async (address, said) => {
  show(address, { [approvalCalls.page.path]: list(), [approvalCalls.counts.path]: refusal('稍后再试') })
  expect(await screen.findByText(said)).toBeTruthy()
})

test('what is searched for and not found is told, and the search cleared', async () => {
  const page = ({ keyword }: { keyword?: string }) => (keyword ? list() : list('1'))
  const { last } = show('/?page=2', { [approvalCalls.page.path]: page })
  await screen.findByRole('link', { name: /年假 1/ })
  await userEvent.type(screen.getByRole('searchbox', { name: '关键字' }), '电缆')
  expect(await screen.findByText('没有符合条件的流程')).toBeTruthy()
  expect(await screen.findByText('关键字 “电缆”')).toBeTruthy()
  expect(last(approvalCalls.page)).toMatchObject({ keyword: '电缆', curPage: 1 })
  await userEvent.click(screen.getByRole('button', { name: '清除筛选' }))
  expect(await screen.findByRole('link', { name: /年假 1/ })).toBeTruthy()
})

test('a list that cannot be read is asked for again', async () => {
  let fails = true
  show('/', { [approvalCalls.page.path]: () => (fails ? refusal('服务繁忙', 500) : list('1')) })
  expect(await screen.findByText('流程没有取到')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('link', { name: /年假 1/ })).toBeTruthy()
})

test('a longer list has pages', async () => {
  const { last } = show('/', { [approvalCalls.page.path]: { ...list('1'), rowCount: 41 } })
  expect(await screen.findByText('共 41 条 · 1 / 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '下一页' }))
  await vi.waitFor(() => expect(last(approvalCalls.page)).toMatchObject({ curPage: 2, size: 20 }))
})

test('on a phone the list leads to one process and back', async () => {
  show('/', {}, 390)
  await userEvent.click(await screen.findByRole('link', { name: /年假 2/ }))
  expect(await screen.findByRole('heading', { level: 1, name: '年假 2' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: '发起流程' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '返回列表' }))
  expect(await screen.findByRole('link', { name: /年假 2/ })).toBeTruthy()
})

test('on a phone a process that cannot be shown can be left', async () => {
  show('/?instance=404', { [approvalCalls.detail.path]: refusal('数据不存在或无权查看') }, 390)
  expect(await screen.findByText('数据不存在或无权查看')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '返回列表' }))
  expect(await screen.findByRole('link', { name: /年假 2/ })).toBeTruthy()
})
