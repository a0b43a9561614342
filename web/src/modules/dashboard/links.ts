import { useGrants } from '../../lib/permission.tsx'

type Query = Record<string, string | readonly string[] | undefined>

function addressOf(path: string, query: Query): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : (value ?? [])).map((each): [string, string] => [name, each]),
  )
  const search = new URLSearchParams(entries).toString()
  return search ? `${path}?${search}` : path
}

export type Links = {
  /** A link to the task centre with these filters and the chosen department's; null for users without access. */
  orders: (query: Query) => string | null
  stations: (query: Query) => string | null
}

/** The links behind the dashboard's numbers. */
export function useLinks(depCode: string | undefined): Links {
  const pages = useGrants((grants) => grants.pages)
  const to = (path: string, place: Query) => (query: Query) =>
    pages.includes(path) ? addressOf(path, { ...query, ...place }) : null
  return { orders: to('/taskCenter', { depCode }), stations: to('/station/archive', { psId: depCode }) }
}
