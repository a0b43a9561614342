import { own } from '@heliodesk/contract/own.ts'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import type { ViewQuery } from '@heliodesk/contract/saved-views.ts'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { useCall } from '../../lib/queries.ts'
import { useDepartmentName } from '../use-department-name.ts'
import { usePeople } from '../use-people.tsx'
import { describe, type ViewedList } from './conditions.ts'

/** The conditions of a list in words. A view is read without its search bar, so records have their names here. */
export function useDescribe(list: ViewedList): (query: ViewQuery) => string {
  const nameOfDepartment = useDepartmentName()
  const { data: types = [] } = useCall(taskTypeCalls.choices, {})
  const people = usePeople().options
  // By the names that these filters have in every list.
  const namings: Readonly<Record<string, (value: string) => string | undefined>> = {
    depCode: nameOfDepartment,
    taskType: (value) => types.find(({ id }) => String(id) === value)?.name,
    liableUserId: (value) => people.find((person) => person.value === value)?.label,
  }
  const named = (filter: Filter): Filter => {
    const nameOf = own(namings, filter.name)
    if (filter.kind !== 'picker' || !nameOf) return filter
    const words = (values: readonly string[]) => {
      const names = values.map(nameOf)
      return names.every((name) => name !== undefined) ? names.join('、') : filter.words(values)
    }
    return { ...filter, words }
  }
  const readable = { ...list, filters: list.filters.map(named) }
  return (query) => describe(readable, query)
}
