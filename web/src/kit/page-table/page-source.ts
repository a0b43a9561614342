import type { Call } from '@heliodesk/contract/call.ts'
import type { CallError } from '../../lib/call.ts'
import { actedOn, noteAct } from '../../lib/queries.ts'

/** One page of a list from the server. */
export type PageSource<Row> = {
  /** The answer that these rows are of: of another one, other rows show at once; see `useSteadyRows`. */
  of?: Of
  rows: readonly Row[] | undefined
  /** null until counted. */
  total: number | null
  fetching: boolean
  error: CallError | null
  /** When the data was loaded, in milliseconds; 0 before the first answer. */
  updatedAt: number
  refresh: () => void
}

type Of = {
  key: string
  /** The path of its call. */
  path: string
}

type Read = { isFetching: boolean; error: CallError | null; dataUpdatedAt: number; refetch: () => unknown }

/** The rows and the total of a loaded page, as PageTable takes them. */
export const pageSource = <Row>(
  call: Call<'query'>,
  input: object,
  read: Read,
  rows: Row[] | undefined,
  total: number | null | undefined,
): PageSource<Row> => ({
  of: { key: JSON.stringify(input), path: call.path },
  rows,
  total: total ?? null,
  // What is read behind the user's back shows no progress.
  fetching: read.isFetching && actedOn(call.path) >= read.dataUpdatedAt,
  error: read.error,
  updatedAt: read.dataUpdatedAt,
  refresh: () => {
    noteAct(call.entities)
    void read.refetch()
  },
})
