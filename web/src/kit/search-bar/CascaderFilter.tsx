import { Cascader } from 'antd'
import type { Filter } from './filters.ts'

type CascaderFilterProps = {
  filter: Extract<Filter, { kind: 'cascader' }>
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** A choice from several levels; a choice with children can be chosen too. The search covers all levels. */
export function CascaderFilter({ filter, value, onChange }: CascaderFilterProps) {
  return (
    <Cascader
      prefix={filter.label}
      aria-label={filter.label}
      placeholder={filter.placeholder ?? '全部'}
      allowClear
      changeOnSelect
      showSearch
      options={[...filter.choices]}
      value={[...value]}
      onChange={(way) => onChange((way ?? []).map(String))}
    />
  )
}
