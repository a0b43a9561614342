import { ChevronDown, ChevronRight, RotateCw, type LucideIcon } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Marked } from '../../kit/Marked.tsx'
import type { CheckState } from './tree-store.ts'
import '../../kit/check-mark.css'

type TreeRowViewProps = {
  id: string
  index: number
  height: number
  name: string
  /** The part of the name to underline. */
  word: string
  depth: number
  place: number
  siblings: number
  open: boolean | null
  leaf: boolean
  icon: LucideIcon
  note: string | null
  reason: string | null
  off: boolean
  /** null in a tree without checkboxes. */
  check: CheckState | null
  chosen: boolean
  active: boolean
  loading: boolean
  failure: string | null
}

export const rowId = (tree: string, key: string): string => `${tree}-${key}`

const down = <ChevronDown className="i s" />
const right = <ChevronRight className="i s" />
const kinds = new Map<LucideIcon, ReactNode>()

/** Returns the same element every time, so React skips it when the row renders. */
function kindOf(icon: LucideIcon): ReactNode {
  const Icon = icon
  if (!kinds.has(icon)) kinds.set(icon, <Icon className="i s kind" aria-hidden />)
  return kinds.get(icon)
}

const ariaChecked = { on: true, half: 'mixed', off: false } as const

/** A row of the tree, rendered only when one of its props changed. */
export const TreeRowView = memo(function TreeRowView(row: TreeRowViewProps) {
  const { check, open, off, name, chosen, note, reason, failure, icon } = row
  const whole = check === 'on' && !row.leaf
  const classes = ['tn', off && 'off', chosen && 'cur', row.active && 'active', whole && 'whole']
  return (
    <div
      id={row.id}
      data-index={row.index}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={open ?? undefined}
      aria-checked={check === null ? undefined : ariaChecked[check]}
      aria-selected={check === null ? chosen : undefined}
      aria-disabled={off || undefined}
      aria-busy={row.loading || undefined}
      className={classes.filter(Boolean).join(' ')}
      style={{
        height: row.height,
        transform: `translateY(${row.index * row.height}px)`,
        paddingLeft: `calc(8px + ${row.depth} * var(--tree-indent))`,
      }}
    >
      {/* The keyboard uses the arrow keys instead. */}
      <span className="tw" aria-hidden>
        {row.loading ? (
          <span className="spin" />
        ) : failure ? (
          <RotateCw className="i s err" />
        ) : open === null ? null : open ? (
          down
        ) : (
          right
        )}
      </span>
      {check !== null && <span className={check === 'off' ? 'cb' : `cb ${check}`} aria-hidden />}
      {kindOf(icon)}
      <span className="ell" title={name}>
        <Marked text={name} word={row.word} />
      </span>
      {reason && <span className="reason">{reason}</span>}
      {failure ? (
        <em className="err" title={failure}>
          没有取到，点左侧重试
        </em>
      ) : (
        note && <em>{note}</em>
      )}
    </div>
  )
})
