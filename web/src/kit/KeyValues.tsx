import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { EMPTY } from './format.ts'
import './key-values.css'

type Value = ReactNode | readonly string[]

export type KeyValue = {
  label: string
  value: Value
  /** Wire value → text, for values out of a dictionary. */
  dictionary?: Record<string, string>
  /** How many of the three columns it takes. */
  span?: 2 | 3
}

type KeyValuesProps = {
  items: readonly KeyValue[]
  title?: string
  /** Beside the title: a count, a tag. */
  fact?: ReactNode
  collapsible?: boolean
  id?: string
}

/** A section of labelled fields (spec 2 §2 detail layout). */
export function KeyValues({ items, title = '基本信息', fact, collapsible = false, id }: KeyValuesProps) {
  const [open, setOpen] = useState(true)
  return (
    <section className="sec" id={id}>
      <h2>
        {title}
        {fact}
        {collapsible && (
          <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : '展开'}
            <ChevronDown className={open ? 'i s up' : 'i s'} aria-hidden />
          </button>
        )}
      </h2>
      {open && (
        <dl className="kv">
          {items.map((item) => (
            <div key={item.label} className={item.span && `w${item.span}`}>
              <dt>{item.label}</dt>
              <dd>{shown(item)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function shown({ value, dictionary }: KeyValue): ReactNode {
  const named = (each: string) => dictionary?.[each] ?? each
  if (isList(value)) return value.length > 0 ? value.map(named).join('、') : <Empty />
  if (value === null || value === undefined || value === '' || value === EMPTY) return <Empty />
  return typeof value === 'string' ? named(value) : value
}

const isList = (value: Value): value is readonly string[] => Array.isArray(value)

const Empty = () => <span className="t3">{EMPTY}</span>
