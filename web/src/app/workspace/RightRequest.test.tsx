import { insightCalls } from '@heliodesk/contract/insight.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { ErrorCard } from '../../kit/States.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { CallError } from '../../lib/call.ts'
import { useMissingRight } from '../../lib/missing-right.ts'
import { RightRequest } from './RightRequest.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const refused = (message: string) => new CallError(message, 403, 'missing_right', null)

function Refusal() {
  const perm = useMissingRight((state) => state.perm)
  return (
    <>
      <ErrorCard
        title="工单没有取到"
        error={refused('拒绝访问：需要“导出工单”权限（order:export）')}
        onRetry={() => undefined}
      />
      {perm !== null && <RightRequest perm={perm} />}
    </>
  )
}

test('a refusal leads to who could grant the right, with a request to copy', async () => {
  const sent = answering({
    [insightCalls.granters.path]: {
      title: '导出工单',
      granters: [{ id: '1', realname: '赵启航', depName: '示范光伏运维公司' }],
    },
  })
  render(<Refusal />, { wrapper: Page })
  await userEvent.click(screen.getByRole('button', { name: '谁能授予' }))
  await screen.findByText('谁能授予“导出工单”')
  await screen.findByText('赵启航')
  screen.getByText(/需要“导出工单”权限（order:export），请协助授予/)
  screen.getByRole('button', { name: '复制申请' })
  expect(sent.map(({ input }) => input)).toEqual([{ perm: 'order:export' }])
  await userEvent.click(screen.getByRole('button', { name: '我知道了' }))
  expect(useMissingRight.getState().perm).toBeNull()
})
