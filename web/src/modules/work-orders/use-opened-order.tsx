import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { WhileOpen } from '../../kit/WhileOpen.tsx'
import { lazily } from '../../kit/lazily.tsx'
import type { Neighbours } from './detail/OrderDetailDrawer.tsx'
import type { StepRequest } from './forms/OrderDialogs.tsx'
import type { StepAction } from './order-steps.ts'
import type { Order } from './order.ts'

export const OrderDetailDrawer = lazily(
  async () => (await import('./detail/OrderDetailDrawer.tsx')).OrderDetailDrawer,
)
const OrderDialogs = lazily(async () => (await import('./forms/OrderDialogs.tsx')).OrderDialogs)
const ExecuteOrder = lazily(async () => (await import('./forms/ExecuteOrder.tsx')).ExecuteOrder)

type Behind = {
  /** The order's row in the list behind, if it has all fields of one. */
  rowOf?: (id: string) => Order | null
  neighboursOf: (id: string) => Neighbours | null
}

/**
 * The order in the address over a page: its drawer, the form of its execution (`do`) and the dialogs of its steps.
 * Render `shown` in the page.
 */
export function useOpenedOrder({ rowOf = () => null, neighboursOf }: Behind) {
  const { query, change, leave } = useUrlQuery()
  const orderId = query.get('order')
  const execute = (id: string): void => change({ order: id, do: 'execute' }, { push: true })
  const { show, shown: dialogs } = useOverlays({
    step: (overlay, request: StepRequest) => (
      <OrderDialogs {...overlay} request={request} onStarted={({ id }) => execute(id)} />
    ),
  })
  const step = (action: StepAction, order: Order) =>
    action === 'execute' ? execute(order.id) : show('step', { action, order })
  const shown = (
    <>
      <WhileOpen of={orderId} keeps>
        {(id, open) => (
          <OrderDetailDrawer
            id={id}
            row={rowOf(id)}
            open={open}
            onClose={() => leave(['order', 'do', 'comment'])}
            neighbours={neighboursOf(id)}
            onMove={(other) => change({ order: other, comment: null })}
            onStep={step}
          />
        )}
      </WhileOpen>
      <WhileOpen of={query.get('do') === 'execute' ? orderId : null}>
        {(id, open) => (
          <ExecuteOrder id={id} open={open} onClose={() => leave(['do'])} onSubmitted={() => leave(['do'])} />
        )}
      </WhileOpen>
      {dialogs}
    </>
  )
  return {
    orderId,
    open: (id: string) => change({ order: id, do: null, comment: null }, { push: true }),
    /** Opens the order at this comment. */
    openAt: (id: string, comment: string) => change({ order: id, do: null, comment }, { push: true }),
    /** Opens the order and starts this step of it, if it is the user's. */
    start: (id: string, action: StepAction) =>
      action === 'execute' ? execute(id) : change({ order: id, do: null, act: action }, { push: true }),
    step,
    shown,
  }
}
