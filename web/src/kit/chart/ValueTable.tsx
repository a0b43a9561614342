import { memo } from 'react'
import { EMPTY, formatNumber } from '../format.ts'
import css from './chart.module.css'
import type { Description } from './description.ts'

/** At most this many points are listed: a longer table would slow the page down. */
const LISTED = 500

type ValueTableProps = { description: Description; isShown: boolean }

function Values({ description, isShown }: ValueTableProps) {
  const { label, points, series, unit, digits } = description
  const left = points.names.length - LISTED
  return (
    <div
      className={isShown ? css.values : 'sr'}
      {...(isShown ? { tabIndex: 0, role: 'region', 'aria-label': `${label}数据表` } : {})}
    >
      <table>
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{points.title}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name} {unit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.names.slice(0, LISTED).map((point, at) => (
            <tr key={point}>
              <th scope="row">{point}</th>
              {series.map(({ name, values }) => {
                const value = values[at] ?? null
                return <td key={name}>{value === null ? EMPTY : formatNumber(value, digits)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p>另有 {formatNumber(left)} 行，导出数据后查看</p>}
    </div>
  )
}

/**
 * The values behind a chart; only screen readers find it until it is shown in place of the drawing. Pointing to values
 * does not render it again.
 */
export const ValueTable = memo(Values)
