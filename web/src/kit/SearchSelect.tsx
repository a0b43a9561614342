import { Select } from 'antd'
import type { FieldControl } from './Field.tsx'
import { nothingFound, notedOption, type Noted } from './searching.tsx'

export type Found = Noted & { value: string }

type SearchSelectProps = Partial<FieldControl> & {
  /** What is searched: 设备. */
  noun: string
  read: { isFetching: boolean; error: unknown }
  choices: readonly Found[]
  /** The chosen one, which keeps its name while others are searched. */
  known: Found | null
  value: string | undefined
  onWord: (word: string) => void
  onChange: (value: string | undefined) => void
  placeholder: string
  disabled?: boolean
  className?: string
  /** Stands in the field before the value, and names it. */
  label?: string
}

/** Selects one of the records that the server finds for the typed word. */
export function SearchSelect({
  noun,
  read,
  choices,
  known,
  value,
  onWord,
  onChange,
  label,
  ...rest
}: SearchSelectProps) {
  const isListed = choices.some((each) => each.value === value)
  return (
    <Select<string, Found>
      {...rest}
      prefix={label}
      aria-label={label}
      allowClear
      showSearch={{ filterOption: false, onSearch: onWord }}
      loading={read.isFetching}
      notFoundContent={nothingFound(noun, { isBusy: read.isFetching, error: read.error })}
      options={!isListed && known && known.value === value ? [known, ...choices] : [...choices]}
      optionRender={notedOption}
      value={value}
      onChange={onChange}
    />
  )
}
