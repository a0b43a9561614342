import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { Select } from 'antd'
import { useCall } from '../lib/queries.ts'
import { searchBy } from '../lib/pinyin.ts'

type PersonSelectProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Selects one of the people who execute orders in the user's data scope. */
export function PersonSelect({ label, value, onChange }: PersonSelectProps) {
  const people = useCall(workOrderCalls.people, {})
  return (
    <Select
      prefix={label}
      aria-label={label}
      placeholder="全部"
      allowClear
      showSearch={searchBy('label')}
      loading={people.isPending}
      notFoundContent={people.isPending ? '正在查找…' : people.error ? '人员没有取到' : '没有符合的人员'}
      options={(people.data ?? []).map(({ id, realname, departName }) => ({
        value: id,
        label: realname,
        departName,
      }))}
      optionRender={({ data }) => (
        <span className="row">
          {data.label}
          <span className="t3 s12 ell">{data.departName}</span>
        </span>
      )}
      value={people.data ? value : undefined}
      onChange={onChange}
    />
  )
}
