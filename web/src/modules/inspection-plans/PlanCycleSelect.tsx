import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { Select } from 'antd'
import type { PickerProps } from '../../kit/search-bar/filters.ts'
import { useSearchBy } from '../../lib/pinyin.ts'
import { useCall } from '../../lib/queries.ts'

/** Selects one cycle, as a filter. */
export function PlanCycleSelect({ label, value, onChange }: PickerProps) {
  const cycles = useCall(inspectionCycleCalls.selectByParam, {})
  return (
    <Select<string>
      prefix={label}
      aria-label={label}
      placeholder="全部"
      allowClear
      showSearch={useSearchBy('label')}
      loading={cycles.isPending}
      options={cycles.data?.map(({ id, name }) => ({ value: id, label: name }))}
      value={cycles.data ? value[0] : undefined}
      onChange={(chosen?: string) => onChange(chosen ? [chosen] : [])}
    />
  )
}
