import type { MenuEditorState } from '@heliodesk/contract/menus.ts'
import { useMemo, useState } from 'react'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { countsOf, draftOf, rebased } from './changes.ts'
import { itemsOf, type Item } from './items.ts'

/** How many changes can be undone. */
const MOST_UNDONE = 50

type Past = { items: readonly Item[]; about: string | null }
type Edit = {
  base: readonly Item[]
  treeVersion: number
  items: readonly Item[]
  past: readonly Past[]
  future: readonly (readonly Item[])[]
}

export type MenuDraft = ReturnType<typeof useMenuDraft>

/** The menu with what is changed and not saved; a menu that others saved replaces it only while nothing is. */
export function useMenuDraft({ treeList, treeVersion }: MenuEditorState) {
  const saved = useMemo(() => itemsOf(treeList), [treeList])
  const [edit, setEdit] = useState<Edit | null>(null)
  const untouched = { base: saved, treeVersion, items: saved, past: [], future: [] }
  const now = edit ?? untouched
  const counts = countsOf(now.base, now.items)
  useUnsaved(counts.total > 0)
  const put = (items: readonly Item[], about: string | null = null) =>
    setEdit((before) => {
      const { past, ...known } = before ?? untouched
      const last = past.at(-1)
      return {
        ...known,
        items,
        // The letters of one field are undone together.
        past:
          about !== null && last?.about === about
            ? past
            : [...past, { items: known.items, about }].slice(-MOST_UNDONE),
        future: [],
      }
    })
  const [undone, redone] = [now.past.at(-1), now.future.at(-1)]
  return {
    items: now.items,
    base: now.base,
    treeVersion: now.treeVersion,
    counts,
    draft: () => draftOf(now.base, now.items),
    put,
    undo: undone
      ? () =>
          setEdit({
            ...now,
            items: undone.items,
            past: now.past.slice(0, -1),
            future: [...now.future, now.items],
          })
      : null,
    redo: redone
      ? () =>
          setEdit({
            ...now,
            items: redone,
            past: [...now.past, { items: now.items, about: null }],
            future: now.future.slice(0, -1),
          })
      : null,
    reset: () => setEdit(null),
    /** Puts the own changes on the menu that was read again. */
    rebase: (fresh: MenuEditorState) => {
      const base = itemsOf(fresh.treeList)
      setEdit({
        base,
        treeVersion: fresh.treeVersion,
        items: rebased(now.base, now.items, base),
        past: [],
        future: [],
      })
    },
  }
}
