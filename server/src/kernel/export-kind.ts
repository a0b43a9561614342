import type { DataColumn } from '@heliodesk/contract/data-columns.ts'
import type { ArchiveKind, TableKind } from '@heliodesk/contract/exports.ts'
import type { Readable } from 'node:stream'
import { present } from '../platform/certain.ts'
import type { Ctx } from './context.ts'

/** A text, a number, a wall-clock time `YYYY-MM-DD HH:mm:ss` as text, or an empty cell. */
export type Cell = string | number | null

export type ExportColumn = {
  title: string
  type: 'text' | 'number' | 'time'
  /** In widths of a digit, the unit of spreadsheets. */
  width: number
  /** Data roles may hide it. */
  column?: DataColumn
}

/** A column of rows of one kind; times are written in the zone. */
export type RowColumn<Row> = ExportColumn & { cell: (row: Row, zone: string) => Cell }

export const rowColumn = <Row>(
  title: string,
  type: ExportColumn['type'],
  width: number,
  cell: RowColumn<Row>['cell'],
): RowColumn<Row> => ({ title, type, width, cell })

/** What an export says of its columns. */
export const described = (columns: readonly ExportColumn[]): ExportColumn[] =>
  columns.map(({ title, type, width, column }) => ({ title, type, width, ...(column && { column }) }))

/** The context an export reads with: one snapshot, within the person's data scope. */
export type ExportCtx = Pick<Ctx, 'db' | 'who' | 'now'>

export type OpenExport = {
  /** The exact number of rows in all pages. */
  rowCount: number
  /** Rows of cells in column order, one batch at a time, so that the whole list is never in memory. */
  pages: AsyncIterable<Cell[][]>
}

/** A module's list that can be exported to a file. */
export type ExportKind = {
  columns: readonly ExportColumn[]
  /** Those of them that the person chose; all, where there is no choice. */
  chosen?: (query: unknown) => readonly ExportColumn[]
  /** `query` is the parsed input of the kind's schema in the contract. */
  open(ctx: ExportCtx, query: unknown): Promise<OpenExport>
}

const offered = new Map<TableKind, ExportKind>()

/** Registers the export of a module's list. */
export function offerExport(name: TableKind, kind: ExportKind): void {
  offered.set(name, kind)
}

export const exportKindOf = (name: TableKind): ExportKind => present(offered.get(name))

/** The context an archive is made with. */
export type ArchiveCtx = ExportCtx & Pick<Ctx, 'env'> & { signal: AbortSignal }

/** `rowCount` is known once the content is read. */
export type MadeArchive = { content: Readable; rowCount: () => number }

type MakeArchive = (ctx: ArchiveCtx, query: unknown) => Promise<MadeArchive>

const archives = new Map<ArchiveKind, MakeArchive>()

/** Registers an archive among the exports. */
export function offerArchive(name: ArchiveKind, make: MakeArchive): void {
  archives.set(name, make)
}

export const archiveKindOf = (name: ArchiveKind): MakeArchive => present(archives.get(name))
