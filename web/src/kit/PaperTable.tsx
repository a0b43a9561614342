import type { ReactNode } from 'react'
import css from './paper.module.css'

type Column<T> = {
  title: string
  /** Numbers stand to the right. */
  isNumber?: boolean
  /** Short texts that are not broken: times, ticks. */
  isShort?: boolean
  /** What the row is about: has room for some words. */
  isName?: boolean
  /** Tables below each other with the same widths stand in line; one column without takes what is left. */
  width?: string
  of: (row: T, at: number) => ReactNode
}

type PaperTableProps<T> = {
  title: string
  /** Beside the title: a sum. */
  fact?: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  /** Below a row, across all columns. */
  under?: (row: T, at: number) => ReactNode
  /** A short one that is not cut between pages. */
  isWhole?: boolean
}

/** A table on paper: its head is repeated on every page, and no row is cut. */
export const PaperTable = <T,>({ title, fact, rows, columns, under, isWhole }: PaperTableProps<T>) => (
  <div className={isWhole ? css.whole : undefined}>
    <h2>
      {title}
      {fact && <small className={css.fact}>{fact}</small>}
    </h2>
    <table
      aria-label={title}
      className={css.list}
      data-lined={columns.some(({ width }) => width !== undefined) || undefined}
    >
      <thead>
        <tr>
          <th scope="col" className={css.no}>
            序号
          </th>
          {columns.map((column) => (
            <th
              key={column.title}
              scope="col"
              data-number={column.isNumber}
              className={column.isName ? css.name : undefined}
              style={column.width === undefined ? undefined : { width: column.width }}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => {
          const below = under?.(row, at)
          return [
            <tr key={at} className={below ? css.kept : undefined}>
              <td>{at + 1}</td>
              {columns.map(({ title: column, isNumber, isShort, of }) => (
                <td
                  key={column}
                  data-number={isNumber}
                  className={isShort ? css.time : isNumber ? undefined : css.text}
                >
                  {of(row, at)}
                </td>
              ))}
            </tr>,
            below && (
              <tr key={`${at} below`}>
                <td colSpan={columns.length + 1}>{below}</td>
              </tr>
            ),
          ]
        })}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length + 1}>无</td>
          </tr>
        )}
      </tbody>
    </table>
  </div>
)
