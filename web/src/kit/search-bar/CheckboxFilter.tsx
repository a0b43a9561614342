import { Popover } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { PopoverBox } from '../PopoverBox.tsx'
import { choiceRefusal, limitsOf, readOptions, toggleAll, type Filter } from './filters.ts'

type CheckboxFilterProps = {
  filter: Extract<Filter, { kind: 'checkbox' }>
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Why the values cannot be searched for. */
  refusal?: string
}

/** A group of checkboxes in a popup, with select-all. */
export function CheckboxFilter({ filter, value, onChange, refusal: wrong }: CheckboxFilterProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const choices = readOptions(filter.choices)
  const most = Math.min(filter.max ?? Infinity, choices.length)
  const all = value.length >= most
  const limits = limitsOf(filter)
  const flip = (each: string) => {
    if (choiceRefusal(filter, value, each)) return
    onChange(value.includes(each) ? value.filter((other) => other !== each) : [...value, each])
  }
  const group = (
    <PopoverBox label={filter.label} onClose={() => setOpen(false)} opener={() => button.current}>
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
        {choices.map((choice) => {
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
      {limits && (
        <p className={wrong ? 'limits err' : 'limits'} role="status">
          {limits}，已选 {value.length} 项
        </p>
      )}
    </PopoverBox>
  )
  const first = choices.find((choice) => choice.value === value[0])?.label
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={group}
    >
      <button
        ref={button}
        type="button"
        className={wrong ? 'fld pick wrong' : 'fld pick'}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-description={wrong}
        title={wrong}
      >
        <span className="t3">{filter.label}</span>
        <span className="grow ell">
          {value.length > 1
            ? `${first} 等 ${value.length} 项`
            : (first ?? <span className="t3">{filter.placeholder ?? '全部'}</span>)}
        </span>
        <ChevronDown className="i s" aria-hidden />
      </button>
    </Popover>
  )
}
