import {
  orderStatisticsCalls as calls,
  statisticsGroups,
  type StatisticsGroup,
} from '@heliodesk/contract/order-statistics.ts'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { useCall } from '../../../lib/queries.ts'
import { FAULT_TYPES, spanIn, type CauseMeasure, type GroupMeasure } from './statistics.ts'

const isGroup = (text: string | null): text is StatisticsGroup =>
  text !== null && Object.hasOwn(statisticsGroups, text)

/** The statistics that the address asks for, on the screen and on paper. */
export function useStatistics(size: number) {
  const { query, change } = useUrlQuery()
  const today = companyNow().format('YYYY-MM-DD')
  const span = spanIn(query, today)
  const [psId, types, depCode] = [query.getAll('psId'), query.getAll('taskType'), query.get('depCode')]
  const narrowed = {
    ...span,
    ...(depCode && { depCode }),
    ...(psId.length > 0 && { psId }),
    ...(types.length > 0 && { taskType: types.map(Number) }),
  }
  const asked = query.get('by')
  const by = isGroup(asked) ? asked : 'department'
  const measure: GroupMeasure = query.get('measure') === 'created' ? 'created' : 'onTime'
  const cause: CauseMeasure = query.get('cause') === 'lostKwh' ? 'lostKwh' : 'created'
  const faultTypes = types.length > 0 ? types.map(Number) : FAULT_TYPES
  return {
    query,
    change,
    today,
    span,
    narrowed,
    faultTypes,
    by,
    measure,
    cause,
    overview: useCall(calls.overview, narrowed),
    groups: useCall(calls.groups, { ...narrowed, by, size }),
    causes: useCall(calls.groups, { ...narrowed, taskType: faultTypes, by: 'subclass' as const }),
    recurring: useCall(calls.recurring, narrowed),
  }
}
