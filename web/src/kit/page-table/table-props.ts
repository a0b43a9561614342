import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DetailHead } from '../glimpse.tsx'
import type { Column } from './columns.ts'
import type { PageSource } from './page-source.ts'
import type { Paging } from './paging.ts'
import type { ListAction, RowAction } from './RowActions.tsx'
import type { Choice } from './use-choice.ts'

/** A read that may begin before it is needed; see `queryOf`. */
export type Ahead = {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>
}

export type PageTableProps<Row> = {
  /** The key under which the column settings are stored. */
  code: string
  /** The name of a row: 工单. */
  name: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  source: PageSource<Row>
  paging: Paging
  onPaging: (change: Partial<Paging>) => void
  /** Called with the number of rows that the window shows. */
  onFit?: (rows: number) => void
  /** Rows are chosen for common actions. */
  choice?: Choice<Row>
  onOpen?: (row: Row) => void
  /** The head of the drawer that `onOpen` opens. */
  head?: (row: Row) => DetailHead
  /** What `onOpen` reads: it is read ahead while the pointer rests on the row, or the row has the focus. */
  ahead?: (row: Row) => Ahead
  /** The row whose detail is open; the row of an open question is highlighted too. */
  currentKey?: string | null
  /** The actions of a row; the first allowed one also shows as an icon. */
  rowActions?: (row: Row) => readonly ListAction[]
  /** The card of a row on a phone, with its actions; without a card the table scrolls sideways there. */
  renderCard?: (row: Row, actions: readonly RowAction[], index: number) => ReactNode
  /** Describes the active filters; null without any. */
  filtered: { text: string; onClear: () => void } | null
  empty: { title: string; text?: string; action?: ReactNode }
  /** Shown beside the total. */
  note?: ReactNode
}
