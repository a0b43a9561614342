import { memo, type ReactNode } from 'react'
import { EMPTY } from '../format.ts'
import type { CellLook } from './cell-look.ts'
import type { Column } from './columns.ts'
import { RowActions, type RowAction } from './RowActions.tsx'

type GridRowProps<Row> = {
  row: Row
  rowKey: string
  columns: readonly Column<Row>[]
  looks: readonly CellLook[]
  rowActions: ((row: Row) => readonly RowAction[]) | undefined
  /** The name of a row that can be chosen. */
  choiceName: string | undefined
  chosen: boolean
  /** The row whose detail is open. */
  current: boolean
  /** The row in the tab order. */
  active: boolean
  rowIndex: number | undefined
}

/** During scrolling only new rows are rendered: the others keep the same props. */
export const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, rowKey, columns, looks, rowActions, choiceName, chosen, current, active, rowIndex } = props
  const className = ['grid-row', current && 'current', chosen && 'chosen'].filter(Boolean).join(' ')
  return (
    <tr className={className} data-row-key={rowKey} aria-rowindex={rowIndex} tabIndex={active ? 0 : -1}>
      {choiceName !== undefined && (
        <td className="grid-cell choice-cell">
          {/* The table listens for all rows. */}
          <input
            type="checkbox"
            className="choose"
            aria-label={`选择 ${choiceName}`}
            checked={chosen}
            readOnly
            tabIndex={active ? undefined : -1}
          />
        </td>
      )}
      {columns.map(({ key, cell }, place) => {
        const content = cell(row)
        return (
          <td key={key} title={titleOf(content)} {...looks[place]}>
            {blanks.has(content) ? <span className="t3">{EMPTY}</span> : content}
          </td>
        )
      })}
      {rowActions && (
        <td className="grid-cell actions-cell">
          <RowActions actions={rowActions(row)} label="更多操作" inTabOrder={active} />
        </td>
      )}
    </tr>
  )
}) as <Row>(props: GridRowProps<Row> & { key: string }) => ReactNode

/** A text that may be cut off shows in full as a tooltip. */
const titleOf = (content: ReactNode) =>
  typeof content === 'string' && content.length > 8 ? content : undefined

const blanks: ReadonlySet<unknown> = new Set([null, undefined, '', false])
