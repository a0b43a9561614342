import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Still } from '../../../kit/still.fixture.tsx'
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
async function confirm([action, facts, verb]: (typeof cases)[number]) {
  const user = userEvent.setup()
  const onClose = vi.fn()
  const order = { ...fullOrder, ...facts }
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Still>
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

test.each(cases)('the question of %s closes once its command succeeded', async (...step) => {
  answered = async () => Response.json({ result_code: '1', result_data: fullOrder })
  const { onClose } = await confirm(step)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
