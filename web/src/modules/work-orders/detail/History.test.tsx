import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { History } from './History.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const event = { actionName: '创建', actorName: '李慧', at: '2026-11-18 16:02:00', note: null, color: null }

test.each([0, 1, 2])('the history of %d events has their number in its title', async (count) => {
  const events = Array.from({ length: count }, (_each, at) => ({ ...event, id: `${at}` }))
  const sent = answering({ [workOrderCalls.history.path]: events })
  render(<History order={fullOrder} />, { wrapper: Page })
  await waitFor(() => expect(screen.queryAllByText('创建')).toHaveLength(count))
  expect(sent).toHaveLength(1)
  expect(screen.getByRole('heading').textContent).toBe(`办理记录 ${count || ''}`)
})
