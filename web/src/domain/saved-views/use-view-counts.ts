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
  const counted = shown.slice(0, MOST_COUNTED)
  const answers = useQueries({
    queries: counted.map(({ query }) => ({
      ...list.count(asSearch(fitConditions(list, query).query)),
      staleTime: FRESH_MS,
      retry: false,
      enabled: ready,
    })),
  })
  return new Map(
    counted.flatMap(({ id }, at) => {
      const count = answers[at]!.isError ? undefined : answers[at]!.data
      return count === undefined ? [] : [[id, count] as const]
    }),
  )
}
