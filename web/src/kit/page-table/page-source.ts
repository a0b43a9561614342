import type { CallError } from '../../lib/call.ts'

/** One page of a list from the server. */
export type PageSource<Row> = {
  rows: readonly Row[] | undefined
  /** null until counted. */
  total: number | null
  fetching: boolean
  error: CallError | null
  /** When the data was loaded, in milliseconds; 0 before the first answer. */
  updatedAt: number
  refresh: () => void
}

type Read = { isFetching: boolean; error: CallError | null; dataUpdatedAt: number; refetch: () => unknown }

/** The rows and the total of a loaded page, as PageTable takes them. */
export const pageSource = <Row>(
  read: Read,
  rows: Row[] | undefined,
  total: number | null | undefined,
): PageSource<Row> => ({
  rows,
  total: total ?? null,
  fetching: read.isFetching,
  error: read.error,
  updatedAt: read.dataUpdatedAt,
  refresh: () => void read.refetch(),
})
