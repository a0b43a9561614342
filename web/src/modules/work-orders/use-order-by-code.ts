import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useEffect, useEffectEvent } from 'react'
import { useCall } from '../../lib/queries.ts'

/**
 * Opens the order named by its code in the address, as links in messages and other systems do; returns true when there
 * is none.
 */
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
