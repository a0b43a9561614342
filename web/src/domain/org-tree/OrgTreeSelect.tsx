import { useState } from 'react'
import { formatNumber } from '../../kit/format.ts'
import type { OrgMode } from './org-source.ts'
import { countEntries, emptySelection, sameScope, type OrgScope, type OrgSelection } from './selection.ts'
import { cutName, TreeField, useTreeField, type TreeFieldControl } from './TreeField.tsx'
import { lazily } from '../../kit/lazily.tsx'

const OrgTreeRoom = lazily(async () => (await import('./OrgTreeRoom.tsx')).OrgTreeRoom)

/** Spec 2 §9: the number of tags shown. */
const SHOW_VALUE = 1

/** `disabled` only shows the value. */
type OrgTreeSelectProps = TreeFieldControl & {
  value: Partial<OrgScope>
  onChange: (selection: OrgSelection) => void
  mode: OrgMode
  /** Selects one entry instead of several. */
  single?: boolean
  /** Shown inside the field, before the value; then only one word of the value fits. */
  label?: string
  /** The name of the field where the label is elsewhere. */
  name?: string
  placeholder?: string
  /** How many of the chosen entries are named. */
  showValue?: number
  /** Tells the names of the first of them, once they are known. */
  onSummary?: (summary: OrgSummary) => void
}

/** A summary of a value from the tree: the names of its first entries, and how many stations it contains. */
export type OrgSummary = { scope: Partial<OrgScope>; names: readonly string[]; count: string }

/** A field for departments, sub-areas and stations. The tree behind it is loaded when it is needed. */
export function OrgTreeSelect({
  value,
  onChange,
  mode,
  single = false,
  label,
  name = '电站',
  placeholder,
  showValue = SHOW_VALUE,
  onSummary,
  disabled = false,
  ...control
}: OrgTreeSelectProps) {
  const at = useTreeField(disabled)
  const [used, setUsed] = useState(false)
  const [summary, setSummary] = useState<OrgSummary | null>(null)
  if (at.open && !used) setUsed(true)
  const entries = countEntries(value)
  const known = summary && sameScope(summary.scope, value) ? summary : null
  const title = label ?? name
  const names = known?.names.slice(0, showValue) ?? []
  const compact = label !== undefined
  const tagged = !compact && !single && entries > 0
  const empty = placeholder ?? (compact ? '全部' : mode.kind === 'department' ? '请选择部门' : '请选择电站')
  const one = single || (compact && entries === 1) ? names[0] : undefined
  const text = entries === 0 ? empty : (one ?? known?.count)
  return (
    <>
      <TreeField
        {...control}
        at={at}
        disabled={disabled}
        name={title}
        label={label}
        filled={entries > 0}
        text={!tagged && <span className={entries === 0 ? 't3 ell' : 'ell'}>{text ?? '…'}</span>}
        tags={
          tagged && (
            <>
              {names.map((each) => (
                <span key={each} className="tag ln one">
                  <span className="ell" title={each}>
                    {cutName(each)}
                  </span>
                </span>
              ))}
              {entries > names.length && known && (
                <span className="tag ln one">+{formatNumber(entries - names.length)}</span>
              )}
              <span className="t2 nw mla">{text ?? '…'}</span>
            </>
          )
        }
        onClear={() => onChange(emptySelection)}
      />
      {(used || entries > 0) && (
        <OrgTreeRoom
          anchor={at.anchor}
          open={at.open}
          value={value}
          known={known !== null}
          mode={mode}
          single={single}
          label={title}
          named={Math.max(1, showValue)}
          readOnly={disabled}
          onSummary={(next) => {
            setSummary(next)
            onSummary?.(next)
          }}
          onChange={(selection) => {
            onChange(selection)
            at.close()
          }}
          onClose={at.close}
        />
      )}
    </>
  )
}
