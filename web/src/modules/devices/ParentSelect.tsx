import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { useState } from 'react'
import type { FieldControl } from '../../kit/Field.tsx'
import { SearchSelect, type Found } from '../../kit/SearchSelect.tsx'
import { useSearchWord } from '../../kit/searching.tsx'
import { useCall } from '../../lib/queries.ts'

type ParentSelectProps = Partial<FieldControl> & {
  psId: string | undefined
  /** The device itself, which cannot be its own parent. */
  self: string | undefined
  /** The current parent, whose name is known. */
  known: Device | null
  value: string | undefined
  onChange: (value: string | undefined) => void
}

type Device = { id: string; name: string; code: string }

const SHOWN = 50

const choiceOf = ({ id, name, code }: Device): Found => ({ value: id, label: name, note: code })

/** Selects an active device of the same station by name or code. */
export function ParentSelect({ psId, self, known, onChange, ...rest }: ParentSelectProps) {
  const [keyword, setWord] = useSearchWord()
  const [chosen, setChosen] = useState(known && choiceOf(known))
  const found = useCall(
    deviceCalls.page,
    { psId: [psId ?? ''], status: '1', curPage: 1, size: SHOWN, ...(keyword ? { keyword } : {}) },
    { enabled: psId !== undefined },
  )
  const rows = psId && !found.isPlaceholderData ? (found.data?.pageList ?? []) : []
  const choices = rows.filter(({ id }) => id !== self).map(choiceOf)
  return (
    <SearchSelect
      {...rest}
      noun="设备"
      read={found}
      choices={choices}
      known={chosen}
      disabled={psId === undefined}
      placeholder={psId === undefined ? '先选择电站' : '按名称或编码查找'}
      onWord={setWord}
      onChange={(id) => {
        setChosen(choices.find(({ value }) => value === id) ?? null)
        onChange(id)
      }}
    />
  )
}
