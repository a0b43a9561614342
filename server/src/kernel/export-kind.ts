import type { Ctx } from './context.ts'

/** A text, a number, a wall-clock time `YYYY-MM-DD HH:mm:ss` as text, or nothing. */
export type Cell = string | number | null

export type ExportColumn = {
  title: string
  type: 'text' | 'number' | 'time'
  /** In characters of a digit's width, as spreadsheets measure. */
  width: number
}

/** What a job reads for somebody: inside one snapshot, within that person's scope. */
export type ExportCtx = Pick<Ctx, 'db' | 'who' | 'now'>

export type OpenExport = {
  /** Exactly as many as the pages hold. */
  rowCount: number
  /** Cells in the order of the columns, a portion of rows at a time, so that none has to hold them all. */
  pages: AsyncIterable<Cell[][]>
}

/** A list of a module that people may take away as a file. */
export type ExportKind = {
  columns: readonly ExportColumn[]
  /** `query` is what the kind's schema in the contract took. */
  open(ctx: ExportCtx, query: unknown): Promise<OpenExport>
}
