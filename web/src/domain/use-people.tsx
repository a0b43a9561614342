import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { nothingFound, notedOption } from '../kit/searching.tsx'
import type { Found } from '../kit/SearchSelect.tsx'
import { useCall } from '../lib/queries.ts'
import { useSearchBy } from '../lib/pinyin.ts'

/** What a Select of the people who execute orders in the user's data scope needs. */
export function usePeople() {
  const people = useCall(workOrderCalls.people, {})
  const options: Found[] = (people.data ?? []).map(({ id, realname, departName }) => ({
    value: id,
    label: realname,
    note: departName,
  }))
  return {
    showSearch: useSearchBy('label'),
    loading: people.isPending,
    notFoundContent: nothingFound('人员', { isBusy: people.isPending, error: people.error }),
    options,
    optionRender: notedOption,
    isRead: people.data !== undefined,
  }
}
