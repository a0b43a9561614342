import { own } from '@heliodesk/contract/own.ts'
import { create } from 'zustand'
import { usePreferences } from '../../lib/preferences.ts'
import { useUrlQuery } from '../url-query.ts'
import { usePhone } from '../use-phone.ts'
import { DEFAULT_ROWS, heightsOf, rowsThatFit, type Rows } from './paging.ts'

/** The window's height without a table: 224 px and a search bar of one line (spec 2 §9). */
const AROUND_PX = 224 + 53

/** How many rows the window showed of each list, by the address of its page. */
const useFits = create<Record<string, number>>(() => ({}))

/**
 * The address of a page with a list, and how many rows it shows by the person's choice for all lists. Cards on a phone
 * keep the default, because a window's height says nothing about them.
 */
export function useListAddress() {
  const address = useUrlQuery()
  const phone = usePhone()
  const { pageSize: usual, density } = usePreferences()
  const known = useFits((fits) => own(fits, address.base))
  const fit = known ?? rowsThatFit(window.innerHeight - AROUND_PX, heightsOf(density))
  const rows: Rows = phone ? DEFAULT_ROWS : { usual, fit }
  return {
    ...address,
    rows,
    /** To be called with the number of rows that the window shows. */
    onFit: (count: number) => useFits.setState({ [address.base]: count }),
  }
}
