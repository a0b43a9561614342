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
  /** What can be done with the row; `onAct` does it. */
  actions: readonly RowAction[] | undefined
  onAct: (rowKey: string, action: string) => void
  /** The name of a row that can be chosen. */
  choiceName: string | undefined
  chosen: boolean
  /** The row whose detail is open. */
  current: boolean
  /** The row in the tab order. */
  active: boolean
  rowIndex: number | undefined
}

/** During scrolling, and when a drawer opens, only new rows are rendered: the others keep the same props. */
export const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, rowKey, columns, looks, actions, onAct, choiceName, chosen, current, active, rowIndex } = props
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
      {actions && (
        <td className="grid-cell actions-cell">
          <RowActions
            actions={actions.map((each) => ({ ...each, run: () => onAct(rowKey, each.key) }))}
            label="更多操作"
            inTabOrder={active}
          />
        </td>
      )}
    </tr>
  )
}, isSame) as <Row>(props: GridRowProps<Row> & { key: string }) => ReactNode

/** Each render makes the actions anew; a row shows no more of them than this. */
const isSameAction = (one: RowAction, other: RowAction) =>
  one.key === other.key &&
  one.title === other.title &&
  one.icon === other.icon &&
  one.refusal === other.refusal &&
  one.danger === other.danger

function isSame<Row>(
  { actions: before, ...rest }: GridRowProps<Row>,
  { actions: after, ...next }: GridRowProps<Row>,
): boolean {
  const isEqual =
    before === after ||
    (before?.length === after?.length &&
      before?.every((each, place) => isSameAction(each, after![place]!)) === true)
  return (
    isEqual &&
    Object.entries(rest).every(([name, value]) => Object.is(value, next[name as keyof typeof next]))
  )
}

/** A text that may be cut off shows in full as a tooltip. */
const titleOf = (content: ReactNode) =>
  typeof content === 'string' && content.length > 8 ? content : undefined

const blanks: ReadonlySet<unknown> = new Set([null, undefined, '', false])
