import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { Select } from 'antd'
import type { PickerProps } from '../kit/search-bar/filters.ts'
import { tabLeaves } from '../kit/tab-leaves.ts'
import { useCall } from '../lib/queries.ts'
import { useSearchBy } from '../lib/pinyin.ts'

/** Selects types of orders; those out of use are marked, because they have orders too. */
export function TaskTypeSelect({ label, value, onChange }: PickerProps) {
  const types = useCall(taskTypeCalls.choices, {})
  return (
    <Select
      {...tabLeaves}
      mode="multiple"
      prefix={label}
      aria-label={label}
      placeholder="全部"
      allowClear
      maxTagCount={1}
      showSearch={useSearchBy('label')}
      options={types.data?.map(({ id, name, active }) => ({
        value: String(id),
        label: active ? name : `${name}（已停用）`,
      }))}
      loading={types.isPending}
      value={types.data ? [...value] : []}
      onChange={(chosen: string[]) => onChange(chosen)}
    />
  )
}
