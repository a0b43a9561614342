import type { Call, Sent } from '@heliodesk/contract/call.ts'
import { reformTypes } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { z } from 'zod'
import { useSaving } from '../../kit/use-saving.ts'

type ReformType = `${(typeof reformTypes)[number]}`
type Command = Call<'command'>
type ReformOf<C extends Command> = Call<
  'command',
  z.ZodType<unknown, { reformType: ReformType } & Sent<C>>,
  C['output']
>

export type OnOrder<C extends Command> = Pick<
  Parameters<typeof useSaving<C>>[1],
  'said' | 'onClose' | 'onSaved'
> & {
  taskType: number
}

/** Assign, execute and check of the reform types use the type's own path (spec 2 §7). */
export function useByType<C extends Command>(
  plain: C,
  reform: ReformOf<C>,
  { taskType, ...then }: OnOrder<C>,
) {
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
