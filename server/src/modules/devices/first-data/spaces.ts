import { entryOf } from '../../../platform/certain.ts'
import { insertRows } from '../../../platform/insert-rows.ts'
import type { Db } from '../../../platform/postgres.ts'
import { planDevices, type Site } from './plan.ts'

const ARRAYS = '光伏区'
/** Spare devices stand in it. */
export const STORE = '备品库'

const isArray = (name: string) => name.endsWith('方阵')

const kindOf = (name: string) => (isArray(name) ? '2' : name === '升压站' ? '4' : name === STORE ? '5' : '1')

/** The names of a station's spaces in order. */
function spacesOf(site: Site): string[] {
  const names = new Set(planDevices(site).map(({ space }) => space))
  return site.siteType === 'C' ? [ARRAYS, ...names, STORE] : [...names]
}

/** Adds the spaces of all sites; returns their ids by site and name. */
export async function addSpaces(db: Db, sites: Site[]): Promise<Map<string, string>> {
  const spaces = sites.flatMap((site) => spacesOf(site).map((name, at) => ({ site, name, at })))
  let ids = new Map<string, string>()
  for (const isBelow of [false, true]) {
    await insertRows(
      db,
      'space',
      spaces
        .filter(({ name }) => isArray(name) === isBelow)
        .map(({ site, name, at }) => ({
          station_id: site.id,
          parent_id: isBelow ? entryOf(ids, placeKey(site, ARRAYS)) : null,
          kind: kindOf(name),
          name,
          sort_order: (at + 1) * 10,
        })),
    )
    const rows = await db.selectFrom('space').select(['id', 'station_id', 'name']).execute()
    ids = new Map(rows.map((row) => [`${row.station_id}/${row.name}`, row.id]))
  }
  return ids
}

export const placeKey = ({ id }: Site, name: string): string => `${id}/${name}`
