import { ChevronDown, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { lazily } from './lazily.tsx'
import type { OptionSelectProps } from './option-select.ts'
import css from './option-select.module.css'

const ReadyList = lazily<OptionSelectProps & { open: boolean }>(
  async () => (await import('./OptionList.tsx')).OptionList,
)

/**
 * A choice among a few known values, for lists and their search bars. It is drawn without Ant Design's Select, which
 * weighs as much as the rest of a list and is loaded when the field is first focused or pressed.
 */
export function OptionSelect(props: OptionSelectProps) {
  const [used, setUsed] = useState<{ open: boolean } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)
  if (used) return <ReadyList {...props} {...used} />
  const { label, prefixed, placeholder, clearable, className = '', onChange } = props
  const text = textOfAll(props)
  const use = async () => {
    await ReadyList.prefetch()
    // Whoever has gone on meanwhile keeps the focus where it is.
    if (pressed.current || document.activeElement === button.current) setUsed({ open: pressed.current })
  }
  return (
    <div className={`fld ${css.closed} ${className}`} onPointerEnter={() => void ReadyList.prefetch()}>
      <button
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-label={label}
        onFocus={() => void use()}
        // A press opens the list; the focus alone, which it would bring along, does not.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          pressed.current = true
          void use()
        }}
      >
        {prefixed && <span className="t3 nw">{label}</span>}
        <span className={text ? 'ell' : 'ell t3'}>{text || placeholder}</span>
      </button>
      {clearable && text && <IconButton icon={X} label={`清空${label}`} small onClick={() => onChange([])} />}
      <ChevronDown className="i s" aria-hidden />
    </div>
  )
}

/** The first chosen value, and how many more. */
function textOfAll({ options, value, textOf }: OptionSelectProps): string {
  const [first, ...more] = value
  if (first === undefined) return ''
  const text = textOf?.(first) ?? options.find((option) => option.value === first)?.label ?? first
  return more.length > 0 ? `${text} 等 ${value.length} 项` : text
}
