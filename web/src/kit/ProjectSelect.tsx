import { stationCalls } from '@heliodesk/contract/stations.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../lib/queries.ts'
import type { FieldControl } from './Field.tsx'
import { tabLeaves } from './tab-leaves.ts'
import { useSettled } from './use-settled.ts'

/** Spec 2 §9. */
const PAGE_SIZE = 100
const DEBOUNCE_MS = 800

const NONE: NonNullable<ProjectSelectProps['known']> = []

type ProjectSelectProps = Partial<FieldControl> & {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Inside the field, before the value. */
  label?: string
  /** One project instead of any number. */
  single?: boolean
  /** Closed projects may not be chosen. */
  openOnly?: boolean
  /** Names of chosen projects that are known already. */
  known?: readonly { id: string; name: string }[]
  disabled?: boolean
  onBlur?: () => void
}

/** Projects in the data scope; the search asks the server, because there may be thousands. */
export function ProjectSelect({
  value,
  onChange,
  label,
  single = false,
  openOnly = false,
  known = NONE,
  ...rest
}: ProjectSelectProps) {
  const [word, setWord] = useState('')
  const fuzz = useSettled(word.trim(), DEBOUNCE_MS)
  const [top] = useState(() => value.join(','))
  const projects = useCall(stationCalls.psaOptions, { pageSize: PAGE_SIZE, fuzz, ...(top ? { top } : {}) })
  const listed = projects.data?.t2 ?? known.map(({ id, name }) => ({ id, name, status: '1' }))
  const options = listed.map(({ id, name, status }) => ({
    value: id,
    label: name,
    closed: status === '3',
    disabled: openOnly && status === '3' && !value.includes(id),
  }))
  return (
    <Select
      {...rest}
      {...tabLeaves}
      mode={single ? undefined : 'multiple'}
      prefix={label}
      aria-label={label}
      placeholder={label ? '全部' : single ? '请选择项目' : '可不选，可按名称查找'}
      allowClear={!single}
      maxTagCount={label ? 1 : undefined}
      options={options}
      optionRender={({ data }) => (data.closed ? `${data.label}（已关闭）` : data.label)}
      showSearch={{ filterOption: false, onSearch: setWord, autoClearSearchValue: false }}
      loading={projects.isFetching}
      notFoundContent={projects.isFetching ? '正在查找…' : projects.error ? '项目没有取到' : '没有符合的项目'}
      value={single ? value[0] : [...value]}
      onChange={(chosen: string | string[] | undefined) =>
        onChange(Array.isArray(chosen) ? chosen : chosen ? [chosen] : [])
      }
    />
  )
}
