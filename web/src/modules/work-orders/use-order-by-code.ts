import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useEffect, useEffectEvent } from 'react'
import { useCall } from '../../lib/queries.ts'

/** An address may name an order by its code, as messages and other systems do; true when there is none of it. */
export function useOrderByCode(code: string | null, onFound: (id: string) => void): boolean {
  const { data, error, isPlaceholderData } = useCall(
    workOrderCalls.find,
    { workCode: code ?? '' },
    { enabled: code !== null },
  )
  const id = code === null || isPlaceholderData ? null : (data?.id ?? null)
  const open = useEffectEvent(onFound)
  useEffect(() => {
    if (id !== null) open(id)
  }, [id])
  return code !== null && error?.code === 'not_found'
}
