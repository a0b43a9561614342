import { own } from '@heliodesk/contract/own.ts'
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { afterAnswer } from '../../lib/after-answer.ts'
import { showGlimpse } from '../glimpse.tsx'
import { useLate } from '../use-late.ts'
import { useCutEdges } from '../use-cut-edges.ts'
import { useRowWindow } from '../use-row-window.ts'
import { useHandler } from '../use-steady.ts'
import { cellLooks } from './cell-look.ts'
import type { Column } from './columns.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import type * as ReadAhead from './read-ahead.ts'
import type { PageTableProps } from './table-props.ts'
import type { RowAction } from './RowActions.tsx'

type DesktopTableProps<Row> = Omit<PageTableProps<Row>, 'rowActions'> & {
  rowActions: ((row: Row) => readonly RowAction[]) | undefined
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** The width of everything without being cut, in px. */
  need: number
  /** The room for the table, in px. */
  size: { width: number; height: number }
  heights: { head: number; row: number }
  /** Called with the new width of a column in pixels; null restores the default width. */
  onWidth: (key: string, width: number | null) => void
}

/** Loaded after the first list; without it, rows open as always. */
const readAhead = (use: (module: typeof ReadAhead) => void) =>
  void import('./read-ahead.ts').then(use, () => undefined)

/** From this number of rows on, only visible rows are rendered (ui.md "Big lists"). */
const VIRTUAL_FROM = 100
const OVERSCAN = 6
const FEWEST_ROWS = 3
export const ACTIONS_WIDTH = 76
export const CHOICE_WIDTH = 44

/** A table that scrolls in its own box, with a sticky head and fixed columns. */
export function DesktopTable<Row>(props: DesktopTableProps<Row>) {
  const { name, rows, columns, rowKey, source, paging, onPaging, onOpen, rowActions, currentKey, onWidth } =
    props
  const { choice, need, size, heights } = props
  const fading = useLate(source.fetching)
  const box = useRef<HTMLDivElement>(null)
  const edges = useCutEdges(box, {
    width: Math.max(need, size.width),
    height: heights.head + rows.length * heights.row,
    size,
  })
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const choosing = choice !== undefined
  const looks = useMemo(() => cellLooks(columns, choosing ? CHOICE_WIDTH : 0), [columns, choosing])
  const isVirtual = rows.length >= VIRTUAL_FROM
  const { start, end, scrollTo } = useRowWindow(box, {
    count: rows.length,
    rowHeight: heights.row,
    head: heights.head,
    overscan: isVirtual ? OVERSCAN : Infinity,
  })
  useTopOfPage(box, props)

  const indexOf = (key: string | null | undefined) =>
    key ? rows.findIndex((row) => rowKey(row) === key) : -1
  const active = [activeKey, currentKey].map(indexOf).find((index) => index >= 0) ?? 0
  const focusRow = (index: number) => {
    if (index < 0 || index >= rows.length) return
    const key = rowKey(rows[index]!)
    flushSync(() => {
      setActiveKey(key)
      scrollTo(index)
    })
    box.current!.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`)?.focus({
      preventScroll: true,
    })
  }
  const open = (row: Row) => {
    if (!onOpen) return
    if (props.head) showGlimpse(props.head(row))
    // A new entry in the history alone takes milliseconds.
    afterAnswer(() => onOpen(row))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = indexOf(rowOf(event)?.dataset.rowKey)
    if (at < 0 || event.target !== rowOf(event)) return
    const target = own({ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }, event.key)
    if (target !== undefined) focusRow(target)
    else if (event.key === 'Enter') open(rows[at]!)
    else if (event.key === ' ' && choice) toggle(rows[at]!)
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const row = rows[indexOf(rowOf(event)?.dataset.rowKey)]
    if (!row || !(event.target instanceof Element) || event.target.closest('button, input, label')) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || document.getSelection()?.type === 'Range') return
    event.preventDefault()
    open(row)
  }

  const toggle = (row: Row) => choice?.onChoose([row], !choice.isChosen(row))
  const onChoose = (event: ChangeEvent<HTMLElement>) => {
    const row = rows[indexOf(rowOf(event)?.dataset.rowKey)]
    if (row && event.target.matches('.choose')) toggle(row)
  }
  const chosenCount = choice?.count ?? 0
  useFocusAfterChoice(box, chosenCount > 0)
  const approached = useRef<HTMLElement | null>(null)
  const approach = (event: { target: EventTarget; currentTarget: Element }) => {
    const element = rowOf(event)
    // A pointer moves many times over one row.
    if (!props.ahead || element === approached.current) return
    approached.current = element
    const row = rows[indexOf(element?.dataset.rowKey)]
    if (row) readAhead(({ near }) => near(rowKey(row), () => props.ahead!(row)))
  }
  const depart =
    props.ahead &&
    (() => {
      approached.current = null
      readAhead(({ left }) => left())
    })

  const onAct = useHandler((key: string, action: string) => {
    const row = rows[indexOf(key)]
    if (row)
      rowActions?.(row)
        .find((each) => each.key === action)
        ?.run()
  })

  const drawRow = (index: number) => {
    const row = rows[index]!
    const key = rowKey(row)
    return (
      <GridRow
        key={key}
        row={row}
        rowKey={key}
        columns={columns}
        looks={looks}
        actions={rowActions?.(row)}
        onAct={onAct}
        choiceName={choice?.nameOf(row)}
        chosen={choice?.isChosen(row) ?? false}
        current={key === currentKey}
        active={index === active}
        rowIndex={isVirtual ? index + 2 : undefined}
      />
    )
  }
  return (
    <div
      className={['desktop', fading && 'fading', onOpen && 'opens', chosenCount > 0 && 'choosing', ...edges]
        .filter(Boolean)
        .join(' ')}
      onKeyDown={(event) => {
        // Popups of the rows bubble to here too.
        const inside = event.target instanceof Node && event.currentTarget.contains(event.target)
        if (event.key !== 'Escape' || chosenCount === 0 || !inside) return
        choice!.onClear()
        event.stopPropagation()
      }}
    >
      {chosenCount > 0 && <div className="batch-place">{choice!.bar}</div>}
      <div
        ref={box}
        className="grid grid-body"
        style={{ maxHeight: Math.max(heights.head + FEWEST_ROWS * heights.row, size.height) }}
      >
        <table
          aria-label={name}
          aria-rowcount={isVirtual ? rows.length + 1 : undefined}
          style={{ minWidth: need }}
        >
          <colgroup>
            {choice && <col style={{ width: CHOICE_WIDTH }} />}
            {columns.map(({ key, width: wide, grow }) => (
              <col key={key} style={grow ? undefined : { width: wide }} />
            ))}
            {rowActions && <col style={{ width: ACTIONS_WIDTH }} />}
          </colgroup>
          <GridHead
            columns={columns}
            looks={looks}
            choice={choice}
            rows={rows}
            sort={paging.sort}
            onPaging={onPaging}
            onWidth={onWidth}
            actions={rowActions !== undefined}
            rowIndex={isVirtual ? 1 : undefined}
          />
          <tbody
            className="grid-tbody"
            onKeyDown={onKeyDown}
            onClick={onClick}
            onChange={onChoose}
            onPointerMove={(event) => {
              // Rows that appear under a pointer at rest are not meant.
              const moves = event.movementX !== 0 || event.movementY !== 0
              if (event.pointerType === 'mouse' && moves) approach(event)
            }}
            onPointerLeave={depart}
            onBlur={({ relatedTarget }) => {
              // The menu of a row is about the row, though it is not in it.
              if (!relatedTarget?.closest('[role="menu"]')) depart?.()
            }}
            onFocus={(event) => {
              setActiveKey(rowOf(event)?.dataset.rowKey ?? null)
              approach(event)
            }}
          >
            {drawnIndexes(start, end, active, rows.length).map((part) =>
              typeof part === 'number' ? (
                drawRow(part)
              ) : (
                <tr key={`$${part.from}`} aria-hidden style={{ height: part.rows * heights.row }} />
              ),
            )}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type Gap = { from: number; rows: number }

/**
 * The row indexes to render: from `start` to before `end` plus the row in the tab order, so that the keyboard always
 * finds it, and gaps for rows that are not rendered.
 */
function drawnIndexes(start: number, end: number, active: number, count: number): (number | Gap)[] {
  const drawn = Array.from({ length: end - start }, (_, at) => start + at)
  if (active < start) drawn.unshift(active)
  if (active >= end) drawn.push(active)
  let next = 0
  const parts = drawn.flatMap((index) => {
    const gap = { from: next, rows: index - next }
    next = index + 1
    return gap.rows > 0 ? [gap, index] : [index]
  })
  return next < count ? [...parts, { from: next, rows: count - next }] : parts
}

/** The row of an event. Popups of a row bubble through React without being DOM descendants of it. */
function rowOf({ target, currentTarget }: { target: EventTarget; currentTarget: Element }) {
  const row = target instanceof Element ? target.closest<HTMLElement>('.grid-row') : null
  return row && currentTarget.contains(row) ? row : null
}

/** When the last row is released, the bar goes; its focus goes back to the rows. */
function useFocusAfterChoice(box: RefObject<HTMLElement | null>, choosing: boolean) {
  const before = useRef(choosing)
  useEffect(() => {
    const ended = before.current && !choosing
    before.current = choosing
    if (ended && document.activeElement === document.body)
      box.current!.querySelector<HTMLElement>('.grid-row[tabindex="0"]')?.focus({ preventScroll: true })
  }, [box, choosing])
}

/** Another page, size or order scrolls back to the first row. */
function useTopOfPage<Row>(
  box: RefObject<HTMLElement | null>,
  { paging: { curPage, size, sort } }: DesktopTableProps<Row>,
) {
  const page = [curPage, size, sort.field, sort.kind].join()
  const seen = useRef(page)
  useEffect(() => {
    // A kept page that is shown again runs its effects again but keeps its scroll position.
    if (seen.current === page) return
    seen.current = page
    box.current!.scrollTop = 0
  }, [box, page])
}
