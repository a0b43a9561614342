import { oaCalls } from '@heliodesk/contract/oa.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { sentRequest } from '../../domain/oa-form/samples.ts'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { PrintPage } from './PrintPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const paper = {
  company: '旭升能源',
  request: { ...sentRequest, status: 'completed' },
  endTime: '2026-11-21 09:30:15',
  signatures: [
    { step: '提交', person: '李沐阳', outcome: 'submit', opinion: '', time: '2026-11-20 08:00:00' },
    {
      step: '部门负责人',
      person: '孙立诚',
      outcome: 'approve',
      opinion: '注意安全',
      time: '2026-11-21 09:30:15',
    },
  ],
}
const show = (answer: unknown) => {
  const sent = answering({ [oaCalls.print.path]: answer })
  showPage(<PrintPage />, '/print?id=7')
  return sent
}
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

test('the paper says what was asked for, its rows with their sum, and who signed when', async () => {
  const sent = show(paper)
  expect(await screen.findByRole('heading', { level: 1, name: '外出审批' })).toBeTruthy()
  expect(sent[0]!.input).toEqual({ id: '7' })
  for (const text of ['旭升能源', '编号 WC20261120001', '红柳沟', '1,200.00 元', '孙立诚', '检修计划.pdf'])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0)
  expect(screen.getByText(/ 2026-11-21 09:30$/)).toBeTruthy()
  expect(rowsOf('费用预计')).toEqual([
    ['1', '加油', '300.00 元', ''],
    ['2', '高速', '120.50 元', '过路费'],
    ['合计', '420.50 元'],
  ])
  expect(rowsOf('审批意见')).toEqual([
    ['提交', '李沐阳', '提交', '', '2026-11-20 08:00'],
    ['部门负责人', '孙立诚', '同意', '注意安全', '2026-11-21 09:30'],
  ])
})

test.each([
  ['running', '审批中'],
  ['refused', '未通过'],
  ['voided', '已作废'],
  ['withdrawn', '已撤回'],
  ['completed', undefined],
])('a request that is %s is marked “%s”', async (status, mark) => {
  show({ ...paper, request: { ...sentRequest, status } })
  const sheet = await screen.findByRole('article')
  expect(sheet.dataset.mark).toBe(mark)
  const said = within(sheet).queryByText(/未经批准，仅供查阅，不得作为办理和归档依据/)?.textContent
  expect(said?.startsWith(mark ?? '')).toBe(mark && true)
})

test('it is printed once it is read', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  show(refusal('数据不存在或无权查看'))
  const button = screen.getByRole('button', { name: '打印' })
  expect(await screen.findByText('数据不存在或无权查看')).toBeTruthy()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  answering({ [oaCalls.print.path]: paper })
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('heading', { name: '外出审批' })
  await userEvent.click(button)
  expect(print).toHaveBeenCalledOnce()
})
