import { orderWarnings } from '@heliodesk/contract/switching-order.ts'
import { TriangleAlert } from 'lucide-react'
import css from './lines.module.css'

/** What is unusual in the order of switching; nothing where all is in order. */
export function OrderWarnings({ steps }: { steps: readonly string[] }) {
  const warnings = orderWarnings(steps)
  if (warnings.length === 0) return null
  return (
    <div className={`alert undo wide ${css.warnings}`} role="status">
      <TriangleAlert className="i s" aria-hidden />
      <div className="grow">
        <b>请核对操作顺序</b>
        <ul>
          {warnings.map(({ no, text }, at) => (
            <li key={at}>
              第 {no} 项：{text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
