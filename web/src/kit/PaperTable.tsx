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
}

/** A table on paper: its head is repeated on every page, and no row is cut. */
export const PaperTable = <T,>({ title, fact, rows, columns, under }: PaperTableProps<T>) => (
  <>
    <h2>
      {title}
      {fact && <small className={css.fact}>{fact}</small>}
    </h2>
    <table aria-label={title} className={css.list}>
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
  </>
)
