import type { Order } from '../order.ts'

/** What the form of every step is given. */
export type StepProps = {
  order: Order
  open: boolean
  onClose: () => void
  /** Why the step is not possible for the order as last loaded. */
  refusalOf: (order: Order) => string | null
  /** The planned time that a new one starts from, in wire format; by default the order's own. */
  plan?: Pick<Order, 'planStartTime' | 'planEndTime'>
}
