import { useEffect, useEffectEvent, useMemo, type ReactNode, type RefObject } from 'react'
import { usePreferences } from '../../lib/preferences.ts'
import { useTableSettings } from '../../lib/table-settings.ts'
import { Empty, ErrorCard, ErrorStrip, NoMatch } from '../States.tsx'
import { useLate } from '../use-late.ts'
import { useOverlays, type Overlay } from '../use-overlays.tsx'
import { usePhone } from '../use-phone.ts'
import { useHandler, useSame } from '../use-steady.ts'
import { ChoiceBox } from './ChoiceBox.tsx'
import { arrange, foldedColumns, setWidth, widthOf, withoutFolded } from './columns.ts'
import { ACTIONS_WIDTH, CHOICE_WIDTH, DesktopTable } from './DesktopTable.tsx'
import { useFolded } from './folded.ts'
import { Pager } from './Pager.tsx'
import { heightsOf, rowsThatFit } from './paging.ts'
import type { RowAction } from './RowActions.tsx'
import type { PageTableProps } from './table-props.ts'
import { TableSkeleton } from './TableSkeleton.tsx'
import { useSteadyRows } from './use-steady-rows.ts'
import { useColumnSettings } from './use-column-settings.ts'
import { useTableSize } from './use-table-size.ts'
import './page-table.css'
import './grid.css'
import './column-head.css'
import './row-card.css'
import { lazily } from '../lazily.tsx'

/** At least the width of a scroll bar, so that a table that needs one is not cut by it. */
const SCROLL_BAR = 12

const ListNews = lazily(async () => (await import('./ListNews.tsx')).ListNews)

/** A paged and sorted list with column settings and all states: loading, failed, empty and filtered. */
export function PageTable<Row extends object>(given: PageTableProps<Row>) {
  const awaited = useTableSettings((state) => state.awaited)
  const { rows: steady, take } = useSteadyRows(given.source, given.rowKey)
  const waiting = awaited ? { rows: undefined, error: null } : { rows: steady }
  const onPaging = useHandler(given.onPaging)
  const paging = useSame(given.paging)
  const props = { ...given, onPaging, paging, source: { ...given.source, ...waiting } }
  const { name, rowKey, source, choice, renderCard, note } = props
  const phone = usePhone()
  const density = usePreferences((chosen) => chosen.density)
  const asCards = phone && renderCard !== undefined
  const { actionsOf, question, askedKey } = useActions(props)
  useLastPage(props)
  const { rows, error } = source
  const { region, width, height } = useTableSize()
  const heights = heightsOf(density)
  const scrollsDown = rows !== undefined && heights.head + rows.length * heights.row > height
  const beside = (choice ? CHOICE_WIDTH : 0) + (actionsOf ? ACTIONS_WIDTH : 0)
  const room = asCards ? Infinity : width - beside - (scrollsDown ? SCROLL_BAR : 0)
  const { shown, onWidth } = useShownColumns(props, room)
  const need = widthOf(shown)
  const isFilled = !asCards && rows !== undefined && rows.length > 0 && source.total !== null
  useFit(props.onFit, isFilled ? region : null, {
    height,
    fit: rowsThatFit(need > room ? height - SCROLL_BAR : height, heights),
  })
  const className = ['page-table', asCards && 'phone', density].filter(Boolean).join(' ')
  const news = take && <ListNews onTake={take} />
  return (
    <div className={className}>
      {rows && <FetchingBar active={source.fetching} />}
      {rows && error && <ErrorStrip title={`${name}没有更新`} error={error} onRetry={source.refresh} />}
      <div className="region" ref={region}>
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
            need={need + beside}
            size={{ width, height }}
            heights={heights}
            onWidth={onWidth}
          />
        )}
      </div>
      {asCards && choice && choice.count > 0 && (
        <div className="touch batch-dock">
          <ChoiceBox choice={choice} rows={rows ?? []} />
          {choice.bar}
        </div>
      )}
      {phone && news}
      {source.total !== null && (source.total > 0 || take) && (
        <Pager
          news={!phone && news}
          total={source.total}
          paging={paging}
          onChange={onPaging}
          note={note}
          phone={phone}
        />
      )}
      {question}
    </div>
  )
}

/** The columns as the person arranged them, without those that a narrow window has no room for. */
function useShownColumns<Row>({ code, columns, paging: { sort } }: PageTableProps<Row>, room: number) {
  const { settings, change } = useColumnSettings(code, columns)
  const folds = usePreferences((chosen) => chosen.foldColumns)
  const wanted = useMemo(() => arrange(columns, settings), [columns, settings])
  const folded = useSame(folds ? foldedColumns(wanted, room, sort.field) : [])
  const shown = useMemo(
    () => (folded.length > 0 ? withoutFolded(columns, settings, folded) : wanted),
    [columns, settings, wanted, folded],
  )
  const keys = folded.join(' ')
  useEffect(() => useFolded.setState({ [code]: keys ? keys.split(' ') : [] }), [code, keys])
  return {
    shown,
    onWidth: useHandler((key: string, width: number | null) => change(setWidth(settings, key, width))),
  }
}

type Fit = { height: number; fit: number }

/** Reports how many rows the window shows, once the table has the height that this was computed from. */
function useFit(
  onFit: ((rows: number) => void) | undefined,
  region: RefObject<HTMLElement | null> | null,
  { height, fit }: Fit,
) {
  const report = useEffectEvent((rows: number) => onFit?.(rows))
  useEffect(() => {
    if (region?.current?.offsetHeight === height) report(fit)
  }, [region, height, fit])
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
