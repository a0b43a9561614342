import type { Sent } from '@heliodesk/contract/call.ts'
import type { taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { byPerson, byPlace, byTaskType } from '../../../domain/record-filters.tsx'
import type { Filter } from '../../../kit/search-bar/filters.ts'
import { groupings, type Grouping } from './groups.ts'
import { type Span } from '@heliodesk/contract/days.ts'
import { periodOf, readDay, weekOf, weeksOfMonth, zooms, type Zoom } from './period.ts'

export const views = { gantt: '甘特', board: '看板', calendar: '日历' } as const
export type View = keyof typeof views

/** A week by people, or a month. */
export const calendarZooms = { week: '周', month: '月' } as const

export type Shown = { view: View; zoom: Zoom; grouping: Grouping; day: string; period: Span }

const choose = <K extends string>(
  choices: Readonly<Record<K, string>>,
  text: string | null,
  otherwise: NoInfer<K>,
): K => (text !== null && Object.hasOwn(choices, text) ? (text as K) : otherwise)

/** What the address asks for. */
export function readShown(query: URLSearchParams, today: string): Shown {
  const view = choose(views, query.get('view'), 'gantt')
  const grouping = choose(groupings, query.get('group'), 'person')
  const day = readDay(query.get('day'), today)
  if (view === 'calendar') {
    const zoom = choose(calendarZooms, query.get('zoom'), 'month')
    return { view, zoom, grouping, day, period: zoom === 'week' ? weekOf(day) : weeksOfMonth(day) }
  }
  const zoom = choose(zooms, query.get('zoom'), 'week')
  return { view, zoom, grouping, day, period: periodOf(zoom, day) }
}

/** Common to both calls. */
type Query = Pick<
  Sent<typeof taskViewCalls.gantt>,
  'depCodes' | 'psaIds' | 'psIds' | 'taskType' | 'liableUserId'
>

export const viewFilters: readonly Filter<Query>[] = [
  { ...byPlace, name: 'psId', label: '电站' },
  { ...byPerson, name: 'liableUserId', label: '人员' },
  { ...byTaskType, name: 'taskType', label: '任务类型' },
]
