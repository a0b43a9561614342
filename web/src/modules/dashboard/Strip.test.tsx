import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MemoryRouter } from 'react-router'
import { overview, times } from './overview.fixture.ts'
import { Strip, type Overview } from './Strip.tsx'

const show = (change: Partial<Overview>) => {
  const reading = { data: { ...overview, ...change }, error: null, isPlaceholderData: false }
  const links = { orders: () => '/orders', stations: () => null }
  render(<Strip reading={reading as never} links={links} />, { wrapper: MemoryRouter })
  return (title: string) => screen.getByText(title).nextElementSibling!.querySelector('small')!.textContent
}

test.each([
  [times(2, 8.5), times(2, 5.2), '较前 30 天 +3.3 h'],
  [times(2, 5.2), times(2, 8.5), '较前 30 天 −3.3 h'],
  [times(2, 5), times(2, 5.04), '与前 30 天持平'],
  [times(2, 5), times(null, null), '近 30 天'],
])('the mean time to repair is compared: %j before %j', (recent, before, words) => {
  expect(show({ times: { recent, before } })('平均修复')).toBe(words)
})

test('each figure has its remark', () => {
  const noteOf = show({})
  expect(['在维电站', '本月新建', '本月完成', '超时工单', '损失'].map(noteOf)).toEqual([
    '50.4 MW · 退场 2 座',
    '近 30 天日均 1.5',
    '近 30 天日均 2.5',
    '最长 30.0 h',
    '在办 1 单有损失',
  ])
})

test('and says so where there is nothing to remark', () => {
  const noteOf = show({
    stations: { ...overview.stations, retired: 0 },
    period: { ...overview.period, terminated: 1 },
    overdue: { orders: 0, longestHours: null },
    loss: { orders: 0, lossPower: 0 },
  })
  expect(['在维电站', '本月完成', '超时工单', '损失'].map(noteOf)).toEqual([
    '50.4 MW',
    '另有 1 单终止',
    '没有超时',
    '没有损失',
  ])
})
