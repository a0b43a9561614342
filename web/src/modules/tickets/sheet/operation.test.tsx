import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialogOf, isolateSheets, partOf, showSheet } from './show-sheet.fixture.tsx'
import { GUARD, LEADER, operationTicket, OPERATOR } from './ticket.fixture.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolateSheets()

const answered = { [ticketCalls.tick.path]: operationTicket, [ticketCalls.act.path]: operationTicket }

const withStep = (more: Partial<(typeof operationTicket.lineList)[number]>) => ({
  ...operationTicket,
  lineList: operationTicket.lineList.map((line) => (line.no === 5 ? { ...line, ...more } : line)),
})
const operated = withStep({ operated: { at: '2026-11-21 14:28:00', name: '何雨桐' } })

test('done steps are folded, the next one is open, the later ones are locked', async () => {
  showSheet(operationTicket, answered, { as: OPERATOR, width: 390 })
  const steps = await partOf('操作项目')
  expect(steps.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('4')
  const fold = steps.getByRole('button', { name: /第 1–2 步已执行，14:18 – 14:21/ })
  expect(steps.queryByText(/2\. 断开低压侧断路器 431/)).toBeNull()
  expect(steps.getByText(/4\. 断开高压侧负荷开关 331/)).toBeTruthy()
  await userEvent.click(fold)
  expect(steps.getByText(/2\. 断开低压侧断路器 431/)).toBeTruthy()
  expect(steps.getByRole('heading', { name: '5. 检查 331 在分位' })).toBeTruthy()
  const later = steps.getByText(/6\. 合上接地刀闸 33117/).closest('li')!
  expect(within(later).getByLabelText('未到此步')).toBeTruthy()
  expect(within(later).queryByRole('button')).toBeNull()
})

test('the operator operates after repeating', async () => {
  const { inputs } = showSheet(operationTicket, answered, { as: OPERATOR, width: 390 })
  await userEvent.click(await screen.findByRole('button', { name: '已操作' }))
  expect(inputs(ticketCalls.tick)).toEqual([{ id: '8', no: 5, part: 'operate' }])
})

test.each([GUARD, LEADER])('%s cannot operate for the operator', async (as) => {
  const { inputs } = showSheet(operationTicket, answered, { as, width: 390 })
  const press = await screen.findByRole('button', { name: '等何雨桐操作' })
  expect(press.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(press)
  expect(inputs(ticketCalls.tick)).toEqual([])
  expect(screen.getByText('操作须由何雨桐本人按下')).toBeTruthy()
})

test('the guard checks and ticks, and the operator waits', async () => {
  const { inputs } = showSheet(operated, answered, { as: GUARD, width: 390 })
  await userEvent.click(await screen.findByRole('button', { name: '检查无误，打√' }))
  expect(inputs(ticketCalls.tick)).toEqual([{ id: '8', no: 5, part: 'tick' }])
})

test('the operator does not tick', async () => {
  showSheet(operated, answered, { as: OPERATOR, width: 390 })
  const press = await screen.findByRole('button', { name: '等王景行检查打√' })
  expect(press.getAttribute('aria-disabled')).toBe('true')
})

test('the guard stops the switching with a reason', async () => {
  const { inputs } = showSheet(operationTicket, answered, { as: GUARD })
  const complete = await screen.findByRole('button', { name: '操作完毕' })
  expect(complete.getAttribute('aria-description')).toBe('还有 2 步未打√')
  await userEvent.click(screen.getByRole('button', { name: '中止操作' }))
  const dialog = await dialogOf('中止操作？')
  await userEvent.type(dialog.getByLabelText('原因'), '331 拒动')
  await userEvent.click(dialog.getByRole('button', { name: '中止操作' }))
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.act)).toEqual([{ id: '8', version: 6, act: 'abort', reason: '331 拒动' }]),
  )
})

test('after it was stopped nothing is open, and what is left is struck out', async () => {
  showSheet({ ...operationTicket, state: 'closed', stateLabel: '已执行', acts: [] }, answered, { as: GUARD })
  const steps = await partOf('操作项目')
  expect(steps.queryByRole('button')).toBeNull()
  expect(steps.getAllByLabelText('未操作')).toHaveLength(2)
})
