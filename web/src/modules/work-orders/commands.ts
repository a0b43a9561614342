import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { reformTypes } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { CallError, send } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import type { Order } from './order.ts'

/** Every view of orders that a command changes. */
export const orderViews = [
  workOrderCalls.page,
  workOrderCalls.count,
  workOrderCalls.detail,
  workOrderCalls.history,
] as const

type ReformType = `${(typeof reformTypes)[number]}`
type Command = Call<'command'>
type ReformOf<C extends Command> = Call<
  'command',
  z.ZodType<unknown, { reformType: ReformType } & Sent<C>>,
  C['output']
>

type OnOrder<C extends Command> = {
  taskType: number
  onSuccess: (answer: Received<C>, input: Sent<C>) => void
}

/** Assign, execute and check of the reform types travel under the type's own path (spec 2 §7). */
function useByType<C extends Command>(plain: C, reform: ReformOf<C>, { taskType, onSuccess }: OnOrder<C>) {
  const plainly = useCommand(plain, { refresh: orderViews, errors: 'own', onSuccess })
  const reforming = useCommand<ReformOf<C>>(reform, {
    refresh: orderViews,
    errors: 'own',
    onSuccess: (answer, input) => onSuccess(answer, input),
  })
  const reformType = reformTypes.find((each) => each === taskType)
  const current = reformType === undefined ? plainly : reforming
  return {
    send: (input: Sent<C>) => {
      if (reformType === undefined) plainly.mutate(input)
      else reforming.mutate(Object.assign({ reformType: `${reformType}` as const }, input))
    },
    busy: current.isPending,
    error: current.error,
    reset: current.reset,
  }
}

export const useAssign = (order: OnOrder<typeof workOrderCalls.assign>) =>
  useByType(workOrderCalls.assign, workOrderCalls.reformAssign, order)
export const useExecute = (order: OnOrder<typeof workOrderCalls.execute>) =>
  useByType(workOrderCalls.execute, workOrderCalls.reformExecute, order)
export const useCheck = (order: OnOrder<typeof workOrderCalls.check>) =>
  useByType(workOrderCalls.check, workOrderCalls.reformCheck, order)

/** Reads every view of orders again. */
export function useRefreshOrders(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => Promise.all(orderViews.map((view) => client.invalidateQueries({ queryKey: [view.path] })))
}

/**
 * The order as a form saw it when it opened. Its version only moves when the person asks for it, so that nobody
 * overwrites what they have not seen; what they typed stays.
 */
export function useSeenOrder(opened: Order) {
  const refresh = useRefreshOrders()
  const [order, setOrder] = useState(opened)
  const look = async () => {
    try {
      setOrder(await send(workOrderCalls.detail, { id: opened.id }))
      await refresh()
      notify({ kind: 'info', title: '已取到最新内容', text: '你填写的内容还在，再次提交将以它为准' })
    } catch (error) {
      if (error instanceof CallError) reportCallError(error)
    }
  }
  return { order, look, saw: setOrder }
}
