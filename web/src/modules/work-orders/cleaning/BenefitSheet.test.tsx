import { benefitOf } from '@heliodesk/contract/cleaning-benefit.ts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { BenefitSheet } from './BenefitSheet.tsx'

afterEach(cleanup)

const inputs = {
  capacityKwp: 50_000,
  irradiation: 5,
  pr: 0.84,
  srGain: 0.05,
  days: 30,
  price: 0.3949,
  cost: 100_000,
  soilingRate: 0.002,
}
const benefit = {
  inputs,
  sources: {
    capacityKwp: 'records',
    irradiation: 'measured',
    pr: 'setting',
    srGain: 'records',
    days: 'setting',
    price: 'station',
    cost: 'records',
    soilingRate: 'setting',
  },
  measuredDays: 12,
  outcome: benefitOf(inputs),
  unmeasured: 0,
  cleanedOn: '2030-01-02',
  breakEvenDay: '2030-01-27',
  acceptedTime: null,
  checkerName: null,
} as const

const figure = (title: string) => screen.getByText(title).nextSibling?.textContent
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

test('the figures of the reference case stand with every input and its source', () => {
  render(<BenefitSheet benefit={benefit} />)
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
  render(<BenefitSheet benefit={benefit} />)
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

test('it says what is not counted, and who kept it', () => {
  const { rerender } = render(<BenefitSheet benefit={{ ...benefit, unmeasured: 2 }} />)
  expect(screen.getByText('2 个区域没有清洗前后的 SR，未计入多发电量')).toBeTruthy()
  rerender(
    <BenefitSheet benefit={{ ...benefit, acceptedTime: '2030-01-03 09:00:00', checkerName: '孙立诚' }} />,
  )
  expect(screen.getByText('孙立诚 2030-01-03 09:00 验收时留存')).toBeTruthy()
})
