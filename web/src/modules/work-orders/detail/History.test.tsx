import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { History } from './History.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const event = {
  actionName: '创建',
  actorName: '李慧',
  at: '2026-11-18 16:02:00',
  note: null,
  doneTime: null,
  color: null,
}

test.each([0, 1, 2])('the history of %d events has their number in its title', async (count) => {
  const events = Array.from({ length: count }, (_each, at) => ({ ...event, id: `${at}` }))
  const sent = answering({ [workOrderCalls.history.path]: events })
  render(<History order={fullOrder} />, { wrapper: Page })
  await waitFor(() => expect(screen.queryAllByText('创建')).toHaveLength(count))
  expect(sent).toHaveLength(1)
  expect(screen.getByRole('heading').textContent).toBe(`办理记录 ${count || ''}`)
})

test('what came from a phone later says when it was done and when it came', async () => {
  const late = { ...event, id: '1', at: '2019-11-18 14:31:00', doneTime: '2019-11-18 09:12:00' }
  answering({ [workOrderCalls.history.path]: [late] })
  render(<History order={fullOrder} />, { wrapper: Page })
  expect(await screen.findByText('离线完成于 2019-11-18 09:12，2019-11-18 14:31 送达')).toBeTruthy()
})
