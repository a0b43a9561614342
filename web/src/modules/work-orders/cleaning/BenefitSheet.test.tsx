import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { benefit } from './benefit.fixture.ts'
import { BenefitSheet } from './BenefitSheet.tsx'
import type { BenefitPair } from './round.ts'

vi.mock('./BenefitCharts.tsx', () => ({ BenefitCharts: () => null }))
afterEach(cleanup)

const estimate = benefit.estimate
const SOILING = '积灰曲线'
const show = (changed: Partial<BenefitPair> = {}) =>
  render(<BenefitSheet benefit={{ ...benefit, ...changed }} soiling={SOILING} />)

const figure = (title: string) => screen.getByText(title).nextSibling?.textContent
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

test('the figures of the reference case stand with every input and its source', () => {
  show()
  expect(figure('30 天多发')).toBe('315,000kWh每天 10,500 kWh')
  expect(figure('30 天收益')).toBe('24,394元增收 − 费用')
  expect(figure('回本')).toBe('24.1天2030/01/27 回本')
  expect(figure('最佳间隔')).toBe('34.7天积灰 0.20 %/天')
  expect(input('SR 提升').value).toBe('5.00')
  expect(screen.getByText('实测辐照，12 天平均')).toBeTruthy()
  expect(screen.getByText('电站电价')).toBeTruthy()
  expect(screen.getAllByText('业务配置')).toHaveLength(3)
})

test('another value can be tried and taken back', async () => {
  const user = userEvent.setup()
  show()
  await user.clear(input('费用'))
  await user.type(input('费用'), '50000')
  expect(figure('30 天收益')).toBe('74,394元增收 − 费用')
  expect(figure('回本')).toBe('12.1天费用 ÷ 每天增收')
  expect(screen.getByText('试算值')).toBeTruthy()
  await user.clear(input('SR 提升'))
  await user.type(input('SR 提升'), '0')
  expect(figure('回本')).toBe('--没有增收，不能回本')
  await user.click(screen.getByRole('button', { name: '恢复' }))
  expect(figure('30 天收益')).toBe('24,394元增收 − 费用')
  expect(screen.queryByText('试算')).toBeNull()
})

test('it says what is not counted, and what ended it', () => {
  const { unmount } = show({ estimate: { ...estimate, unmeasured: 2 } })
  expect(screen.getByText('2 个区域没有清洗前后的 SR，未计入多发电量')).toBeTruthy()
  unmount()
  const rain = { day: '2030-01-12', mm: 14 }
  show({
    estimate: {
      ...estimate,
      inputs: { ...estimate.inputs, days: 10 },
      sources: { ...estimate.sources, days: 'rain' },
      breakEvenDay: null,
      rain,
    },
  })
  expect(screen.getByText(/2030\/01\/12 降雨 14 mm，清洗收益计到这一天/)).toBeTruthy()
  expect(screen.getByText('2030/01/12 降雨，未回本')).toBeTruthy()
  expect(screen.getByText('实测降雨，2030/01/12 14 mm')).toBeTruthy()
})

test('what was accepted stands with its basis, and the estimate beside it', async () => {
  const dearer = { ...estimate, outcome: { ...estimate.outcome, profit: 90_000 } }
  show({
    estimate: dearer,
    accepted: { ...estimate, acceptedTime: '2030-01-03 09:00:00', checkerName: '孙立诚' },
  })
  expect(screen.getByText('孙立诚 2030-01-03 09:00')).toBeTruthy()
  expect(screen.getByText(/重新估算，不改变核定值/)).toBeTruthy()
  const profits = screen.getAllByText('30 天收益').map((title) => title.nextSibling?.textContent)
  expect(profits).toEqual(['24,394元增收 − 费用', '90,000元增收 − 费用'])
  const basis = screen.getByText('核定依据').closest('details')!
  expect(basis.textContent).toContain('电价0.3949 元/kWh电站电价')
  expect(basis.textContent).toContain('日辐照5 kWh/m²实测辐照，12 天平均')
})
