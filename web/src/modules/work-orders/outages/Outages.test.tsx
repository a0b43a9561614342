import { outageCalls } from '@heliodesk/contract/outages.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { noOutages, openOutage, outages } from './outages.fixture.ts'
import { Outages } from './Outages.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => useSession.setState({ token: 'T', user }))

function show(list: unknown, answers: Record<string, unknown> = {}) {
  const sent = answering({ [outageCalls.list.path]: list, ...answers })
  showPage(<Outages id="order-outages" title="停机与损失" order={fullOrder} />, '/', 1440)
  return sent
}

test('a window stands with its loss, its method and what that was calculated from, and totals by party', async () => {
  show(outages)
  const row = (await screen.findByText('3 号方阵 2 支路')).closest('tr')!
  for (const text of ['强迫停运', '停机中 3.0 h', '150.0 kWp', '设备厂家', '738.0', '291.44', '辐照'])
    expect(row.textContent).toContain(text)
  expect(row.textContent).toContain('资源计划 1 天')
  expect(row.textContent).toContain('PR 0.8123（实测）')
  expect(screen.getByText('设备厂家 291.44')).toBeTruthy()
  expect(screen.getByText('1 处尚未恢复，按白天平均')).toBeTruthy()
})

test('whoever may not change it has no buttons', async () => {
  show({ ...outages, mayChange: false })
  await screen.findByText('3 号方阵 2 支路')
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('what is back is proposed with the time of now, and sent with the seen version', async () => {
  const sent = show(outages, { [outageCalls.save.path]: { ...openOutage, untilTime: outages.at } })
  await userEvent.click(await screen.findByRole('button', { name: '恢复 3 号方阵 2 支路' }))
  const form = await screen.findByRole('dialog', { name: '停机恢复' })
  await userEvent.click(within(form).getByRole('button', { name: '保存' }))
  expect(sent.findLast(({ path }) => path === outageCalls.save.path)?.input).toMatchObject({
    id: '5',
    version: 3,
    objectName: '3 号方阵 2 支路',
    untilTime: '2026-11-24 14:32:00',
  })
})

test('without windows it says so, and there is nothing to calculate', async () => {
  show(noOutages)
  expect(await screen.findByText('尚未登记停机')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重新计算' })).toBeNull()
})

test('what cannot be read is said', async () => {
  show(refusal('系统异常', 500))
  expect(await screen.findByText('停机与损失没有取到')).toBeTruthy()
})
