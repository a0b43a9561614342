import { own } from '@heliodesk/contract/own.ts'
import { ChevronDown } from 'lucide-react'
import { use, useId, useState, type ReactNode } from 'react'
import { FileTiles, type ShownFile } from './FileTiles.tsx'
import { FactsAwaited } from './facts-awaited.ts'
import { EMPTY } from './format.ts'
import { useDictionary } from './use-dictionary.ts'
import { usePhone } from './use-phone.ts'
import './detail-layout.css'

type Value = ReactNode | readonly string[]

export type DetailField = {
  label: string
  /** The number of columns it takes; 3 is the full width. */
  span?: 2 | 3
} & (
  | {
      /** Undefined shows a placeholder while a `RecordDrawer` reads its record, otherwise `--`. */
      value: Value
      /** A map from wire value to text, or the code of a dictionary. */
      dictionary?: Record<string, string> | string
    }
  | { files: readonly ShownFile[] | undefined }
)

type DetailLayoutProps = {
  items: readonly DetailField[]
  title?: string
  /** Shown beside the title: a count, a tag. */
  fact?: ReactNode
  collapsible?: boolean
  id?: string
  /** Below the fields: where they lead. */
  children?: ReactNode
}

/**
 * A section of labelled fields (spec 2 §2 detail layout). Lists are joined and an empty value shows `--`. There are 4,
 * 3, 2 columns at xxl, xl, md (§9), fewer where the section itself is narrow. On a phone, fields without a value are
 * shown on request.
 */
export function DetailLayout({
  items,
  title = '基本信息',
  fact,
  collapsible = false,
  id,
  children,
}: DetailLayoutProps) {
  const [open, setOpen] = useState(true)
  const [complete, setComplete] = useState(false)
  const fields = useId()
  const phone = usePhone()
  const awaited = use(FactsAwaited)
  const isShown = (item: DetailField) => !hasNothing(item) || (awaited && givenFor(item) === undefined)
  const filled = phone && !complete ? items.filter(isShown) : items
  const left = items.length - filled.length
  return (
    <section className="sec detail-layout" id={id}>
      <h2>
        {title}
        {fact}
        {collapsible && (
          <button
            type="button"
            className="fold"
            aria-expanded={open}
            aria-controls={fields}
            aria-label={`${open ? '收起' : '展开'}${title}`}
            onClick={() => setOpen(!open)}
          >
            {open ? '收起' : '展开'}
            <ChevronDown className={open ? 'i s up' : 'i s'} aria-hidden />
          </button>
        )}
      </h2>
      <dl className="kv" id={fields} hidden={!open}>
        {filled.map((item) => (
          <div key={item.label} className={item.span && `w${item.span}`}>
            <dt>{item.label}</dt>
            <dd>
              <Shown item={item} />
            </dd>
          </div>
        ))}
      </dl>
      {open && left > 0 && (
        <button type="button" className="unfilled" onClick={() => setComplete(true)}>
          另有 {left} 项未填
        </button>
      )}
      {open && children}
    </section>
  )
}

function Shown({ item }: { item: DetailField }) {
  const awaited = use(FactsAwaited)
  if (givenFor(item) === undefined && awaited) return <i className="sk fact-awaited" />
  if ('files' in item)
    return item.files && item.files.length > 0 ? (
      <FileTiles files={item.files} label={item.label} />
    ) : (
      <Empty />
    )
  const { value, dictionary } = item
  if (isEmpty(value)) return <Empty />
  if (typeof dictionary === 'string') return <Named value={value} code={dictionary} />
  return inWords(value, dictionary)
}

/** The title of a value from a server dictionary. */
function Named({ value, code }: { value: Value; code: string }) {
  const choices = useDictionary(code)
  return inWords(value, Object.fromEntries(choices.map((choice) => [choice.value, choice.label])))
}

function inWords(value: Value, dictionary: Record<string, string> = {}): ReactNode {
  const named = (each: string) => own(dictionary, each) ?? each
  if (isList(value)) return value.map(named).join('、')
  return typeof value === 'string' || typeof value === 'number' ? named(String(value)) : value
}

const isList = (value: Value): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const givenFor = (item: DetailField) => ('files' in item ? item.files : item.value)

const hasNothing = (item: DetailField): boolean =>
  'files' in item ? !item.files?.length : isEmpty(item.value)

const isEmpty = (value: Value): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === EMPTY ||
  (Array.isArray(value) && value.length === 0)

const Empty = () => <span className="t3">{EMPTY}</span>
