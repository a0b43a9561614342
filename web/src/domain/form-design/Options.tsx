import type { FormColumn } from '@heliodesk/contract/form-fields.ts'
import { Trash2 } from 'lucide-react'
import { AddButton } from '../../kit/AddButton.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { freeName, LabelAndKey } from './properties.tsx'
import css from './form-design.module.css'

type OptionList = FormColumn['options']

/** What can be chosen. */
export function Options({
  options,
  onChange,
}: {
  options: OptionList
  onChange: (options: OptionList) => void
}) {
  const add = () => {
    const { name, at } = freeName(
      'option',
      options.length + 1,
      options.map(({ value }) => value),
    )
    onChange([...options, { value: name, label: `选项${at}` }])
  }
  return (
    <div role="group" aria-label="选项" className={css.group}>
      {options.map((option, at) => (
        // Options have no identity: what is typed belongs to the place.
        <div key={at} className={css.entry}>
          <LabelAndKey
            label={`选项 ${at + 1} 名称`}
            ofKey="值"
            maxLength={40}
            value={{ label: option.label, key: option.value }}
            onChange={({ key: value = option.value, label = option.label }) =>
              onChange(options.with(at, { value, label }))
            }
          />
          <IconButton
            icon={Trash2}
            label={`删除选项 ${at + 1}`}
            small
            onClick={() => onChange(options.filter((_option, place) => place !== at))}
          />
        </div>
      ))}
      <AddButton size="sm" text="增加选项" onAdd={add} />
    </div>
  )
}
