import type { ReactNode } from 'react'
import type { Column } from './columns.ts'
import './table-skeleton.css'

type TableSkeletonProps = { columns: readonly Column<never>[]; rows: number; cards: boolean }

const MOST_ROWS = 16
const MOST_CARDS = 4

/** A skeleton with the size of the real rows, fading downwards. */
export function TableSkeleton({ columns, rows, cards }: TableSkeletonProps) {
  const count = Math.min(rows, cards ? MOST_CARDS : MOST_ROWS)
  const lines = Array.from({ length: count }, (_each, index) => ({
    index,
    opacity: 1 - (index / count) * 0.85,
  }))
  if (cards) {
    return (
      <div className="cards" role="status" aria-label="正在加载">
        {lines.map(({ index, opacity }) => (
          <div key={index} className="card-skeleton" style={{ opacity }}>
            <i className="sk" style={{ width: '40%' }} />
            <i className="sk" style={{ width: '75%', height: 16 }} />
            <i className="sk" style={{ width: '60%' }} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div className="table-skeleton" role="status" aria-label="正在加载">
      <div className="titles">{columns.map((column) => cellOf(column, <b>{column.title}</b>))}</div>
      {lines.map(({ index, opacity }) => (
        <div key={index} className="skeleton-row" style={{ opacity }}>
          {columns.map((column, place) =>
            cellOf(
              column,
              <i className="sk" style={{ width: `${52 + ((index * 3 + place * 7) % 5) * 9}%` }} />,
            ),
          )}
        </div>
      ))}
    </div>
  )
}

const cellOf = ({ key, width, grow, align }: Column<never>, content: ReactNode) => (
  <span key={key} className={align} style={{ flex: grow ? `1 1 ${width}px` : `0 0 ${width}px` }}>
    {content}
  </span>
)
