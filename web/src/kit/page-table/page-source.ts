import type { CallError } from '../../lib/call.ts'
import type { PageSource } from './PageTable.tsx'

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
