import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { operationTicket, workTicket } from '../sheet/ticket.fixture.ts'
import { abortedSwitching } from './print.fixture.ts'
import { blanksOf, rubric, showPaper, textOf } from './show-paper.fixture.tsx'
import { TicketPrintPage } from './TicketPrintPage.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

/** The lines below the head of the form. */
const stepsOf = () =>
  [...screen.getByRole('table', { name: '操作项目' }).querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )

test('switching stands line by line with its ticks and times, below who ordered it', async () => {
  const { paper, title } = await showPaper({
    ...operationTicket,
    startedTime: '2026-11-21 14:15:00',
    content: { ...operationTicket.content, remark: '调度口令 1421' },
  })
  expect(title).toBe('电气操作票')
  const head = screen.getByRole('table', { name: '操作项目' }).querySelector('thead')!
  expect(head.textContent).toContain('发令人：孙立诚受令人：发令时间：')
  expect(head.textContent).toContain('操作开始时间：2026 年 11 月 21 日 14 时 15 分')
  expect(head.textContent).toContain('（√）监护下操作')
  expect(head.textContent).toContain('操作任务：3 号箱变由运行转检修')
  expect(head.textContent).toContain('顺序操作项目√时间')
  // 发令单位, 受令人, 发令时间 and the end of the switching.
  expect(blanksOf(head)).toBe(4)
  expect(stepsOf()).toEqual([
    ['1', '检查 3 号箱变所带逆变器已停机', '√', '14:18'],
    ['2', '断开低压侧断路器 431', '√', '14:21'],
    ['3', '检查 431 在分位', '√', '14:23'],
    ['4', '断开高压侧负荷开关 331', '√', '14:25'],
    ['5', '检查 331 在分位', '', ''],
    ['6', '合上接地刀闸 33117', '', ''],
    ['', '（以下空白）', '', ''],
  ])
  expect(paper.querySelectorAll('s')).toHaveLength(0)
  expect(textOf('备注')).toContain('调度口令 1421')
})

test('the lines after the one at which it was stopped are struck, and the reason is noted', async () => {
  const { paper } = await showPaper(abortedSwitching)
  expect([...paper.querySelectorAll('s')].map((line) => line.textContent)).toEqual([
    '检查 331 在分位',
    '合上接地刀闸 33117',
  ])
  expect(stepsOf().map(([, , tick]) => tick)).toEqual(['√', '√', '√', '√', '—', '—', ''])
  expect(textOf('备注')).toContain('第 5～6 项未操作，中止原因：331 机构卡涩，无法确认位置')
  expect(textOf('备注')).toContain('2026-11-21 14:28 何雨桐 有疑问，暂停：331 指示不明')
  expect(paper.textContent).toContain('操作结束时间：2026 年 11 月 21 日 14 时 40 分')
  expect(screen.getByRole('img', { name: '印章：已执行' })).toBeTruthy()
  expect(textOf('签名')).toBe(
    [
      '操作人（填票）：何雨桐2026 年 11 月 21 日 13 时 30 分',
      '监护人（审核）：王景行2026 年 11 月 21 日 13 时 40 分',
      '值班负责人（批准）：孙立诚2026 年 11 月 21 日 13 时 50 分',
    ].join(''),
  )
})

test('a step done on the next day says on which', async () => {
  const [first] = operationTicket.lineList
  const after = { ...first!, no: 2, ticked: { at: '2026-11-22 00:10:00', name: '王景行' } }
  await showPaper({ ...abortedSwitching, lineList: [first!, after] })
  expect(stepsOf().map(([, , , time]) => time)).toEqual(['14:18', '11-22 00:10', ''])
})

test('one that was voided before it began is stamped, and nothing of it struck', async () => {
  const lineList = operationTicket.lineList.map((line) => ({ ...line, ticked: null }))
  const { paper } = await showPaper({
    ...abortedSwitching,
    state: 'void',
    stamp: 'void',
    startedTime: null,
    lineList,
  })
  expect(paper.querySelectorAll('s')).toHaveLength(0)
  expect(screen.getByRole('img', { name: '印章：作废' })).toBeTruthy()
  expect(textOf('备注')).not.toContain('未操作')
})

test('without signatures there is room for them', async () => {
  await showPaper(operationTicket)
  expect(blanksOf(rubric('签名'))).toBe(6)
})

test('it is printed once it is read', async () => {
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  answering({ [ticketCalls.detail.path]: refusal('数据不存在或无权查看') })
  showPage(<TicketPrintPage />, '/operation/ticket/print?id=7')
  const button = () => screen.getByRole('button', { name: '打印' })
  expect(await screen.findByText('数据不存在或无权查看')).toBeTruthy()
  expect(button().getAttribute('aria-disabled')).toBe('true')
  answering({ [ticketCalls.detail.path]: workTicket })
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('article')).toBeTruthy()
  await userEvent.click(button())
  expect(printed).toHaveBeenCalledOnce()
})
