import { useQueries } from '@tanstack/react-query'
import { asSearch, fitConditions, type ViewedList } from './conditions.ts'
import type { SavedView } from './saved-view.ts'

/** The first of the shown views; each count costs a call. */
const MOST_COUNTED = 6
const FRESH_MS = 60_000

/** How many rows each shown view has, by its id, once the rows of the list are there; one that fails is missing. */
export function useViewCounts(
  list: ViewedList,
  shown: readonly SavedView[],
  ready: boolean,
): ReadonlyMap<string, number> {
  const counted = shown.slice(0, MOST_COUNTED).map(({ id, query }) => {
    const asked = list.count(asSearch(fitConditions(list, query).query))
    return { id, asked, key: JSON.stringify(asked.queryKey) }
  })
  // Views may have the same conditions.
  const keys = [...new Set(counted.map(({ key }) => key))]
  const answers = useQueries({
    queries: keys.map((key) => ({
      ...counted.find((each) => each.key === key)!.asked,
      staleTime: FRESH_MS,
      retry: false,
      enabled: ready,
    })),
  })
  return new Map(
    counted.flatMap(({ id, key }) => {
      const { isError, data } = answers[keys.indexOf(key)]!
      return isError || data === undefined ? [] : [[id, data] as const]
    }),
  )
}
