import { Input } from 'antd'
import type { CSSProperties } from 'react'
import type { FieldControl } from './Field.tsx'
import css from './counted-textarea.module.css'

type CountedTextareaProps = Partial<FieldControl> & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  max?: number
  /** As high as two rows by default. */
  rows?: number
  /** The height grows with the text up to this many rows. */
  mostRows?: number
  placeholder?: string
  autoFocus?: boolean
  'aria-label'?: string
}

/** The browser lets textareas grow with their text. Elsewhere Ant Design measures the text after every letter. */
const GROWS = CSS.supports('field-sizing', 'content')

/** A textarea with the counter 'current/max', red when over the limit. The text is trimmed on blur (spec 2 §2, §5). */
export function CountedTextarea({
  value,
  onChange,
  onBlur,
  max = 200,
  rows = 2,
  mostRows = rows,
  status,
  ...rest
}: CountedTextareaProps) {
  const grows = mostRows > rows
  const over = value.length > max
  const style = { '--min': rows, '--max': mostRows } as CSSProperties
  return (
    <div className={grows ? `${css.counted} ${css.grows}` : css.counted} style={style}>
      <Input.TextArea
        {...rest}
        value={value}
        status={over ? 'error' : status}
        rows={rows}
        autoSize={grows && !GROWS && { minRows: rows, maxRows: mostRows }}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          const trimmed = value.trim()
          if (trimmed !== value) onChange(trimmed)
          onBlur?.()
        }}
      />
      <span className={over ? `${css.cnt} ${css.over}` : css.cnt}>
        {value.length}/{max}
      </span>
    </div>
  )
}
