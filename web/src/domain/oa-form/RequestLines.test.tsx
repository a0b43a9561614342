import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { sentRequest } from './samples.ts'
import { RequestLines } from './RequestLines.tsx'

isolatePages()

const cells = ({ children }: HTMLElement) => [...children].map((cell) => cell.textContent)

test('a request reads as it was sent: what ids were called, amounts, and the rows with their sum', () => {
  render(<RequestLines request={sentRequest} />, { wrapper: Page })
  for (const text of [
    'WC20261120001',
    '李沐阳',
    '宁夏运维中心',
    '红柳沟',
    '86.5 公里',
    '1,200.00 元',
    '外地',
    '检修计划',
    '孙立诚',
    '检修计划.pdf',
  ])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0)
  const table = within(screen.getByRole('group', { name: '费用预计' }))
  expect(table.getAllByRole('row').map(cells)).toEqual([
    ['说明', '金额', '类别'],
    ['加油', '300.00 元', ''],
    ['高速', '120.50 元', '过路费'],
    ['合计 420.50 元'],
  ])
})

test('a field whose condition did not hold is left out', () => {
  const form = { ...sentRequest.form, scope: 'near' }
  render(<RequestLines request={{ ...sentRequest, form }} />, { wrapper: Page })
  expect(screen.queryByText('外出依据')).toBeNull()
})
