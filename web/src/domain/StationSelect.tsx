import { stationCalls } from '@heliodesk/contract/stations.ts'
import { Select } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '../lib/call.ts'
import type { FieldControl } from '../kit/Field.tsx'
import { OptionsPopup } from './OptionsPopup.tsx'
import { PAGE_SIZE, usePagedOptions } from './use-paged-options.ts'
import { usePhone } from '../kit/use-phone.ts'
import { useSettled } from '../kit/use-settled.ts'
import { keyOf } from '../lib/queries.ts'

/** Spec 2 §9. */
const DEBOUNCE_MS = 800
const TAG_LENGTH = 32

type StationSelectProps = Partial<FieldControl> & {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Shown inside the field, before the value. */
  label?: string
  multiple?: boolean
  /** Only stations of these projects; an empty list offers no stations. */
  psaIds?: readonly string[]
  /** '1' in maintenance, '2' retired; both by default. */
  maintenanceStatus?: '1' | '2'
  /** The screen that sends the query. */
  querySource?: string
  /** Selects the result automatically when there is exactly one. */
  onlyOne?: boolean
  onBlur?: () => void
}

/** A searchable list of the stations in the data scope, page by page (spec 2 §2). */
export function StationSelect({
  value,
  onChange,
  label,
  multiple = false,
  psaIds,
  maintenanceStatus,
  querySource,
  onlyOne = false,
  ...rest
}: StationSelectProps) {
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const [word, setWord] = useState('')
  const psName = useSettled(word.trim(), DEBOUNCE_MS)
  const [pinned, setPinned] = useState(value)
  const asked = open || value.length > 0 || onlyOne
  const stations = useStations({ psName, psaIds, maintenanceStatus, querySource, pinned }, asked)
  const nameless = value.filter((each) => !pinned.includes(each) && !stations.knows(each))
  if (nameless.length > 0 && !open && !stations.loading) setPinned(value)
  const only = onlyOne && !psName && stations.list.length === 1 ? stations.list[0]!.psId : null
  const missing = only !== null && value.length === 0
  const choose = useEffectEvent((psId: string) => onChange([psId]))
  useEffect(() => {
    if (missing) choose(only)
  }, [missing, only])

  return (
    <Select
      {...rest}
      {...stations.keys}
      mode={multiple ? 'multiple' : undefined}
      prefix={label}
      aria-label={label ?? (rest.id ? undefined : '电站')}
      placeholder={label ? '全部' : '请选择电站'}
      allowClear={multiple}
      maxTagCount={1}
      maxTagTextLength={TAG_LENGTH}
      maxTagPlaceholder={(more) => `+${more.length}`}
      options={stations.list.map(({ psId, psName: name }) => ({ value: psId, label: name }))}
      showSearch={{ filterOption: false, onSearch: setWord, autoClearSearchValue: false }}
      loading={stations.loading}
      notFoundContent={
        stations.loading
          ? '正在查找…'
          : stations.failed
            ? '电站没有取到'
            : psName
              ? '没有符合的电站'
              : '没有可选的电站'
      }
      value={multiple ? [...value] : value[0]}
      onChange={(chosen: string | string[] | undefined) =>
        onChange(Array.isArray(chosen) ? chosen : chosen ? [chosen] : [])
      }
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setWord('')
      }}
      popupMatchSelectWidth={phone}
      popupRender={(menu) => (
        <OptionsPopup
          menu={menu}
          chosen={multiple && <span>已选电站 {value.length} 座</span>}
          more={stations.more}
        />
      )}
    />
  )
}

type Wanted = Pick<StationSelectProps, 'psaIds' | 'maintenanceStatus' | 'querySource'> & {
  psName: string
  pinned: readonly string[]
}

function useStations(wanted: Wanted, enabled: boolean) {
  const { psName, psaIds, maintenanceStatus, querySource, pinned } = wanted
  // An empty list of projects offers no stations, so no call is sent.
  const none = psaIds?.length === 0
  const input = {
    size: PAGE_SIZE,
    ...(psName ? { psName } : {}),
    ...(psaIds ? { psaIds: psaIds.join(',') } : {}),
    ...(maintenanceStatus ? { maintenanceStatus } : {}),
    ...(querySource ? { querySource } : {}),
    // Chosen stations come first, so that their names are known after a reload.
    ...(pinned.length > 0 && !psName ? { topPsIds: pinned.join(',') } : {}),
  }
  const options = usePagedOptions({
    queryKey: keyOf(stationCalls.options, input),
    load: (curPage, signal) => send(stationCalls.options, { ...input, curPage }, { signal }),
    idOf: ({ psId }) => psId,
    enabled: enabled && !none,
  })
  return none ? { ...options, list: [], more: null } : options
}
