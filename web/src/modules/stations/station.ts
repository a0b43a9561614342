import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { stationFieldTitles, type StationField } from '@heliodesk/contract/station-fields.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import dayjs from 'dayjs'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import type { Known } from '../../kit/RecordDrawer.tsx'
import { fieldsIn } from '../../kit/use-form.ts'
import { companyNow } from '../../lib/company-time.ts'
import { isHidden } from '../../lib/columns.ts'

export type Station = Received<typeof stationCalls.page>['list'][number]
export type StationDetail = Received<typeof stationCalls.detail>
/** A station of which at least the row of the list is known. */
export type KnownStation = Known<Station, StationDetail>

/** A station that an action is about: its row and what the rest is asked for, or the station itself. */
export type ChosenStation = { known: Station; asked: { psId: string }; opened?: StationDetail }

/** The editable fields. */
const allOf = fieldsIn(stationCalls.add.input)

/** The form's values of a station, without what the user's data roles mask. */
export const inputOf: typeof allOf = (station) => ({
  ...allOf(station),
  ...(isHidden('phone') && { contactPhone: null }),
})

export type Difference = { field: string; title: string; before: string; now: string; mine: string | null }

const words: Partial<Record<StationField, (station: StationDetail) => string | number | null>> = {
  psaId: ({ psaName }) => psaName,
  depId: ({ depName }) => depName,
  siteType: ({ siteTypeLabel }) => siteTypeLabel,
  status: ({ status }) => (status === '3' ? '停用' : '启用'),
}

/** What another user changed meanwhile; `mine` is set where the form holds a third value. */
export function differencesBetween(
  seen: StationDetail,
  fresh: StationDetail,
  mine: Partial<Sent<typeof stationCalls.add>>,
): Difference[] {
  const [before, now] = [inputOf(seen), inputOf(fresh)]
  return (Object.keys(stationFieldTitles) as StationField[])
    .filter((field) => before[field] !== now[field])
    .map((field) => {
      const text = (station: StationDetail) =>
        String((words[field] ?? (() => station[field]))(station) ?? EMPTY)
      const typed = mine[field] ?? null
      const isMine = typed !== before[field] && typed !== now[field]
      return {
        field,
        title: stationFieldTitles[field],
        before: text(seen),
        now: text(fresh),
        mine: isMine ? String(typed ?? EMPTY) : null,
      }
    })
}

type States = Pick<Station, 'maintenanceStatus' | 'status'>

export const isRetired = ({ maintenanceStatus }: States): boolean => maintenanceStatus === '2'

/** The station's state in a word; only a station in use accepts new work orders. */
export function stateOf({ maintenanceStatus, status }: States): { on: boolean; text: string } {
  if (maintenanceStatus === '2') return { on: false, text: '退场' }
  return status === '3' ? { on: false, text: '停用' } : { on: true, text: '在维' }
}

export const placeOf = ({ province, city, county }: Pick<Station, 'province' | 'city' | 'county'>): string =>
  [province, city, county].filter(Boolean).join(' ')

/** Module power divided by inverter power, where both are known. */
export function dcAcRatio({ capacityKwp, acKw }: Pick<Station, 'capacityKwp' | 'acKw'>): string | null {
  return capacityKwp && acKw ? formatNumber(capacityKwp / acKw, 2) : null
}

/** The remaining warranty, in words; null where none is recorded. */
export function warrantyOf(warrantyEnd: string | null, now: dayjs.ConfigType = companyNow()): string | null {
  if (!warrantyEnd) return null
  const days = dayjs(warrantyEnd).diff(dayjs(now).startOf('day'), 'day')
  if (days < 0) return `${warrantyEnd}（已过保）`
  return days <= 90 ? `${warrantyEnd}（还有 ${days} 天）` : warrantyEnd
}

/** The full years since the grid connection. */
export function yearsOnGrid(gridDate: string | null, now: dayjs.ConfigType = companyNow()): string | null {
  const years = gridDate ? dayjs(now).diff(gridDate, 'year') : 0
  return years > 0 ? `${years} 年` : null
}

export const coordinatesOf = ({ latitude, longitude }: Station): string | null =>
  latitude === null || longitude === null ? null : `${latitude}, ${longitude}`
