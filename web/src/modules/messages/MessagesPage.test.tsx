import { messageCalls, type Message } from '@heliodesk/contract/messages.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { send } from '../../lib/call.ts'
import { queryClient } from '../../lib/queries.ts'
import { candidate } from '../../domain/orders/candidate.fixture.ts'
import { MessagesPage } from './MessagesPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })

const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  kind: 'orderToCheck',
  label: 'C',
  title: `工单GD${id}待您验收`,
  note: '白芨滩',
  about: { kind: 'order', id: '7', code: `GD${id}` },
  psName: '白芨滩',
  time: '2030-01-01 09:00:00',
  isRead: false,
  isUrgent: false,
  link: '#/taskCenter?order=7',
  openWord: '去验收',
  step: null,
  act: null,
  done: null,
  ...more,
})
const rows = [
  message('1'),
  message('2', {
    isRead: true,
    done: { name: '吴承泽', time: '2030-01-01 10:00:00', outcome: '已验收', isOwn: false },
  }),
  message('3', { kind: 'approvalWaiting', label: 'P', step: { processInstanceId: '9', taskId: 2 } }),
  message('4', { kind: 'orderToAssign', act: 'assign', openWord: '指派' }),
  message('5', { kind: 'orderOverdue', act: 'urge', openWord: '查看' }),
]

const answers: Record<string, unknown> = {
  [messageCalls.list.path]: { pageList: rows, rowCount: 5 },
  [messageCalls.labels.path]: [{ label: 'C', name: '检查', unread: 2, total: 3 }],
  [messageCalls.stations.path]: [],
  [workOrderCalls.detail.path]: {
    id: '7',
    version: 3,
    workCode: 'GD4',
    taskType: 12,
    planStartTime: '2030-01-01 08:00:00',
    planEndTime: '2030-01-01 18:00:00',
  },
  [workOrderCalls.executors.path]: [candidate('21', '李沐阳')],
  [workOrderCalls.assign.path]: { workCode: 'GD4', liablePerson: '李沐阳' },
  [messageCalls.detail.path]: { message: rows[0], actorName: '周砚秋', people: [] },
}

beforeEach(() => {
  queryClient.clear()
  vi.mocked(send).mockReset()
  vi.mocked(send).mockImplementation((call) => Promise.resolve((answers[call.path] ?? {}) as never))
})
afterEach(cleanup)

const show = (address = '/system/tidings') =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <MessagesPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
/** Beside the list, the pane has the title of the chosen one too. */
const row = async (id: string) =>
  within((await screen.findByText(new RegExp(`工单GD${id}`), { selector: 'b' })).closest('li')!)
const sent = (path: string) =>
  vi.mocked(send).mock.calls.flatMap(([call, input]) => (call.path === path ? [input] : []))

it('offers what a message asks for where it is safe, and says who else has done it', async () => {
  show()
  expect((await row('1')).getByRole('link', { name: '去验收' }).getAttribute('href')).toBe(
    '#/taskCenter?order=7',
  )
  expect((await row('2')).getByText('已由吴承泽办理：已验收')).toBeTruthy()
  expect((await row('3')).getByRole('button', { name: '同意' })).toBeTruthy()
  expect((await row('3')).getByRole('button', { name: '不同意' })).toBeTruthy()
})

it('marks the chosen message as read with E, and goes through them with J', async () => {
  show('/system/tidings?message=2')
  await row('1')
  fireEvent.keyDown(document.body, { key: 'e' })
  expect(sent(messageCalls.read.path)).toEqual([])
  cleanup()
  show('/system/tidings?message=1')
  await row('1')
  fireEvent.keyDown(document.body, { key: 'e' })
  await vi.waitFor(() => expect(sent(messageCalls.read.path)).toEqual([{ id: '1' }]))
  fireEvent.keyDown(document.body, { key: 'j' })
  await vi.waitFor(() => expect(sent(messageCalls.detail.path)).toContainEqual({ id: '2' }))
})

it('gives an order to the most suitable person, or another one, from its message', async () => {
  show()
  fireEvent.click((await row('4')).getByRole('button', { name: '指派' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('radio', { name: /李沐阳/, checked: true })).toBeTruthy()
  fireEvent.click(await dialog.findByRole('button', { name: '指派给李沐阳' }))
  await vi.waitFor(() =>
    expect(sent(workOrderCalls.assign.path)).toEqual([
      expect.objectContaining({
        id: '7',
        version: 3,
        liableUserId: '21',
        planStartTime: '2030-01-01 08:00:00',
        planEndTime: '2030-01-01 18:00:00',
      }),
    ]),
  )
})

it('urges those who are late with an order', async () => {
  show()
  fireEvent.click((await row('5')).getByRole('button', { name: '催办' }))
  await vi.waitFor(() => expect(sent(messageCalls.urge.path)).toEqual([{ id: '5' }]))
})
