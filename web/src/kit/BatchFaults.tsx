import { X } from 'lucide-react'
import { IconButton } from './Button.tsx'
import type { Fault } from './use-batch-run.ts'
import css from './batch-faults.module.css'

type BatchFaultsProps = {
  faults: readonly Fault[]
  unit: string
  onForget: () => void
}

/** With which rows the last batch was not done, and why. */
export function BatchFaults({ faults, unit, onForget }: BatchFaultsProps) {
  if (faults.length === 0) return null
  return (
    <div className={`alert undo ${css.faults}`} role="alert">
      <div className="grow">
        <b>
          {faults.length} {unit}未办成
        </b>
        <ul>
          {faults.map(({ id, title, reason }) => (
            <li key={id}>
              {title}：{reason}
            </li>
          ))}
        </ul>
      </div>
      <IconButton icon={X} label="收起未办成的原因" onClick={onForget} />
    </div>
  )
}
