import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCommand } from '../../lib/queries.ts'
import type { SavedView } from './saved-view.ts'

type Arranged = { ids: string[]; pinnedIds: string[] }

const arrangedIn = (views: readonly SavedView[]): Arranged => ({
  ids: views.map(({ id }) => id),
  pinnedIds: views.filter(({ pinned }) => pinned).map(({ id }) => id),
})

/** The views as a person wants them; what was added since comes last among its own kind. */
function arrangeBy(views: readonly SavedView[], { ids, pinnedIds }: Arranged): SavedView[] {
  const placeOf = ({ id }: SavedView) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return views
    .map((view) => (ids.includes(view.id) ? { ...view, pinned: pinnedIds.includes(view.id) } : view))
    .toSorted((one, other) => Number(other.isMine) - Number(one.isMine) || placeOf(one) - placeOf(other))
}

/** Applies pins and order at once, and sends them once they rest. */
export function useArrangement(code: string, known: readonly SavedView[]) {
  const [wanted, setWanted] = useState<Arranged | null>(null)
  const views = wanted ? arrangeBy(known, wanted) : known
  const isTaken = wanted !== null && JSON.stringify(arrangedIn(views)) === JSON.stringify(arrangedIn(known))
  if (isTaken) setWanted(null)
  const text = wanted ? JSON.stringify(wanted) : ''
  // Several quick moves are sent as one.
  const settled = useSettled(text, ASKING_DEBOUNCE_MS)
  const { mutate } = useCommand(savedViewCalls.arrange)
  const sendOff = useEffectEvent(() => {
    // A view that was removed elsewhere meanwhile would be refused with all others.
    mutate({ code, ...arrangedIn(views) }, { onError: () => setWanted(null) })
  })
  useEffect(() => {
    if (settled !== '' && settled === text) sendOff()
  }, [settled, text])
  const change = (next: readonly SavedView[]) => setWanted(arrangedIn(next))
  return {
    views,
    pin: ({ id }: SavedView) =>
      change(views.map((view) => (view.id === id ? { ...view, pinned: !view.pinned } : view))),
    /** Puts a view where another one of its kind stands. */
    move: (id: string, target: string) => {
      const [from, to] = [id, target].map((each) => views.findIndex((view) => view.id === each)) as [
        number,
        number,
      ]
      if (from < 0 || to < 0 || from === to || views[from]!.isMine !== views[to]!.isMine) return
      change(views.toSpliced(from, 1).toSpliced(to, 0, views[from]!))
    },
  }
}
