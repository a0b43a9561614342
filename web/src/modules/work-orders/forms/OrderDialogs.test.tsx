import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Still } from '../../../kit/still.fixture.tsx'
import { useCall } from '../../../lib/queries.ts'
import { adoptGrants } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import { user as person } from '../../../lib/user.fixture.ts'
import type { Order } from '../order.ts'
import { fullOrder } from '../order.fixture.ts'
import { OrderDialogs, type StepRequest } from './OrderDialogs.tsx'

const perms = ['order:claim', 'order:execute', 'order:check', 'order:terminate']
let answered: () => Promise<Response>

beforeEach(() => {
  vi.stubGlobal('fetch', () => answered())
  useSession.setState({ token: 'T', user: person })
  const auth = perms.map((action) => ({ action, type: '1' as const, describe: '' }))
  adoptGrants({ menu: [], auth, allAuth: [] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  useSession.setState({ token: null, user: null })
})

const cases: [StepRequest['action'], Partial<Order>, verb: string][] = [
  ['claim', { flowSts: 1, otherSts: 1, liableUserId: null, liablePerson: null }, '接单'],
  ['start', { flowSts: 2, otherSts: 2, liableUserId: person.id }, '开始作业'],
  ['reject', { flowSts: 3, otherSts: 4 }, '退回'],
  ['terminate', { flowSts: 2, otherSts: 3 }, '作废'],
]

/** Asks for a step and confirms it. */
async function confirm([action, facts, verb]: (typeof cases)[number], beside?: ReactNode) {
  const user = userEvent.setup()
  const onClose = vi.fn()
  const order = { ...fullOrder, ...facts }
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Still>
          {beside}
          <OrderDialogs request={{ action, order }} open onClose={onClose} onStarted={vi.fn()} />
        </Still>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const question = within(await screen.findByRole('dialog'))
  const reason = question.queryByRole('textbox')
  if (reason) await user.type(reason, '原因')
  await user.click(question.getByRole('button', { name: verb }))
  return { question, onClose }
}

test.each(cases)('the question of %s stays and says why its command came to nothing', async (...step) => {
  answered = async () => new Response('', { status: 502 })
  const { question, onClose } = await confirm(step)
  expect(await question.findByRole('alert')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

const Known = () => <p>{useCall(workOrderCalls.detail, { id: fullOrder.id }).data?.workCode}</p>

test('a question that is given up after a refusal has the order read again', async () => {
  const asked = vi.fn<(url: string) => Promise<Response>>(async (url) =>
    url.includes(workOrderCalls.detail.path)
      ? Response.json({ result_code: '1', result_data: fullOrder })
      : new Response('', { status: 502 }),
  )
  vi.stubGlobal('fetch', asked)
  const { question, onClose } = await confirm(cases[0]!, <Known />)
  expect(await question.findByRole('alert')).toBeTruthy()
  const reads = () => asked.mock.calls.filter(([url]) => url.includes(workOrderCalls.detail.path)).length
  const before = reads()
  await userEvent.click(question.getByRole('button', { name: '取消' }))
  expect(onClose).toHaveBeenCalledOnce()
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test.each(cases)('the question of %s closes once its command succeeded', async (...step) => {
  answered = async () => Response.json({ result_code: '1', result_data: fullOrder })
  const { onClose } = await confirm(step)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
