import { stationCalls } from '@heliodesk/contract/stations.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { send } from '../lib/call.ts'
import type { FieldControl } from '../kit/Field.tsx'
import { OptionsPopup } from './OptionsPopup.tsx'
import { PAGE_SIZE, usePagedOptions } from './use-paged-options.ts'
import { nothingFound, useSearchWord } from '../kit/searching.tsx'
import { keyOf } from '../lib/queries.ts'

const TAG_LENGTH = 32

const NONE: NonNullable<ProjectSelectProps['known']> = []

type ProjectSelectProps = Partial<FieldControl> & {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Shown inside the field, before the value. */
  label?: string
  /** Selects one project instead of several. */
  single?: boolean
  /** Closed projects cannot be chosen. */
  openOnly?: boolean
  /** Closed projects are left out. */
  excludeClosed?: boolean
  /** Only projects of this department and its descendants. */
  deptCode?: string
  /** The names of chosen projects that are already known. */
  known?: readonly { id: string; name: string }[]
  disabled?: boolean
  onBlur?: () => void
}

/** The PSA selector: projects in the data scope, page by page; the search runs on the server (spec 2 §3). */
export function ProjectSelect({
  value,
  onChange,
  label,
  single = false,
  openOnly = false,
  excludeClosed = false,
  deptCode,
  known = NONE,
  ...rest
}: ProjectSelectProps) {
  const [fuzz, setWord] = useSearchWord()
  const [top] = useState(() => value.join(','))
  const projects = useProjects({
    pageSize: PAGE_SIZE,
    fuzz,
    ...(top ? { top } : {}),
    ...(deptCode ? { deptCode } : {}),
    ...(excludeClosed ? { excludeClosed: '1' as const } : {}),
  })
  const before = projects.loading ? known.map(({ id, name }) => ({ id, name, status: '1' })) : []
  const listed = projects.list.length > 0 ? projects.list : before
  const options = listed.map(({ id, name, status }) => ({
    value: id,
    label: name,
    closed: status === '3',
    disabled: openOnly && status === '3' && !value.includes(id),
  }))
  return (
    <Select
      {...rest}
      {...projects.keys}
      mode={single ? undefined : 'multiple'}
      prefix={label}
      aria-label={label ?? (rest.id ? undefined : '项目')}
      placeholder={label ? '全部' : single ? '请选择项目' : '可不选，可按名称查找'}
      allowClear={!single}
      maxTagCount={label ? 1 : undefined}
      maxTagTextLength={TAG_LENGTH}
      options={options}
      optionRender={({ data }) => (data.closed ? `${data.label}（已关闭）` : data.label)}
      showSearch={{ filterOption: false, onSearch: setWord, autoClearSearchValue: false }}
      loading={projects.loading}
      notFoundContent={nothingFound('项目', { isBusy: projects.loading, error: projects.failed })}
      value={single ? value[0] : [...value]}
      onChange={(chosen: string | string[] | undefined) =>
        onChange(Array.isArray(chosen) ? chosen : chosen ? [chosen] : [])
      }
      popupRender={(menu) => <OptionsPopup menu={menu} chosen={null} more={projects.more} />}
    />
  )
}

function useProjects(input: Parameters<typeof send<typeof stationCalls.psaOptions>>[1]) {
  return usePagedOptions({
    queryKey: keyOf(stationCalls.psaOptions, input),
    load: async (pageNo, signal) => {
      const { t1, t2 } = await send(stationCalls.psaOptions, { ...input, pageNo }, { signal })
      return { list: t2, hasNextPage: t1 }
    },
    idOf: ({ id }) => id,
    enabled: true,
  })
}
