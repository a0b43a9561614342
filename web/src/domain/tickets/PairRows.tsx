import { MOST_LINES } from '@heliodesk/contract/ticket-lines.ts'
import { Input } from 'antd'
import { X } from 'lucide-react'
import { AddButton } from '../../kit/AddButton.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { Field } from '../../kit/Field.tsx'
import css from './lines.module.css'

type Half = { title: string; max: number; placeholder?: string }

export type PairRowsProps<First extends string, Second extends string> = {
  label: string
  /** What a row is called, with its measure word: 个危险点. */
  unit: string
  /** What is written in a row, by its names. */
  halves: Readonly<Record<First | Second, Half>>
  first: First
  second: Second
  required?: boolean
  error: string | null
  rows: readonly Record<First | Second, string>[]
  onChange: (rows: Record<First | Second, string>[]) => void
}

/** A form field for lines of two texts that belong together. */
export function PairRows<First extends string, Second extends string>({
  label,
  unit,
  halves,
  first,
  second,
  required,
  error,
  rows,
  onChange,
}: PairRowsProps<First, Second>) {
  type Row = Record<First | Second, string>
  const noun = unit.slice(1)
  const change = (at: number, half: First | Second, value: string) =>
    onChange(rows.with(at, { ...rows[at]!, [half]: value }))
  return (
    <Field className="wide" label={label} required={required} error={error}>
      {({ id, ...control }) => (
        <div className={css.pairs}>
          <ol>
            {rows.map((row, at) => (
              <li key={at}>
                <Input
                  {...control}
                  id={at === 0 ? id : undefined}
                  aria-label={`第 ${at + 1} ${unit}`}
                  placeholder={halves[first].placeholder ?? halves[first].title}
                  maxLength={halves[first].max}
                  value={row[first]}
                  onChange={({ target }) => change(at, first, target.value)}
                />
                <Input
                  aria-label={`第 ${at + 1} ${unit}的${halves[second].title}`}
                  placeholder={halves[second].placeholder ?? halves[second].title}
                  maxLength={halves[second].max}
                  value={row[second]}
                  onChange={({ target }) => change(at, second, target.value)}
                />
                <IconButton
                  icon={X}
                  label={`删除第 ${at + 1} ${unit}`}
                  onClick={() => onChange(rows.toSpliced(at, 1))}
                />
              </li>
            ))}
          </ol>
          <AddButton
            size="sm"
            text={`添加${noun}`}
            refusal={rows.length >= MOST_LINES ? `最多 ${MOST_LINES} ${unit}` : null}
            onAdd={() => onChange([...rows, { [first]: '', [second]: '' } as Row])}
          />
        </div>
      )}
    </Field>
  )
}
