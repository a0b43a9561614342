import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { useEffect, useEffectEvent } from 'react'
import type { QueryPatch } from '../../kit/url-query.ts'
import { notify } from '../../lib/notices.ts'
import { useCall } from '../../lib/queries.ts'
import { useArrangement } from './arrangement.ts'
import { fitConditions, isSame, patchTo, readConditions, type ViewedList } from './conditions.ts'
import type { SavedView } from './saved-view.ts'

type Address = { query: URLSearchParams; base: string; change: (patch: QueryPatch) => void }

const NONE: readonly SavedView[] = []

/**
 * The views that a person has of a list, and the one in the address (`saved`), which stands beside the conditions
 * themselves: a link shows the same to who does not have the view. `effective` is the address with what the page adds.
 */
export function useSavedViews(list: ViewedList, address: Address, effective = address.query) {
  const { query, change } = address
  const read = useCall(savedViewCalls.list, { code: list.code })
  const { views, pin, move } = useArrangement(list.code, read.data ?? NONE)
  const conditions = readConditions(list, effective)
  const isAny = Object.keys(conditions).length > 0
  const wanted = query.get('saved')
  const chosen = (isAny && views.find(({ id }) => id === wanted)) || null
  // Without conditions there is nothing left of the view.
  const forget = useEffectEvent(() => change({ saved: null }))
  const isEmptied = wanted !== null && !isAny
  useEffect(() => {
    if (isEmptied) forget()
  }, [isEmptied])

  const choose = (view: SavedView) => {
    const { query: kept, lost } = fitConditions(list, view.query)
    change({ ...patchTo(list, kept), saved: view.id })
    if (lost.length > 0)
      notify({
        kind: 'warning',
        title: `视图“${view.name}”有条件已失效`,
        text: `已略去：${lost.join('、')}`,
      })
  }
  return {
    list,
    base: address.base,
    read,
    views,
    pin,
    move,
    conditions,
    /** More than a chip that the list has anyway. */
    isWorthSaving: Object.keys(conditions).some((name) => name !== 'view'),
    chosen,
    isChanged: chosen !== null && !isSame(fitConditions(list, chosen.query).query, conditions),
    choose,
    leave: () => change({ ...patchTo(list, {}), saved: null }),
    /** The conditions in the address are those of this view now. */
    hold: ({ id }: Pick<SavedView, 'id'>) => change({ saved: id }),
  }
}

export type SavedViews = ReturnType<typeof useSavedViews>
