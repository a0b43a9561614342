import { lazy, Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTableSettings } from '../../lib/table-settings.ts'
import { Empty, ErrorCard, ErrorStrip, NoMatch } from '../States.tsx'
import { useLate } from '../use-late.ts'
import { useOverlays, type Overlay } from '../use-overlays.tsx'
import { usePhone } from '../use-phone.ts'
import { arrange, setWidth } from './columns.ts'
import { DesktopTable } from './DesktopTable.tsx'
import { Pager } from './Pager.tsx'
import type { RowAction } from './RowActions.tsx'
import type { PageTableProps } from './table-props.ts'
import { TableSkeleton } from './TableSkeleton.tsx'
import { useSteadyRows } from './use-steady-rows.ts'
import { useColumnSettings } from './use-column-settings.ts'
import './page-table.css'
import './row-card.css'

const ListNews = lazy(async () => ({ default: (await import('./ListNews.tsx')).ListNews }))

/** A paged and sorted list with column settings and all states: loading, failed, empty and filtered. */
export function PageTable<Row extends object>(given: PageTableProps<Row>) {
  const awaited = useTableSettings((state) => state.awaited)
  const { rows: steady, take } = useSteadyRows(given.source, given.rowKey)
  const waiting = awaited ? { rows: undefined, error: null } : { rows: steady }
  const props = { ...given, source: { ...given.source, ...waiting } }
  const { code, name, columns, rowKey, source, paging, onPaging, renderCard, note } = props
  const phone = usePhone()
  const { settings, change } = useColumnSettings(code, columns)
  const shown = arrange(columns, settings)
  const asCards = phone && renderCard !== undefined
  const { actionsOf, question, askedKey } = useActions(props)
  useLastPage(props)
  const { rows, error } = source
  const news = take && (
    <Suspense>
      <ListNews onTake={take} />
    </Suspense>
  )
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
      {phone && news}
      {source.total !== null && (source.total > 0 || take) && (
        <Pager
          news={!phone && news}
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

/** The row actions, and the confirmation of the latest one, which stays when its row disappears. */
function useActions<Row>({ rowActions, rowKey }: Pick<PageTableProps<Row>, 'rowActions' | 'rowKey'>) {
  const { show, shown, subject } = useOverlays({ question: (props, { ask }: Asked) => ask(props) })
  const actionsOf = (row: Row): RowAction[] =>
    (rowActions?.(row) ?? []).map(({ confirm, run, ...action }) => ({
      ...action,
      run: confirm ? () => show('question', { rowKey: rowKey(row), ask: confirm }) : run,
    }))
  return { actionsOf: rowActions && actionsOf, question: shown, askedKey: subject?.rowKey }
}

/** Moves to the last page when the page is past it, because of an old link or deleted rows. */
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

/** Shown without rows: failed, loading, no match, or an empty list. */
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

/** Old rows stay while new ones load; the bar shows only when the answer is slow. */
function FetchingBar({ active }: { active: boolean }) {
  const late = useLate(active)
  return late ? <div className="fetching" role="progressbar" aria-label="正在更新" /> : null
}
