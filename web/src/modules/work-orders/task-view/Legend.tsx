import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { StatusGlyph } from '../../../kit/Status.tsx'
import css from './task-view.module.css'

const statuses = Object.keys(flowStatuses).map(Number) as FlowStatus[]

/** What the colours mean. */
export const Legend = () => (
  <span className={css.legend} aria-hidden>
    {statuses.map((status) => (
      <StatusGlyph key={status} status={status} />
    ))}
    <span className="st">
      <i className={css.lateSample} />
      超时
    </span>
  </span>
)
