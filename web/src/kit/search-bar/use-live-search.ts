import { own } from '@heliodesk/contract/own.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSettled } from '../use-settled.ts'
import { isLive, type Filter, type FilterValues } from './filters.ts'

type LiveSearch = {
  filters: readonly Filter[]
  /** The active filters, and those being edited. */
  values: FilterValues
  draft: FilterValues
  onSearch: (values: FilterValues) => void
}

/**
 * Searches while somebody types into a live filter, as soon as the text has rested. Filters that are being edited
 * without a search stay as they were. Text that an input method has not finished is not searched for; the returned
 * props tell when.
 */
export function useLiveSearch({ filters, values, draft, onSearch }: LiveSearch) {
  const [composing, setComposing] = useState(false)
  const textsIn = (from: FilterValues) =>
    JSON.stringify(filters.filter(isLive).map(({ name }) => own(from, name)?.[0] ?? ''))
  const typed = textsIn(draft)
  const rested = useSettled(typed)
  const search = useEffectEvent((now: string) => {
    if (now !== typed || typed === textsIn(values)) return
    const next = filters.map((filter) => {
      const text = own(isLive(filter) ? draft : values, filter.name) ?? []
      return [filter.name, text.filter((each) => each !== '')] as const
    })
    onSearch(Object.fromEntries(next.filter(([, texts]) => texts.length > 0)))
  })
  useEffect(() => {
    if (!composing) search(rested)
  }, [rested, composing])
  return {
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  }
}
