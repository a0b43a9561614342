import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useCall } from '../lib/queries.ts'
import { searchBy } from '../lib/pinyin.ts'

type Choice = { value: string; label: string; departName: string }

/** What a Select of the people who execute orders in the user's data scope needs. */
export function usePeople() {
  const people = useCall(workOrderCalls.people, {})
  const options: Choice[] = (people.data ?? []).map(({ id, realname, departName }) => ({
    value: id,
    label: realname,
    departName,
  }))
  return {
    showSearch: searchBy('label'),
    loading: people.isPending,
    notFoundContent: people.isPending ? '正在查找…' : people.error ? '人员没有取到' : '没有符合的人员',
    options,
    optionRender: ({ data }: { data: Choice }) => (
      <span className="row">
        {data.label}
        <span className="t3 s12 ell">{data.departName}</span>
      </span>
    ),
    isRead: people.data !== undefined,
  }
}
