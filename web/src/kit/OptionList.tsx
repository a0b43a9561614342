import { Select } from 'antd'
import { useSearchBy } from '../lib/pinyin.ts'
import type { OptionSelectProps } from './option-select.ts'
import { tabLeaves } from './tab-leaves.ts'

/** An `OptionSelect` in use: focused, and open if it was pressed. */
export function OptionList(props: OptionSelectProps & { open: boolean }) {
  const {
    label,
    prefixed,
    placeholder,
    options,
    value,
    several,
    clearable,
    textOf,
    className,
    open,
    onChange,
  } = props
  const search = useSearchBy('label')
  const both = {
    className,
    'aria-label': label,
    prefix: prefixed && label,
    placeholder,
    allowClear: clearable,
    options: [...options],
    defaultOpen: open,
    autoFocus: true,
  }
  if (several)
    return (
      <Select<string[]>
        {...both}
        {...tabLeaves}
        {...search}
        mode="multiple"
        maxTagCount={1}
        value={[...value]}
        onChange={onChange}
      />
    )
  return (
    <Select<string>
      {...both}
      showSearch={clearable ? search : false}
      value={value[0]}
      labelRender={({ value: chosen, label: named }) => textOf?.(String(chosen)) ?? named}
      popupMatchSelectWidth={prefixed}
      onChange={(chosen?: string) => onChange(chosen === undefined ? [] : [chosen])}
    />
  )
}
