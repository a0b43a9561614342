import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { Select } from 'antd'
import { useState } from 'react'
import type { FieldControl } from '../../kit/Field.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'

type ParentSelectProps = Partial<FieldControl> & {
  psId: string | undefined
  /** The device itself, which cannot be its own parent. */
  self: string | undefined
  /** The current parent, whose name is known. */
  known: { id: string; name: string; code: string } | null
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const SHOWN = 50

/** Selects an active device of the same station by name or code. */
export function ParentSelect({ psId, self, known, value, onChange, ...rest }: ParentSelectProps) {
  const [word, setWord] = useState('')
  const [chosen, setChosen] = useState(known)
  const keyword = useSettled(word.trim(), ASKING_DEBOUNCE_MS)
  const found = useCall(
    deviceCalls.page,
    { psId: [psId ?? ''], status: '1', curPage: 1, size: SHOWN, ...(keyword ? { keyword } : {}) },
    { enabled: psId !== undefined },
  )
  const rows = psId && !found.isPlaceholderData ? (found.data?.pageList ?? []) : []
  const listed = rows.filter(({ id }) => id !== self)
  const all =
    chosen && chosen.id === value && !listed.some(({ id }) => id === value) ? [chosen, ...listed] : listed
  return (
    <Select
      {...rest}
      allowClear
      disabled={psId === undefined}
      placeholder={psId === undefined ? '先选择电站' : '按名称或编码查找'}
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? '正在查找…' : '没有符合的设备'}
      options={all.map(({ id, name, code }) => ({ value: id, label: name, note: code }))}
      optionRender={({ data }) => (
        <span>
          {data.label}
          <span className="t3 s12">{data.note}</span>
        </span>
      )}
      value={value}
      onChange={(id?: string) => {
        setChosen(listed.find((each) => each.id === id) ?? null)
        onChange(id)
      }}
    />
  )
}
