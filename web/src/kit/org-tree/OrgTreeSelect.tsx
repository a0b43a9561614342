import { ChevronDown, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type MouseEvent } from 'react'
import type { FieldControl } from '../Field.tsx'
import { formatNumber } from '../format.ts'
import { IconButton } from '../Button.tsx'
import type { OrgMode } from './org-source.ts'
import { countEntries, emptySelection, sameScope, type OrgScope, type OrgSelection } from './selection.ts'
import './org-field.css'

const OrgTreeRoom = lazy(() => import('./OrgTreeRoom.tsx').then((m) => ({ default: m.OrgTreeRoom })))

/** Spec 2 §9: tags shown, and where their text is cut. */
const SHOW_VALUE = 1
const TAG_LENGTH = 32

type OrgTreeSelectProps = Partial<FieldControl> & {
  value: Partial<OrgScope>
  onChange: (selection: OrgSelection) => void
  mode: OrgMode
  /** One of them instead of any number. */
  single?: boolean
  /** Inside the field, before the value; then there is room for one word of the value. */
  label?: string
  /** What it is called where the label stands elsewhere. */
  name?: string
  placeholder?: string
  /** How many of the chosen are named. */
  showValue?: number
  /** Shows the value and nothing else. */
  disabled?: boolean
}

/** What the tree knows of a value: names of its first entries, and how many stations it is. */
export type OrgSummary = { scope: Partial<OrgScope>; names: readonly string[]; count: string }

/** A field for departments, sub-areas and stations. The tree behind it is fetched when it is needed. */
export function OrgTreeSelect({
  value,
  onChange,
  mode,
  single = false,
  label,
  name = '电站',
  placeholder,
  showValue = SHOW_VALUE,
  disabled = false,
  ...control
}: OrgTreeSelectProps) {
  const field = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const [summary, setSummary] = useState<OrgSummary | null>(null)
  const entries = countEntries(value)
  const known = summary && sameScope(summary.scope, value) ? summary : null
  const title = label ?? name
  const show = () => {
    if (disabled) return
    setUsed(true)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const names = known?.names.slice(0, showValue) ?? []
  const compact = label !== undefined
  const empty = placeholder ?? (compact ? '全部' : mode.kind === 'department' ? '请选择部门' : '请选择电站')
  const text = entries === 0 ? empty : single || (compact && entries === 1) ? names[0] : known?.count
  const classes = [
    'fld',
    'org-field',
    open && 'opened',
    disabled && 'off',
    control.status === 'error' && 'bad',
  ]
  return (
    <>
      <div ref={field} className={classes.filter(Boolean).join(' ')} onClick={unlessButton(show)}>
        <button
          ref={button}
          type="button"
          className="open"
          id={control.id}
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={control.id ? undefined : title}
          aria-required={control['aria-required']}
          aria-invalid={control['aria-invalid']}
          aria-describedby={control['aria-describedby']}
          aria-disabled={disabled || undefined}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            show()
          }}
        >
          {compact && <span className="t3 nw">{label}&nbsp;</span>}
          {(compact || single || entries === 0) && (
            <span className={entries === 0 ? 't3 ell' : 'ell'}>{text ?? '…'}</span>
          )}
        </button>
        {!compact && !single && entries > 0 && (
          <>
            {names.map((each) => (
              <span key={each} className="tag ln">
                <span className="ell" title={each}>
                  {cut(each)}
                </span>
              </span>
            ))}
            {entries > names.length && known && (
              <span className="tag ln">+{formatNumber(entries - names.length)}</span>
            )}
            <span className="t2 nw mla">{text ?? '…'}</span>
          </>
        )}
        {entries > 0 && !disabled && (
          <IconButton
            icon={X}
            label={`清空${title}`}
            small
            className={compact || single ? 'mla' : undefined}
            onClick={() => onChange(emptySelection)}
          />
        )}
        <ChevronDown className={entries > 0 ? 'i s' : 'i s mla'} aria-hidden />
      </div>
      {(used || entries > 0) && (
        <Suspense>
          <OrgTreeRoom
            anchor={field}
            open={open}
            value={value}
            known={known !== null}
            mode={mode}
            single={single}
            label={title}
            named={Math.max(1, showValue)}
            readOnly={disabled}
            onSummary={setSummary}
            onChange={(selection) => {
              onChange(selection)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** A press anywhere on the field opens it, but for the small buttons in it. */
export const unlessButton = (show: () => void) => (event: MouseEvent) => {
  if (!(event.target instanceof Element && event.target.closest('.ib'))) show()
}

const cut = (text: string) => (text.length > TAG_LENGTH ? `${text.slice(0, TAG_LENGTH)}...` : text)
