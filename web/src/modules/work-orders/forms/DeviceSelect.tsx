import { stationCalls } from '@heliodesk/contract/stations.ts'
import { Select } from 'antd'
import { useState } from 'react'
import type { FieldControl } from '../../../kit/Field.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../../kit/use-settled.ts'
import { useCall } from '../../../lib/queries.ts'
import css from './order-forms.module.css'

export type KnownDevice = { id: string; psId: string; name: string; code: string; deviceType: string }

type DeviceSelectProps = FieldControl & {
  value: string | undefined
  onChange: (value: string | undefined) => void
  psId: string | undefined
  typeId: string | undefined
  /** The preset device, which may not be in the loaded page of the list. */
  known: KnownDevice | null
}

/** Selects an active device of the station by name or code. */
export function DeviceSelect({ psId, typeId, known, value, onChange, ...control }: DeviceSelectProps) {
  const [word, setWord] = useState('')
  const name = useSettled(word.trim(), ASKING_DEBOUNCE_MS)
  const devices = useCall(
    stationCalls.devices,
    { psId: psId ?? '', ...(name ? { name } : {}), ...(typeId ? { typeId } : {}) },
    { enabled: psId !== undefined },
  )
  const found = psId && !devices.isPlaceholderData ? (devices.data ?? []) : []
  const options =
    known && known.id === value && !found.some(({ id }) => id === value) ? [known, ...found] : found
  return (
    <Select
      {...control}
      allowClear
      disabled={psId === undefined}
      placeholder="按名称或编码查找"
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={devices.isFetching}
      notFoundContent={devices.isFetching ? '正在查找…' : '没有符合的设备'}
      options={options.map(({ id, name: label, code, deviceType }) => ({
        value: id,
        label,
        note: `${code} · ${deviceType}`,
      }))}
      optionRender={deviceRow}
      value={value}
      onChange={onChange}
    />
  )
}

const deviceRow = ({ data }: { data: { label: string; note: string } }) => (
  <span className={css.person}>
    {data.label}
    <span className="t3 s12">{data.note}</span>
  </span>
)
