import { Input } from 'antd'
import type { FieldControl } from '../../kit/Field.tsx'
import { tidyColour } from './dictionary.ts'
import css from './dictionaries.module.css'

const COLOUR = /^#[0-9a-f]{6}$/i

type ColourInputProps = FieldControl & {
  value: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
}

/** A colour as text, with a swatch that opens the browser's colour picker. */
export function ColourInput({ value = '', onChange, onBlur, ...control }: ColourInputProps) {
  const valid = COLOUR.test(value)
  return (
    <span className={css.colourInput}>
      <input
        type="color"
        className={valid ? `pick ${css.pick}` : `pick ${css.pick} ${css.none}`}
        aria-label="选取颜色"
        value={valid ? value : '#ffffff'}
        onChange={(event) => onChange(tidyColour(event.target.value))}
        onBlur={onBlur}
      />
      <Input
        {...control}
        allowClear
        maxLength={9}
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="#RRGGBB"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          onChange(tidyColour(value))
          onBlur()
        }}
      />
    </span>
  )
}
