import type { FormTable } from '@heliodesk/contract/form-texts.ts'

type Columns = Pick<FormTable, 'columns'>

/** The headings of a table that was filled in. */
export const HeadCells = ({ columns }: Columns) =>
  columns.map(({ key, label, isNumber }) => (
    <th key={key} scope="col" data-number={isNumber || undefined}>
      {label}
    </th>
  ))

/** One of its rows. */
export const RowCells = ({ columns, cells }: Columns & { cells: FormTable['rows'][number] }) =>
  columns.map(({ key, isNumber }, at) => (
    <td key={key} data-number={isNumber || undefined}>
      {cells[at]}
    </td>
  ))
