import { own } from '@heliodesk/contract/own.ts'
import { ChevronDown, Search, SlidersHorizontal } from 'lucide-react'
import { memo, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Form } from '../Form.tsx'
import { OptionSelect } from '../OptionSelect.tsx'
import { useOverlay } from '../use-overlay.ts'
import { usePhone } from '../use-phone.ts'
import {
  describeFilters,
  MOST_LETTERS,
  readOptions,
  refusalsOf,
  type Filter,
  type FilterValues,
} from './filters.ts'
import { useLiveSearch } from './use-live-search.ts'
import './search-bar.css'
import { lazily, WaitingField } from '../lazily.tsx'

const CascaderFilter = lazily(async () => (await import('./CascaderFilter.tsx')).CascaderFilter, WaitingField)
const CheckboxFilter = lazily(async () => (await import('./CheckboxFilter.tsx')).CheckboxFilter, WaitingField)
const DateFilter = lazily(async () => (await import('./DatesFilter.tsx')).DateFilter, WaitingField)
const DatesFilter = lazily(async () => (await import('./DatesFilter.tsx')).DatesFilter, WaitingField)
const SearchSheet = lazily(async () => (await import('./SearchSheet.tsx')).SearchSheet)

/** The number of filters shown while the bar is collapsed (spec 2 §2). */
const SHOWN_FIRST = 2

const NONE: readonly Filter[] = []

type SearchBarProps = {
  filters: readonly Filter[]
  /** The active filters, from the address. */
  values: FilterValues
  onSearch: (values: FilterValues) => void
  /** Shown at the right: refresh, columns. */
  tools?: ReactNode
}

/** A search bar. Edited filters take effect with 查询, live ones at once; 重置 clears them and searches again. */
export const SearchBar = memo(function SearchBar({ filters, values, onSearch, tools }: SearchBarProps) {
  const phone = usePhone()
  const hidden = filters.slice(SHOWN_FIRST).filter(({ name }) => own(values, name)?.length)
  const [open, setOpen] = useUnfolding(describeFilters(hidden, values))
  const { draft, setDraft, keepDraftAt } = useDraft(values)
  const [tried, setTried] = useState(false)
  const composition = useLiveSearch({
    filters: phone ? NONE : filters,
    values,
    draft,
    onSearch: (next) => {
      keepDraftAt(next)
      onSearch(next)
    },
  })
  const refusals = refusalsOf(filters, draft)
  const isRefused = Object.keys(refusals).length > 0
  const search = () => {
    setTried(isRefused)
    if (!isRefused) onSearch(draft)
    return !isRefused
  }
  const reset = () => {
    setTried(false)
    setDraft({})
    onSearch({})
  }
  const control = (filter: Filter) => (
    <FilterControl
      key={filter.name}
      filter={filter}
      value={own(draft, filter.name) ?? []}
      onChange={(value) => setDraft({ ...draft, [filter.name]: value })}
      refusal={tried ? own(refusals, filter.name) : undefined}
      composition={composition}
    />
  )
  const refused = tried && isRefused && (
    <p className="refused err" role="alert">
      {filters
        .flatMap(({ name, label }) => (own(refusals, name) ? [`${label}：${own(refusals, name)}`] : []))
        .join('；')}
    </p>
  )
  if (phone) {
    return (
      <PhoneSearch
        inForce={filters.filter(({ name }) => own(values, name)?.length).length}
        onSearch={search}
        onReset={reset}
        tools={tools}
      >
        {filters.map(control)}
        {refused}
      </PhoneSearch>
    )
  }
  return (
    <Form className={open ? 'search-bar open' : 'search-bar'} ref={tellHeight} role="search" onSend={search}>
      <div className="filters">
        {(open ? filters : filters.slice(0, SHOWN_FIRST)).map(control)}
        <div className="ends">
          <Button submit repeatMs={0}>
            查询
          </Button>
          <Button kind="txt" repeatMs={0} onClick={reset}>
            重置
          </Button>
          {!open && hidden.length > 0 && (
            <button
              type="button"
              className="chip on"
              title={describeFilters(hidden, values)}
              onClick={() => setOpen(true)}
            >
              另有 {hidden.length} 项筛选
            </button>
          )}
          {filters.length > SHOWN_FIRST && (
            <button
              type="button"
              className={open ? 'btn txt more up' : 'btn txt more'}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <ChevronDown className="i" aria-hidden />
              {open ? '收起' : '展开'}
            </button>
          )}
        </div>
        {refused}
      </div>
      {tools && <div className="touch tools">{tools}</div>}
    </Form>
  )
})

/** Whether the bar is expanded. It expands when a hidden filter becomes active, whatever set it. */
function useUnfolding(narrowing: string) {
  const [open, setOpen] = useState(narrowing !== '')
  const [seen, setSeen] = useState(narrowing)
  if (seen !== narrowing) {
    setSeen(narrowing)
    if (narrowing !== '') setOpen(true)
  }
  return [open, setOpen] as const
}

/** The filters being edited; reset when the address changes, unless to the values that `keepDraftAt` announced. */
function useDraft(values: FilterValues) {
  const [draft, setDraft] = useState(values)
  const inForce = JSON.stringify(values)
  const [seen, setSeen] = useState(inForce)
  // A state would arrive after the address, whose change is rendered at once.
  const announced = useRef<{ from: string; to: string } | null>(null)
  if (seen !== inForce) {
    setSeen(inForce)
    if (announced.current?.from !== seen || announced.current.to !== inForce) setDraft(values)
  }
  useEffect(() => {
    if (announced.current?.to === inForce) announced.current = null
  }, [inForce])
  const keepDraftAt = (next: FilterValues) => {
    announced.current = { from: inForce, to: JSON.stringify(next) }
  }
  return { draft, setDraft, keepDraftAt }
}

/**
 * A table is as high as the window minus 224 px and this bar (spec 2 §9), so the page needs the bar's height. As a ref it
 * also follows a bar that comes back when a window is no longer as narrow as a phone.
 */
function tellHeight(bar: HTMLFormElement | null) {
  if (!bar) return undefined
  const measure = () => bar.parentElement?.style.setProperty('--h-search', `${bar.offsetHeight}px`)
  const observer = new ResizeObserver(measure)
  observer.observe(bar)
  return () => observer.disconnect()
}

type FilterControlProps = {
  filter: Filter
  value: readonly string[]
  onChange: (value: string[]) => void
  refusal?: string
  /** Tell a text field's input method apart from finished text. */
  composition: Pick<ComponentProps<'input'>, 'onCompositionStart' | 'onCompositionEnd'>
}

function FilterControl({ filter, value, onChange, refusal, composition }: FilterControlProps) {
  const { placeholder = '全部' } = filter
  switch (filter.kind) {
    case 'input':
      return (
        <label className="fld text">
          <span className="t3">{filter.label}</span>
          <input
            {...composition}
            type="search"
            enterKeyHint="search"
            maxLength={MOST_LETTERS}
            placeholder={filter.placeholder}
            value={value[0] ?? ''}
            onChange={(event) => onChange([event.target.value])}
          />
          <Search className="i s" aria-hidden />
        </label>
      )
    case 'select':
      return (
        <OptionSelect
          label={filter.label}
          prefixed
          placeholder={placeholder}
          clearable
          several={!filter.single}
          options={readOptions(filter.choices)}
          value={value}
          onChange={onChange}
        />
      )
    case 'checkbox':
      return <CheckboxFilter filter={filter} value={value} onChange={onChange} refusal={refusal} />
    case 'cascader':
      return <CascaderFilter filter={filter} value={value} onChange={onChange} />
    case 'date':
      return <DateFilter {...filter} value={value} onChange={onChange} />
    case 'dates':
      return <DatesFilter {...filter} value={value} onChange={onChange} />
    case 'picker':
      return <filter.Control label={filter.label} value={value} onChange={onChange} />
  }
}

type PhoneSearchProps = {
  inForce: number
  onSearch: () => boolean
  onReset: () => void
  tools?: ReactNode
  children: ReactNode
}

/** On a phone the filters are behind one button. */
function PhoneSearch({ inForce, tools, children, ...rest }: PhoneSearchProps) {
  const [open, setOpen] = useState(false)
  const sheet = useOverlay(open || null)
  return (
    <div className="search-bar phone">
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <SlidersHorizontal className="i" aria-hidden />
        筛选{inForce > 0 && ` ${inForce}`}
      </button>
      {tools && <div className="touch tools">{tools}</div>}
      {sheet.value && (
        <SearchSheet {...rest} open={sheet.open} onClose={() => setOpen(false)}>
          {children}
        </SearchSheet>
      )}
    </div>
  )
}
