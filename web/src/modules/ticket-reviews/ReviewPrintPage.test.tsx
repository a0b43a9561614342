import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { ticketReviewCalls as calls } from '@heliodesk/contract/ticket-reviews.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { useSession } from '../../lib/session.ts'
import { user } from '../../lib/user.fixture.ts'
import { judged, summary, ticket } from './reviews.fixture.ts'
import { ReviewPrintPage } from './ReviewPrintPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => useSession.setState({ token: 'T', user }))

const show = (answers: Record<string, unknown> = {}) => {
  answering({
    [calls.summary.path]: summary,
    [calls.page.path]: { pageList: [ticket, judged], rowCount: 3 },
    [stationCalls.options.path]: { list: [{ psId: '5', psName: '曜阳白芨滩' }], hasNextPage: false },
    [departmentCalls.tree.path]: [],
    ...answers,
  })
  showPage(<ReviewPrintPage />, '/print?month=2026-11&psId=5')
}
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
const print = () => screen.getByRole('button', { name: '打印' })

test('the paper has the rates of the month and every ticket with its judgement', async () => {
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  show()
  expect(await screen.findByText('月份 2026-11')).toBeTruthy()
  expect(screen.getByText('未评价 1 张，合格率为暂定')).toBeTruthy()
  expect(screen.getByRole('table', { name: '范围' }).textContent).toBe('部门全部电站曜阳白芨滩')
  expect(rowsOf('合格率')).toEqual(['1工作票98.33 %1201182012', '2操作票50.00 %210100'])
  expect(rowsOf('不合格原因')).toEqual(['1漏写双重名称2', '2术语不规范1'])
  expect(rowsOf('按人员')).toEqual(['1李沐阳负责人、操作人33.33 %312000'])
  expect(rowsOf('各票评价')).toEqual([
    '1GZP1-2611-05-001曜阳白芨滩李沐阳2026-11-24 16:30√未评价',
    '2CZP-2611-05-002曜阳白芨滩李沐阳2026-11-24 16:30不合格术语不规范；改用调度术语',
  ])
  expect(screen.getByText('另有 1 张，见导出')).toBeTruthy()
  await userEvent.click(print())
  expect(printed).toHaveBeenCalledOnce()
})

test('it is not printed before it is read, and says what is missing', async () => {
  show({ [calls.page.path]: refusal('系统异常', 500) })
  expect(await screen.findByText('两票评价没有取到')).toBeTruthy()
  expect(print().getAttribute('aria-disabled')).toBe('true')
})
