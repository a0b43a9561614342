import type { Reading } from '../../kit/ReadingCard.tsx'
import { paths } from '@heliodesk/contract/paths.ts'
import type { QueryOf, Screen } from '@heliodesk/contract/screen.ts'
import { useGrants } from '../../lib/permission.tsx'

type Link<S extends Screen> = (query: QueryOf<S>) => string | null

export type Links = {
  /** A link to the task centre with these filters and the chosen department's; null for users without access. */
  orders: Link<typeof paths.orders>
  stations: Link<typeof paths.stations>
}

/** The links behind the dashboard's numbers. */
export function useLinks(depCode: string | undefined): Links {
  const pages = useGrants((grants) => grants.pages)
  const { orders, stations } = paths
  return {
    orders: (query) => (pages.includes(orders.path) ? orders.to({ ...query, depCode }) : null),
    stations: (query) => (pages.includes(stations.path) ? stations.to({ ...query, psId: depCode }) : null),
  }
}

/** The props of the cards. */
export type CardProps<T> = { reading: Reading<T>; links: Links }
