import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { orderStatisticsCalls as calls } from '@heliodesk/contract/order-statistics.ts'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { causes, group, groups, nothing, overview, recurring } from './statistics.fixture.ts'
import { StatisticsPage } from './StatisticsPage.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => useSession.setState({ token: 'T', user }))

const all = ['/taskCenter', '/station/device']
const SPAN = '/?begin=2026-11-01&end=2026-11-24'

function show(answers: Record<string, unknown> = {}, { address = SPAN, may = all } = {}) {
  useGrants.setState({ pages: may, buttons: ['order:export'], notInForce: [] })
  const sent = answering({
    [calls.overview.path]: overview,
    [calls.groups.path]: ({ by }: { by: string }) => (by === 'subclass' ? causes : groups),
    [calls.recurring.path]: recurring,
    [taskTypeCalls.choices.path]: [],
    ...answers,
  })
  showPage(<StatisticsPage />, address, 1440)
  return sent
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))

test('the figures stand with their change against the time before', async () => {
  show()
  expect(await screen.findByText('+6.2 %')).toBeTruthy()
  for (const change of ['−4 min', '−0.8 h', '+1.3', '+0.7']) expect(screen.getByText(change)).toBeTruthy()
  expect(screen.getByText('353 / 384，较前期', { exact: false })).toBeTruthy()
  expect(screen.getByText('1,284')).toBeTruthy()
  expect(screen.getByText(/与 .*10-01 至 .*10-24 比较/)).toBeTruthy()
})

test('groups come by their share and lead to their orders; those below the target are red', async () => {
  show()
  const rows = await card('按期完成')
  await waitFor(() => expect(rows.getAllByRole('row')).toHaveLength(4))
  const texts = rows
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(texts).toEqual(['粤桂50.0 %2 / 4', '内蒙古84.4 %38 / 45', '宁夏91.3 %42 / 46'])
  const red = rows.getAllByRole('row').map((row) => row.querySelector('td.err') !== null)
  expect(red).toEqual([false, false, true, false])
  expect(rows.getByRole('link', { name: '内蒙古' }).getAttribute('href')).toBe(
    '/taskCenter?createTime=2026-11-01&createTime=2026-11-24&depCode=A01A02',
  )
})

test('another grouping is asked for, and kept in the address', async () => {
  const sent = show()
  const rows = await card('按期完成')
  await userEvent.click(await rows.findByRole('combobox', { name: '分组' }))
  await userEvent.click(await screen.findByText('人员', { selector: '.ant-select-item-option-content' }))
  const asked = () => sent.filter(({ path }) => path === calls.groups.path)
  await waitFor(() => expect(asked().at(-1)?.input).toMatchObject({ by: 'person' }))
})

test('groups come by their number of orders too, with those that have no plan', async () => {
  show()
  await userEvent.click(await (await card('按期完成')).findByRole('button', { name: '单数' }))
  const rows = await card('新建工单')
  const texts = rows
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(texts).toEqual(['宁夏6051.3 %', '内蒙古5042.7 %', '粤桂43.4 %', '青海32.6 %'])
})

test('imported years stand in their order and lead to their days within the span', async () => {
  const years = {
    rows: [group('2017', '2017', { created: 16_763 }), group('2016', '2016', { created: 4769 })],
    more: 0,
  }
  show({ [calls.groups.path]: years }, { address: '/?begin=2016-05-01&end=2017-11-30&by=year' })
  const onTime = await card('按期完成')
  await userEvent.click(await onTime.findByRole('button', { name: '看各组单数' }))
  const rows = await card('新建工单')
  expect(rows.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/taskCenter?createTime=2016-05-01&createTime=2016-12-31',
    '/taskCenter?createTime=2017-01-01&createTime=2017-11-30',
  ])
})

test('of many groups more are asked for', async () => {
  const sent = show({ [calls.groups.path]: { ...groups, more: 376 } })
  const rows = await card('按期完成')
  await userEvent.click(await rows.findByRole('button', { name: '显示更多' }))
  await waitFor(() =>
    expect(sent.findLast(({ path }) => path === calls.groups.path)?.input).toMatchObject({ size: 1000 }),
  )
})

test('causes lead to the orders of their subclass, and change between number and loss', async () => {
  show()
  const shown = await card('原因排列')
  await shown.findByText('故障、缺陷与抢修 74 单，前 2 类占 93.2 %')
  expect(shown.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    expect.stringContaining('workSubclass=IGBT'),
    expect.stringContaining('workSubclass=%E7%BB%9D%E7%BC%98%E4%BD%8E'),
  ])
  await userEvent.click(shown.getByRole('button', { name: '损失' }))
  expect(await shown.findByText('故障、缺陷与抢修 2,100 kWh，前 1 类占 95.2 %')).toBeTruthy()
})

test('a recurring fault shows its days and leads to the device', async () => {
  show()
  const shown = await card('重复故障')
  const row = within(await shown.findByRole('row', { name: /7号箱变-03号逆变器/ }))
  expect(row.getByRole('img', { name: '11-02、11-12、11-23' })).toBeTruthy()
  expect(row.getByRole('link').getAttribute('href')).toBe('/station/device?device=9')
})

test('without the lists nothing is a link', async () => {
  show({}, { may: [] })
  await (await card('重复故障')).findByText('7号箱变-03号逆变器')
  await (await card('按期完成')).findByText('内蒙古')
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('a company without orders reads what will stand where', async () => {
  const none = { rows: [], more: 0 }
  show({
    [calls.overview.path]: {
      ...overview,
      figures: nothing,
      figuresBefore: nothing,
      weeks: overview.weeks.map((week) => ({ ...week, timed: 0, respondMinutes: null, repairHours: null })),
    },
    [calls.groups.path]: none,
    [calls.recurring.path]: { total: 0, rows: [] },
  })
  for (const text of [
    '这些周没有走完各步的工单',
    '这段时间没有到期的工单',
    '这段时间没有故障和缺陷',
    '没有重复发生的故障',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
})

test('what cannot be read is said where it is missing', async () => {
  show({
    [calls.overview.path]: refusal('系统异常', 500),
    [calls.groups.path]: refusal('系统异常', 500),
    [calls.recurring.path]: refusal('系统异常', 500),
  })
  for (const text of [
    /统计没有取到/,
    '响应与修复没有取到',
    '按期完成没有取到',
    '原因排列没有取到',
    '重复故障没有取到',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
})

test('of inspections, what was done in time, late or never stands below, by station or by person', async () => {
  const counted = { due: 41, onTime: 37, late: 2, missed: 1, running: 1, done: 38 }
  const counts = { ...counted, abnormal: 5, defects: 2, exempt: 3 }
  const sent = show(
    {
      [inspectionSheetCalls.statistics.path]: ({ by }: { by: string }) => ({
        total: counts,
        rows: by === 'station' ? [{ id: '1', name: '红柳沟', ...counts }] : [],
      }),
    },
    { address: `${SPAN}&taskType=100` },
  )
  const shown = await card('巡检完成情况')
  const [, row, total] = (await shown.findAllByRole('row')).map((each) => each.textContent)
  expect(row).toBe('红柳沟413721195.0 %523')
  expect(total).toBe('合计413721195.0 %523')
  await userEvent.click(shown.getByRole('button', { name: '按人员' }))
  expect(await shown.findByText('这段时间没有到期的巡检')).toBeTruthy()
  const asked = sent.filter(({ path }) => path === inspectionSheetCalls.statistics.path)
  expect(asked.map(({ input }) => input.by)).toEqual(['station', 'person'])
})
