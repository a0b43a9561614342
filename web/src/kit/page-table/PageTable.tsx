import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { CallError } from '../../lib/call.ts'
import { useTableSettings } from '../../lib/table-settings.ts'
import { Empty, ErrorCard, ErrorStrip, NoMatch } from '../States.tsx'
import { useLate } from '../use-late.ts'
import { useOverlays, type Overlay } from '../use-overlays.tsx'
import { usePhone } from '../use-phone.ts'
import { arrange, setWidth, type Column } from './columns.ts'
import { DesktopTable } from './DesktopTable.tsx'
import { Pager } from './Pager.tsx'
import type { Paging } from './paging.ts'
import type { ListAction, RowAction } from './RowActions.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { useColumnSettings } from './use-column-settings.ts'
import './page-table.css'

/** One page of a list as it comes from the server. */
export type PageSource<Row> = {
  rows: readonly Row[] | undefined
  /** null until it was counted. */
  total: number | null
  fetching: boolean
  error: CallError | null
  /** Milliseconds; 0 before the first answer. */
  updatedAt: number
  refresh: () => void
}

export type PageTableProps<Row> = {
  /** Under which the column settings are kept. */
  code: string
  /** What the rows are: 工单. */
  name: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  source: PageSource<Row>
  paging: Paging
  onPaging: (change: Partial<Paging>) => void
  onOpen?: (row: Row) => void
  /** The row whose detail is open; one that is asked about stands out too. */
  currentKey?: string | null
  /** What may be done with a row; the first allowed one also shows as an icon. */
  rowActions?: (row: Row) => readonly ListAction[]
  /** The row on a phone with what may be done with it; without a card the table scrolls sideways there. */
  renderCard?: (row: Row, actions: readonly RowAction[], index: number) => ReactNode
  /** Says which filters are in force; null when none is. */
  filtered: { text: string; onClear: () => void } | null
  empty: { title: string; text?: string; action?: ReactNode }
  /** Beside the total. */
  note?: ReactNode
}

/** A paged list: sorted, with columns of one's own, with every state that it can be in. */
export function PageTable<Row extends object>(given: PageTableProps<Row>) {
  const awaited = useTableSettings((state) => state.awaited)
  const props = awaited ? { ...given, source: { ...given.source, rows: undefined, error: null } } : given
  const { code, name, columns, rowKey, source, paging, onPaging, renderCard, note } = props
  const phone = usePhone()
  const { settings, change } = useColumnSettings(code, columns)
  const shown = arrange(columns, settings)
  const asCards = phone && renderCard !== undefined
  const { actionsOf, question, askedKey } = useActions(props)
  useLastPage(props)
  const { rows, error } = source
  return (
    <div className={asCards ? 'page-table phone' : 'page-table'}>
      {rows && <FetchingBar active={source.fetching} />}
      {rows && error && <ErrorStrip title={`${name}没有更新`} error={error} onRetry={source.refresh} />}
      <div className="region">
        {rows === undefined || rows.length === 0 ? (
          <Missing
            {...props}
            skeleton={<TableSkeleton columns={shown} rows={paging.size} cards={asCards} />}
          />
        ) : asCards ? (
          <ul className="cards" aria-label={name}>
            {rows.map((row, index) => (
              <li key={rowKey(row)}>{renderCard(row, actionsOf?.(row) ?? [], index)}</li>
            ))}
          </ul>
        ) : (
          <DesktopTable
            {...props}
            rowActions={actionsOf}
            currentKey={askedKey ?? props.currentKey}
            rows={rows}
            columns={shown}
            onWidth={(key, width) => change(setWidth(settings, key, width))}
          />
        )}
      </div>
      {source.total !== null && source.total > 0 && (
        <Pager
          total={source.total}
          curPage={paging.curPage}
          size={paging.size}
          onChange={onPaging}
          note={note}
          phone={phone}
        />
      )}
      {question}
    </div>
  )
}

type Asked = { rowKey: string; ask: Overlay }

/** The rows' actions, and the question of the one that was asked for last: it stays when its row goes. */
function useActions<Row>({ rowActions, rowKey }: Pick<PageTableProps<Row>, 'rowActions' | 'rowKey'>) {
  const { show, shown, subject } = useOverlays({ question: (props, { ask }: Asked) => ask(props) })
  const actionsOf = (row: Row): RowAction[] =>
    (rowActions?.(row) ?? []).map(({ confirm, run, ...action }) => ({
      ...action,
      run: confirm ? () => show('question', { rowKey: rowKey(row), ask: confirm }) : run,
    }))
  return { actionsOf: rowActions && actionsOf, question: shown, askedKey: subject?.rowKey }
}

/** A page past the last one, by an old link or after rows went away, moves to the last. */
function useLastPage<Row>({ source, paging, onPaging }: PageTableProps<Row>) {
  const { rows, total, fetching } = source
  const past = !fetching && rows?.length === 0 && total !== null && total > 0 && paging.curPage > 1
  const last = past ? Math.ceil(total / paging.size) : null
  const goTo = useEffectEvent((curPage: number) => onPaging({ curPage }))
  useEffect(() => {
    if (last !== null) goTo(last)
  }, [last])
}

type MissingProps<Row> = PageTableProps<Row> & { skeleton: ReactNode }

/** No rows: failed, on their way, filtered out, or none at all. */
function Missing<Row>({ name, source, filtered, empty, skeleton }: MissingProps<Row>) {
  const late = useLate(source.rows === undefined && source.error === null)
  if (source.rows === undefined) {
    if (source.error)
      return <ErrorCard title={`${name}没有取到`} error={source.error} onRetry={source.refresh} />
    return late ? skeleton : null
  }
  if (filtered) {
    return <NoMatch title={`没有符合条件的${name}`} text={filtered.text} onClear={filtered.onClear} />
  }
  return <Empty {...empty} />
}

/** Old rows stay while new ones are on their way; only a slow answer shows that it is awaited. */
function FetchingBar({ active }: { active: boolean }) {
  const late = useLate(active)
  return late ? <div className="fetching" role="progressbar" aria-label="正在更新" /> : null
}
