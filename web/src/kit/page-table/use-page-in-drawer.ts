import { useEffect, useState } from 'react'
import { usePreferences } from '../../lib/preferences.ts'
import { patchQuery } from '../url-query.ts'
import { usePhone } from '../use-phone.ts'
import { pageQuery } from './list-query.ts'
import { DEFAULT_ROWS, rowsThatFit } from './paging.ts'

/** The table of `boxed-table.module.css`, in px. */
const HEIGHTS = { head: 33, row: 34 }
const BORDERS = 2

/** How many rows the last drawer showed; the next one is mostly as high. */
let latest: number | undefined

/** Around the table of a drawer, in px, before it is measured. */
const AROUND_PX = 340

/**
 * The page of a table in a section of a drawer, which has no address of its own. Its size is the person's choice for all
 * lists; a filled window shows as many rows as the drawer does without scrolling. `box` is for the element around the
 * table.
 */
export function usePageInDrawer() {
  const [query, setQuery] = useState(() => new URLSearchParams())
  const [fit, setFit] = useState(() => latest ?? rowsThatFit(window.innerHeight - AROUND_PX, HEIGHTS))
  const usual = usePreferences(({ pageSize }) => pageSize)
  const phone = usePhone()
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const section = element?.closest<HTMLElement>('.sec')
    const drawer = element?.closest<HTMLElement>('.sections')
    if (!element || !section || !drawer) return undefined
    const measure = () => {
      const above = section.getBoundingClientRect().top - drawer.getBoundingClientRect().top
      const around = drawer.scrollTop + above + section.offsetHeight - element.offsetHeight
      latest = rowsThatFit(drawer.clientHeight - around - BORDERS, HEIGHTS)
      setFit(latest)
    }
    const observer = new ResizeObserver(measure)
    for (const each of [drawer, section]) observer.observe(each)
    return () => observer.disconnect()
  }, [element])
  const rows = phone ? DEFAULT_ROWS : { usual, fit }
  const { paging, onPaging } = pageQuery({
    query,
    change: (patch) => setQuery((before) => patchQuery(before, patch)),
    rows,
  })
  return { paging, onPaging, box: setElement }
}
