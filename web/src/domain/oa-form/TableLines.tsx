import type { FormTable } from '@heliodesk/contract/form-texts.ts'
import type { ReactNode } from 'react'

type TableLinesProps = Pick<FormTable, 'columns' | 'rows'> & {
  /** Before the columns the number of each row. */
  numbered?: boolean
  /** Rows after those that were filled in. */
  children?: ReactNode
}

/** The head and the rows of a table that was filled in. */
export const TableLines = ({ columns, rows, numbered, children }: TableLinesProps) => (
  <>
    <thead>
      <tr>
        {numbered && <th scope="col">序号</th>}
        {columns.map(({ key, label, isNumber }) => (
          <th key={key} scope="col" data-number={isNumber || undefined}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, row) => (
        <tr key={row}>
          {numbered && <td>{row + 1}</td>}
          {columns.map(({ key, isNumber }, at) => (
            <td key={key} data-number={isNumber || undefined}>
              {cells[at]}
            </td>
          ))}
        </tr>
      ))}
      {children}
    </tbody>
  </>
)
