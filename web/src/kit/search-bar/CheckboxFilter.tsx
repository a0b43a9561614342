import { Popover } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { choiceRefusal, toggleAll, type Filter } from './filters.ts'

type CheckboxFilterProps = {
  filter: Extract<Filter, { kind: 'checkbox' }>
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** A group of checkboxes behind one field, with select-all. */
export function CheckboxFilter({ filter, value, onChange }: CheckboxFilterProps) {
  const [open, setOpen] = useState(false)
  const all = value.length === filter.choices.length
  const flip = (each: string) => {
    if (choiceRefusal(filter, value, each)) return
    onChange(value.includes(each) ? value.filter((other) => other !== each) : [...value, each])
  }
  const group = (
    <div role="dialog" aria-label={filter.label}>
      <fieldset className="checks">
        <legend className="sr">{filter.label}</legend>
        <label className="all">
          <input
            type="checkbox"
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = value.length > 0 && !all
            }}
            onChange={() => onChange(toggleAll(filter, value))}
          />
          全选
        </label>
        {filter.choices.map((choice) => {
          const refusal = choiceRefusal(filter, value, choice.value)
          return (
            <label key={choice.value} title={refusal ?? undefined} className={refusal ? 'off' : undefined}>
              <input
                type="checkbox"
                checked={value.includes(choice.value)}
                disabled={refusal !== null}
                onChange={() => flip(choice.value)}
              />
              {choice.label}
            </label>
          )
        })}
      </fieldset>
    </div>
  )
  const first = filter.choices.find((choice) => choice.value === value[0])?.label
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      content={group}
    >
      <button type="button" className="fld pick" aria-expanded={open} aria-haspopup="dialog">
        <span className="t3">{filter.label}</span>
        <span className="grow ell">
          {value.length > 1 ? `${first} 等 ${value.length} 项` : (first ?? <span className="t3">全部</span>)}
        </span>
        <ChevronDown className="i s" aria-hidden />
      </button>
    </Popover>
  )
}
