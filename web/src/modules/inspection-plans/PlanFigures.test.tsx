import { inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { ordersBehind } from '@heliodesk/contract/inspection-outcomes.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { useSession } from '../../lib/session.ts'
import { user } from '../../lib/user.fixture.ts'
import { PlanFigures } from './PlanFigures.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => useSession.setState({ token: 'T', user }))

const figures = {
  from: '2026-12-01',
  until: '2026-12-21',
  due: 40,
  onTime: 30,
  rate: 78.9,
  lastRate: null,
  late: 3,
  lateHours: 4.5,
  missed: 5,
  missedAt: [{ psId: '7', psName: '红柳沟', count: 5 }],
  running: 2,
  abnormal: 6,
  defects: 2,
  exempt: 3,
  states: {},
  nextRun: '2026-12-22 00:01:00',
}

const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('figures lead to lists of exactly the orders that they count', async () => {
  answering({ [inspectionPlanCalls.figures.path]: figures })
  showPage(<PlanFigures />, '/')
  await screen.findByText('本月应检')
  const month = { from: '2026-12-01', until: '2026-12-21' }
  const hrefOf = (of: object) => paths.orders.href(ordersBehind({ ...month, ...of }))
  expect(linkOf('到今天为止')).toBe(hrefOf({}))
  expect(linkOf('平均晚 4.5 h')).toBe(hrefOf({ outcome: 'late' }))
  expect(linkOf('全部')).toBe(hrefOf({ outcome: 'missed' }))
  expect(linkOf('红柳沟 5')).toBe(hrefOf({ outcome: 'missed', psId: '7' }))
})

test('what did not happen leads nowhere', async () => {
  answering({
    [inspectionPlanCalls.figures.path]: {
      ...figures,
      due: 0,
      late: 0,
      lateHours: null,
      missed: 0,
      missedAt: [],
    },
  })
  showPage(<PlanFigures />, '/')
  await screen.findByText('本月应检')
  expect(screen.queryByRole('link')).toBeNull()
})
