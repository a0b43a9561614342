import type { Call, Sent } from '@heliodesk/contract/call.ts'
import { reformTypes } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { z } from 'zod'
import { useSaving } from '../../kit/use-saving.ts'
import { changedElsewhere, useNewer, useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { send, type CallError } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { useRefresh } from '../../lib/queries.ts'
import type { Order } from './order.ts'

type ReformType = `${(typeof reformTypes)[number]}`
type Command = Call<'command'>
type ReformOf<C extends Command> = Call<
  'command',
  z.ZodType<unknown, { reformType: ReformType } & Sent<C>>,
  C['output']
>

type OnOrder<C extends Command> = Pick<Parameters<typeof useSaving<C>>[1], 'said' | 'onClose' | 'onSaved'> & {
  taskType: number
}

/** Assign, execute and check of the reform types use the type's own path (spec 2 §7). */
function useByType<C extends Command>(plain: C, reform: ReformOf<C>, { taskType, ...then }: OnOrder<C>) {
  const plainly = useSaving(plain, then)
  const reforming = useSaving<ReformOf<C>>(reform, then)
  const reformType = reformTypes.find((each) => each === taskType)
  if (reformType === undefined) return plainly
  return {
    ...reforming,
    send: (input: Sent<C>) => reforming.send(Object.assign({ reformType: `${reformType}` as const }, input)),
  }
}

export const useAssign = (order: OnOrder<typeof workOrderCalls.assign>) =>
  useByType(workOrderCalls.assign, workOrderCalls.reformAssign, order)
export const useExecute = (order: OnOrder<typeof workOrderCalls.execute>) =>
  useByType(workOrderCalls.execute, workOrderCalls.reformExecute, order)
export const useCheck = (order: OnOrder<typeof workOrderCalls.check>) =>
  useByType(workOrderCalls.check, workOrderCalls.reformCheck, order)

/** What was just read again behind the form is not read once more. */
const LATELY_MS = 5000

/**
 * The order as loaded when the form opened. Its version changes only when the user reloads it, so that no unseen change
 * is overwritten; typed values stay. `error` also says that somebody else has changed it.
 */
export function useSeenOrder(opened: Order, saving: { reset: () => void; error: CallError | null }) {
  const refresh = useRefresh(workOrderCalls.detail)
  const read = useReadAgain(workOrderCalls.detail, LATELY_MS)
  const states = useSeen(opened, {
    saving,
    readAgain: ({ id }) => send(workOrderCalls.detail, { id }),
    onFresh: () => {
      refresh()
      notify({ kind: 'info', title: '已取到最新内容', text: '你填写的内容还在，再次提交将以它为准' })
    },
  })
  const newer = useNewer<Order>(workOrderCalls.detail, states.seen, ({ id }) => read({ id }))
  return { ...states, error: saving.error ?? (newer && changedElsewhere('工单', newer)) }
}
