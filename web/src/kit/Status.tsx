import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import type { ReactNode } from 'react'
import { statusGroup, type StatusGroup } from './status-labels.ts'
import './status.css'

/** The look of a state: its colour and its shape. */
export type Group = 'undo' | 'proc' | 'check' | 'ok' | 'stop' | 'draft'

const groups: Record<FlowStatus, Group> = { 1: 'undo', 2: 'proc', 3: 'check', 4: 'ok', 5: 'stop' }

const groupLooks: Record<StatusGroup, Group> = {
  noSubmit: 'draft',
  waitBegin: 'undo',
  processing: 'proc',
  undo: 'undo',
  check: 'check',
  finish: 'ok',
  stop: 'stop',
}

type Figure = { circle: 'ring' | 'dashes' | 'disc'; path?: string }

const figures: Record<Group, Figure> = {
  draft: { circle: 'ring' },
  undo: { circle: 'dashes' },
  proc: { circle: 'ring', path: 'M7 4a3 3 0 0 1 0 6z' },
  check: { circle: 'ring', path: 'M7 4a3 3 0 1 1-3 3h3z' },
  ok: { circle: 'disc', path: 'M4.3 7.2 6.2 9l3.5-3.7' },
  stop: { circle: 'disc', path: 'm5 5 4 4m0-4L5 9' },
}

function Shape({ group, label }: { group: Group; label?: string }) {
  const { circle, path } = figures[group]
  const isDisc = circle === 'disc'
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg className={`glyph ${group}`} width="14" height="14" viewBox="0 0 14 14" {...naming}>
      <circle
        cx="7"
        cy="7"
        r={isDisc ? 6.3 : 5.5}
        className={isDisc ? 'fill' : 'ring'}
        strokeDasharray={circle === 'dashes' ? '2.4 1.92' : undefined}
      />
      {path && <path d={path} className={isDisc ? 'cut' : 'fill'} />}
    </svg>
  )
}

type StatusProps = {
  status: FlowStatus
  /** Shows only the icon; the word is for screen readers. */
  bare?: boolean
}

/** A work order's state. The shape has the meaning, the colour repeats it, and the word shows where there is room. */
export function StatusGlyph({ status, bare = false }: StatusProps) {
  if (bare) return <Shape group={groups[status]} label={flowStatuses[status]} />
  return (
    <span className="st">
      <Shape group={groups[status]} />
      {flowStatuses[status]}
    </span>
  )
}

export function StatusTag({ status }: { status: FlowStatus }) {
  return (
    <span className={`tag lg ${groups[status]}`}>
      <Shape group={groups[status]} />
      {flowStatuses[status]}
    </span>
  )
}

/** The state of another record in the look of a group. */
export const StateGlyph = ({ group, children }: { group: Group; children: ReactNode }) => (
  <span className="st">
    <Shape group={group} />
    {children}
  </span>
)

/** A status by its Chinese label, styled by its group; a label without a group is a plain tag. */
export function StatusLabel({ label }: { label: string }) {
  const group = statusGroup(label)
  if (group === null) return <span className="tag lg">{label}</span>
  const look = groupLooks[group]
  return (
    <span className={`tag lg ${look}`} data-group={group}>
      <Shape group={look} />
      {label}
    </span>
  )
}

/** A ticked or an empty disc; the current one is highlighted. */
export function DoneMark({ done, current = false }: { done: boolean; current?: boolean }) {
  if (done) return <Shape group="ok" label="已完成" />
  return <span className={current ? 'undone current' : 'undone'} role="img" aria-label="未完成" />
}
