import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { orderStatisticsCalls as calls } from '@heliodesk/contract/order-statistics.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { causes, groups, overview, recurring } from '../statistics/statistics.fixture.ts'
import { StatisticsPrintPage } from './StatisticsPrintPage.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => useSession.setState({ token: 'T', user }))

const SPAN = '/print?begin=2026-11-01&end=2026-11-24'

function show(address: string, answers: Record<string, unknown> = {}) {
  const sent = answering({
    [calls.overview.path]: overview,
    [calls.groups.path]: ({ by }: { by: string }) => (by === 'subclass' ? causes : groups),
    [calls.recurring.path]: recurring,
    [stationCalls.options.path]: { list: [{ psId: '5', psName: '曜阳白芨滩' }], hasNextPage: false },
    [taskTypeCalls.choices.path]: [{ id: 7, name: '故障', active: true }],
    [departmentCalls.tree.path]: [],
    ...answers,
  })
  showPage(<StatisticsPrintPage />, address)
  return sent
}
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
const print = () => screen.getByRole('button', { name: '打印' })

test('the paper has the span, what narrows it, and the tables behind the charts', async () => {
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  const sent = show(`${SPAN}&psId=5&taskType=7`)
  expect(await screen.findByText('期间 2026-11-01 至 2026-11-24')).toBeTruthy()
  expect(screen.getByText('前期 2026-10-01 至 2026-10-24')).toBeTruthy()
  expect(screen.getByRole('table', { name: '范围' }).textContent).toBe('部门全部类型故障电站曜阳白芨滩')
  expect(rowsOf('指标')).toContain('2完成361 单340 单+6.2 %')
  expect(rowsOf('指标')).toContain('5按期完成91.9 %90.6 %+1.3353 / 384')
  expect(rowsOf('分组统计')).toEqual([
    '1粤桂40----2/450.000',
    '2内蒙古500----38/4584.400',
    '3宁夏600----42/4691.300',
    '4青海30----0/0--00',
  ])
  expect(rowsOf('各子类')).toEqual(['1IGBT 模块3851.4', '2绝缘低3193.2', '3未分类5100.0'])
  expect(rowsOf('重复故障')).toEqual(['17号箱变-03号逆变器曜阳白芨滩风扇过温311-02、11-12、11-233,912'])
  for (const name of ['每周修复时间（h）', '每周响应时间（min）', /按期完成率/, /折线为累计占比/])
    expect(screen.getByRole('img', { name })).toBeTruthy()
  expect(sent.find(({ path }) => path === calls.overview.path)?.input).toMatchObject({
    psId: ['5'],
    taskType: [7],
  })
  await userEvent.click(print())
  expect(printed).toHaveBeenCalledOnce()
})

test('the chart of numbers and losses is that of the page', async () => {
  show(`${SPAN}&measure=created&cause=lostKwh`)
  expect(await screen.findByRole('img', { name: '新建工单（单）' })).toBeTruthy()
  expect(screen.getByRole('img', { name: '故障、缺陷与抢修按损失（kWh），折线为累计占比' })).toBeTruthy()
  expect(rowsOf('各子类')).toEqual(['1IGBT 模块2,00095.2', '2绝缘低100100.0'])
})

test('it is not printed before it is read, and says what is missing', async () => {
  show(SPAN, { [calls.recurring.path]: refusal('系统异常', 500) })
  expect(await screen.findByText('统计没有取到')).toBeTruthy()
  expect(print().getAttribute('aria-disabled')).toBe('true')
})
