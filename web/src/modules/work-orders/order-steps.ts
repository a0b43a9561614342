import { usualExtension, type ExtensionLimits } from '@heliodesk/contract/extension-rules.ts'
import { insuranceRefusal } from '@heliodesk/contract/order-insurance.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import {
  orderActions,
  otherStatuses,
  refusalOf,
  type OrderAction,
  type OrderFacts,
} from '@heliodesk/contract/work-order-rules.ts'
import { useSession } from '../../lib/session.ts'
import { useShell } from '../../lib/shell.ts'
import { useCan } from '../../lib/permission.tsx'

/** The actions in the interface: saving and submitting share one form. */
export type StepAction = Exclude<OrderAction, 'save' | 'submit'> | 'execute' | 'insure'

export type OrderStep = {
  action: StepAction
  title: string
  /** Why the user cannot take the step now, or null. */
  refusal: string | null
}

/** In display order: first the steps that advance the work, last those that end it. */
const offered: readonly Exclude<StepAction, 'insure'>[] = [
  'execute',
  'start',
  'pass',
  'assign',
  'claim',
  'audit',
  'reassign',
  'extend',
  'reschedule',
  'reject',
  'terminate',
]

/** These are never the suggested next step: the order goes on without them. */
const asides: ReadonlySet<StepAction> = new Set(['reassign', 'reschedule', 'extend', 'insure', 'terminate'])

export const leadsOn = ({ action, refusal }: OrderStep): boolean => refusal === null && !asides.has(action)

const ruleOf = (action: Exclude<StepAction, 'insure'>) => (action === 'execute' ? 'save' : action)

/**
 * The steps that are possible in an order's state. Without the permission a step is not shown (spec 2 §6); with the
 * permission, an unavailable step shows its reason.
 */
export function stepsFor(
  order: OrderFacts,
  userId: string,
  can: (perm: PermissionCode) => boolean,
  limits: ExtensionLimits,
): OrderStep[] {
  const insurance: OrderStep[] =
    can('order:assign') && insuranceRefusal(order) === null
      ? [{ action: 'insure', title: '保险', refusal: null }]
      : []
  const started = order.otherSts !== otherStatuses.notStarted
  const steps = offered
    .filter((action) => (orderActions[ruleOf(action)].from as readonly number[]).includes(order.flowSts))
    .filter((action) => action !== 'audit' || order.extensionAskerId !== null)
    // An order without a plan gets it when it is assigned.
    .filter((action) => action !== 'reschedule' || order.flowSts > 1 || order.planStartTime !== null)
    .filter((action) => (action === 'start' ? !started : action !== 'execute' || started))
    .filter((action) => orderActions[ruleOf(action)].perms.every(can))
    .map((action): OrderStep => ({
      action,
      title: action === 'execute' ? '填写执行' : orderActions[action].title,
      refusal: refusalOf(ruleOf(action), order, userId, limits),
    }))
  // Before the step that ends the order.
  const end = steps.findIndex(({ action }) => action === 'terminate')
  return end < 0 ? [...steps, ...insurance] : steps.toSpliced(end, 0, ...insurance)
}

/** The steps of the signed-in user. */
export function useOrderSteps(): (order: OrderFacts) => OrderStep[] {
  const userId = useSession(({ user }) => user?.id ?? '')
  const rights: Partial<Record<PermissionCode, boolean>> = {
    'order:assign': useCan('order:assign'),
    'order:claim': useCan('order:claim'),
    'order:execute': useCan('order:execute'),
    'order:check': useCan('order:check'),
    'order:extend': useCan('order:extend'),
    'order:audit': useCan('order:audit'),
    'order:terminate': useCan('order:terminate'),
  }
  const limits = useShell()?.extension ?? usualExtension
  return (order) => stepsFor(order, userId, (perm) => rights[perm] ?? false, limits)
}
