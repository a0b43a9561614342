import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { orderRelationCalls } from '@heliodesk/contract/order-relations.ts'
import { outageCalls } from '@heliodesk/contract/outages.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { isolatePages, Page } from '../../../kit/page.fixture.tsx'
import { send } from '../../../lib/call.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { commentList } from '../comments/comments.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { noOutages } from '../outages/outages.fixture.ts'
import { noRelations } from '../relations/relations.fixture.ts'
import { OrderDetailDrawer } from './OrderDetailDrawer.tsx'

vi.mock('../../../lib/call.ts', { spy: true })

isolatePages()

beforeEach(() => useGrants.setState({ buttons: ['order:assign'] }))

it('starts nothing from the row of the list, whose version may be an old one', async () => {
  let load: (order: unknown) => void = () => undefined
  const loading = new Promise((resolve) => (load = resolve))
  vi.mocked(send).mockImplementation(async (call) => {
    if (call.path === outageCalls.list.path) return noOutages as never
    if (call.path === orderRelationCalls.list.path) return noRelations as never
    if (call.path === orderCommentCalls.list.path) return commentList as never
    return call.path === workOrderCalls.detail.path ? ((await loading) as never) : ([] as never)
  })
  const onStep = vi.fn()
  const user = userEvent.setup()
  render(
    <OrderDetailDrawer
      id="7"
      row={{ ...fullOrder, version: 2 }}
      open
      onClose={vi.fn()}
      neighbours={null}
      onMove={vi.fn()}
      onStep={onStep}
    />,
    { wrapper: Page },
  )
  const reassign = await screen.findByRole('button', { name: '改派' })
  expect(reassign.getAttribute('aria-disabled')).toBe('true')
  await user.click(reassign)
  expect(onStep).not.toHaveBeenCalled()
  load({ ...fullOrder, version: 3 })
  await waitFor(() => expect(reassign.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(reassign)
  expect(onStep).toHaveBeenCalledWith('reassign', expect.objectContaining({ id: '7', version: 3 }))
})
