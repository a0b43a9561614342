// The table under Ant Design's own: filters, trees and pickers that it brings along would double the first load.
import Table, { VirtualTable, type ColumnType, type Reference } from '@rc-component/table'
import {
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type ThHTMLAttributes,
} from 'react'
import { EMPTY } from '../format.ts'
import { useLate } from '../use-late.ts'
import type { Column } from './columns.ts'
import type { PageTableProps } from './PageTable.tsx'
import { nextSort, type Sort } from './paging.ts'
import { RowActions } from './RowActions.tsx'
import { useTableHeight } from './use-table-height.ts'
import { WidthGrip } from './WidthGrip.tsx'

type DesktopTableProps<Row> = PageTableProps<Row> & {
  rows: readonly Row[]
  /** A column was made so wide, in pixels; null gives it its own width again. */
  onWidth: (key: string, width: number | null) => void
}

/** From here only the rows in sight are drawn (ui.md "Big lists"). */
const VIRTUAL_FROM = 100
const HEAD = 36
const ACTIONS_WIDTH = 84
/** Missing in the library's type of its virtual table. */
const rowHeight = { listItemHeight: 36 }

export function DesktopTable<Row extends object>(props: DesktopTableProps<Row>) {
  const { name, rows, columns, rowKey, source, paging, onPaging, rowActions, currentKey, onWidth } = props
  const { region, height } = useTableHeight()
  const fading = useLate(source.fetching)
  const table = useRef<Reference>(null)
  const rowProps = useRowKeyboard(props, table)
  const width = columns.reduce((sum, column) => sum + column.width, 0) + (rowActions ? ACTIONS_WIDTH : 0)
  const tableColumns = columns.map((column) => columnOf(column, paging.sort, onPaging, onWidth))
  if (rowActions) {
    const actions = oncePerRow((row: Row) => <RowActions actions={rowActions(row)} label="更多操作" />)
    tableColumns.push({
      key: '$actions',
      width: ACTIONS_WIDTH,
      className: 'actions-cell',
      title: <span className="sr">操作</span>,
      render: (_value: unknown, row: Row) => actions(row),
    })
  }
  const shared = {
    ref: table,
    'aria-label': name,
    prefixCls: 'grid',
    rowKey,
    data: rows,
    columns: tableColumns,
    components: parts,
    tableLayout: 'fixed' as const,
    rowClassName: (row: Row) => (rowKey(row) === currentKey ? 'current' : ''),
    onRow: (row: Row, index?: number) => rowProps(row, index!),
  }
  const scroll = { x: width, y: Math.max(HEAD * 3, height - HEAD) }
  return (
    <div className={fading ? 'desktop fading' : 'desktop'} ref={region}>
      {rows.length < VIRTUAL_FROM ? (
        <Table {...shared} scroll={scroll} />
      ) : (
        <VirtualTable {...shared} {...rowHeight} scroll={scroll} />
      )}
    </div>
  )
}

/**
 * While one scrolls, the library draws the rows in sight again and again; the same node as before costs React nothing,
 * so that 500 rows scroll as smoothly as ten.
 */
function oncePerRow<Row extends object>(draw: (row: Row) => ReactNode): (row: Row) => ReactNode {
  const drawn = new WeakMap<Row, ReactNode>()
  return (row) => {
    if (!drawn.has(row)) drawn.set(row, draw(row))
    return drawn.get(row)
  }
}

function columnOf<Row extends object>(
  column: Column<Row>,
  sort: Sort,
  onPaging: PageTableProps<Row>['onPaging'],
  onWidth: DesktopTableProps<Row>['onWidth'],
): ColumnType<Row> {
  const { key, title, width, grow, align, sortable, fixed } = column
  const cell = oncePerRow(column.cell)
  const kind = sort.field === key ? sort.kind : ''
  const head: HeadProps = {
    ...(sortable && {
      'aria-sort': ariaSort[kind],
      head: <SortHead title={title} kind={kind} onSort={() => onPaging({ sort: nextSort(sort, key) })} />,
    }),
    grip: <WidthGrip title={title} onWidth={(wanted) => onWidth(key, wanted)} />,
  }
  return {
    key,
    title,
    width: grow ? undefined : width,
    fixed: fixed ? 'start' : undefined,
    align,
    className: align === 'right' ? 'num' : undefined,
    onHeaderCell: () => head,
    onCell: (row) => titleOf(cell(row)),
    render: (_value, row) => orEmpty(cell(row)),
  }
}

type HeadProps = ThHTMLAttributes<HTMLTableCellElement> & { head?: ReactNode; grip?: ReactNode }

/**
 * The sort button is not the column's title, because the library repeats titles in a hidden row to measure them and
 * nothing hidden may take the focus.
 */
const HeadCell = ({ head, grip, children, ...rest }: HeadProps) => (
  <th {...rest}>
    {head ?? children}
    {grip}
  </th>
)

const parts = { header: { cell: HeadCell } }

type SortHeadProps = { title: string; kind: Sort['kind']; onSort: () => void }

const SortHead = ({ title, kind, onSort }: SortHeadProps) => (
  <button type="button" className={kind ? 'sort-head on' : 'sort-head'} onClick={onSort}>
    {title}
    <span className="sort" aria-hidden>
      <i className={kind === 'asc' ? 'up a' : 'up'} />
      <i className={kind === 'desc' ? 'dn a' : 'dn'} />
    </span>
  </button>
)

const ariaSort = { asc: 'ascending', desc: 'descending', '': 'none' } as const

/** What may be cut off is whole under the pointer. */
const titleOf = (content: ReactNode) =>
  typeof content === 'string' && content.length > 8 ? { title: content } : {}

const blanks: ReadonlySet<unknown> = new Set([null, undefined, '', false])

const orEmpty = (content: ReactNode): ReactNode =>
  blanks.has(content) ? <span className="t3">{EMPTY}</span> : content

const MOST_FRAMES = 60

/** Far rows are drawn once the table has scrolled to them, which a slow machine does some frames later. */
function focusWhenDrawn(find: () => HTMLElement | null | undefined, frames = MOST_FRAMES) {
  requestAnimationFrame(() => {
    const row = find()
    if (row) row.focus()
    else if (frames > 0) focusWhenDrawn(find, frames - 1)
  })
}

/** One row is in the tab order; arrows move it, Enter opens it, a click opens it too. */
function useRowKeyboard<Row>(
  { rows, rowKey, onOpen, currentKey }: DesktopTableProps<Row>,
  table: RefObject<Reference | null>,
) {
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const keys = rows.map(rowKey)
  const active = [activeKey, currentKey].find((key) => key && keys.includes(key)) ?? keys[0]
  const focusRow = (index: number) => {
    const key = keys[index]
    if (key === undefined) return
    setActiveKey(key)
    table.current?.scrollTo({ key })
    focusWhenDrawn(() =>
      table.current?.nativeElement.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`),
    )
  }
  const onKeyDown = (event: KeyboardEvent, row: Row, index: number) => {
    if (event.target !== event.currentTarget) return
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: keys.length - 1 }[event.key]
    if (target !== undefined) focusRow(target)
    else if (event.key === 'Enter') onOpen?.(row)
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent<HTMLElement>, row: Row) => {
    const { target } = event
    if (!(target instanceof Element)) return
    // Popups of the row bubble here through React without being inside it.
    if (!event.currentTarget.contains(target) || target.closest('button, input, label')) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || document.getSelection()?.type === 'Range') return
    event.preventDefault()
    onOpen?.(row)
  }
  return (row: Row, index: number) => ({
    tabIndex: keys[index] === active ? 0 : -1,
    onFocus: () => setActiveKey(keys[index]!),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, row, index),
    onClick: (event: MouseEvent<HTMLElement>) => onClick(event, row),
  })
}
