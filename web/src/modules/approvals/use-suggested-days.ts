import dayjs from 'dayjs'
import { useEffect, useEffectEvent, useRef } from 'react'

type Leave = { from?: string; until?: string; days?: unknown }

/** The days of a leave, both ends included; null while they are not known. */
export function daysBetween(from: string | undefined, until: string | undefined): number | null {
  if (!from || !until || until < from) return null
  return dayjs(until).diff(dayjs(from), 'day') + 1
}

/** Fills in the length of a leave when its dates change, as long as nobody has typed another. */
export function useSuggestedDays({ from, until, days }: Leave, onSuggest: (days: number) => void): void {
  const suggested = useRef<number | null>(null)
  const suggest = useEffectEvent((next: number) => {
    if (days !== undefined && days !== suggested.current) return
    suggested.current = next
    if (days !== next) onSuggest(next)
  })
  const next = daysBetween(from, until)
  useEffect(() => {
    if (next !== null) suggest(next)
  }, [next])
}
