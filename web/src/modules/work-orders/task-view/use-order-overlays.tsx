import { useMemo, useState } from 'react'
import { onlyStation } from '../../../domain/org-tree/selection.ts'
import { lazily } from '../../../kit/lazily.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { WhileOpen } from '../../../kit/WhileOpen.tsx'
import type { StepRequest } from '../forms/OrderDialogs.tsx'
import type { Order } from '../order.ts'
import type { StepAction } from '../order-steps.ts'

const OrderDetailDrawer = lazily(
  async () => (await import('../detail/OrderDetailDrawer.tsx')).OrderDetailDrawer,
)
const OrderDialogs = lazily(async () => (await import('../forms/OrderDialogs.tsx')).OrderDialogs)
const ExecuteOrder = lazily(async () => (await import('../forms/ExecuteOrder.tsx')).ExecuteOrder)
const CreateOrder = lazily(async () => (await import('../forms/CreateOrder.tsx')).CreateOrder)

/** The order in the address over a view of orders, its steps, and the form of a new one. */
export function useOrderOverlays() {
  const { query, change, leave } = useUrlQuery()
  const [creating, setCreating] = useState(false)
  const orderId = query.get('order')
  const open = (id: string) => change({ order: id, do: null }, { push: true })
  const execute = (id: string): void => change({ order: id, do: 'execute' }, { push: true })
  const { show, shown } = useOverlays({
    step: (overlay, request: StepRequest) => (
      <OrderDialogs {...overlay} request={request} onStarted={({ id }) => execute(id)} />
    ),
  })
  const step = (action: StepAction, order: Order, plan?: StepRequest['plan']) =>
    action === 'execute' ? execute(order.id) : show('step', { action, order, ...(plan && { plan }) })
  const place = useMemo(() => (creating ? {} : null), [creating])
  const overlays = (
    <>
      <WhileOpen of={orderId} keeps>
        {(id, isOpen) => (
          <OrderDetailDrawer
            id={id}
            row={null}
            open={isOpen}
            onClose={() => leave(['order', 'do'])}
            neighbours={null}
            onMove={(next) => change({ order: next })}
            onStep={step}
          />
        )}
      </WhileOpen>
      <WhileOpen of={query.get('do') === 'execute' ? orderId : null}>
        {(id, isOpen) => (
          <ExecuteOrder
            id={id}
            open={isOpen}
            onClose={() => leave(['do'])}
            onSubmitted={() => leave(['do'])}
          />
        )}
      </WhileOpen>
      {shown}
      <WhileOpen of={place}>
        {(_place, isOpen) => (
          <CreateOrder
            open={isOpen}
            psId={onlyStation(query.getAll('psId'))}
            deviceCode={null}
            stationId={null}
            onClose={() => setCreating(false)}
            onCreated={({ id }) => {
              setCreating(false)
              open(id)
            }}
          />
        )}
      </WhileOpen>
    </>
  )
  return { open, step, create: () => setCreating(true), overlays }
}
