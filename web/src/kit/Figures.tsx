import type { ReactNode } from 'react'
import { EMPTY } from './format.ts'

export type Figure = { title: string; value: string | null; unit?: string; note: ReactNode; bad?: boolean }

/** A row of key figures, each with a remark. */
export const Figures = ({ figures, className = '' }: { figures: readonly Figure[]; className?: string }) => (
  <dl className={`strip ${className}`}>
    {figures.map(({ title, value, unit, note, bad }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd className={bad ? 'err' : undefined}>
          {value ?? EMPTY}
          {unit && <span className="unit">{unit}</span>}
          <small>{note}</small>
        </dd>
      </div>
    ))}
  </dl>
)
