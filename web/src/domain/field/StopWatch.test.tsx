import { fieldTicketCalls, type TicketStop } from '@heliodesk/contract/field-tickets.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { emptyBook, type Intent } from '../../lib/outbox/book.ts'
import type { Outbox } from '../../lib/outbox/outbox.ts'
import { useGrants } from '../../lib/permission.tsx'
import { NO_FIELD, useField } from './field-store.ts'
import { StopWatch } from './StopWatch.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
afterEach(() => useField.setState(NO_FIELD))

const stop: TicketStop = {
  id: '71',
  ticketId: '8',
  ticketNo: 'GZP-1121-06',
  task: '7号箱变熔断器更换',
  psName: '晴川红柳沟一期',
  act: 'recall',
  byName: '孙立诚',
  byPhone: '13800000005',
  at: '2026-11-21 14:10:00',
  reason: '雷雨',
}

test('what must stop fills the screen until it is confirmed, which is an act of its own', async () => {
  useGrants.setState({ buttons: ['ticket:list'] })
  answering({ [fieldTicketCalls.stops.path]: [stop] })
  let kept: Intent | null = null
  const book = () => ({
    ...emptyBook,
    rows: new Map(kept ? [[kept.key, { ...kept, seq: 1, tried: false, fails: 0, refusal: null }]] : []),
  })
  const add = (intent: Intent) => {
    kept = intent
    return Promise.resolve()
  }
  useField.setState({ outbox: { add, book: () => Promise.resolve(book()) } as unknown as Outbox })
  showPage(<StopWatch />, '/my/orders', 390)
  const notice = within(await screen.findByRole('dialog', { name: '停止作业' }))
  expect(notice.getByText(/^票 GZP-1121-06 已于 .*14:10 由 孙立诚 收回$/)).toBeTruthy()
  expect(notice.getByRole('link', { name: /13800000005/ }).getAttribute('href')).toBe('tel:13800000005')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: '停止作业' })).toBeTruthy()
  await userEvent.click(notice.getByRole('button', { name: '已停止作业，知悉' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(kept).toMatchObject({ lane: 'ticket:8', kind: 'ticketSeen', last: false })
})
