import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { useMemo, type ReactNode } from 'react'
import { SearchBar } from '../search-bar/SearchBar.tsx'
import { useHandler, useSame } from '../use-steady.ts'
import type { listQuery } from './list-query.ts'
import { PageTable } from './PageTable.tsx'
import type { PageTableProps } from './table-props.ts'
import { TableTools } from './TableTools.tsx'

type SearchedTableProps<Row extends { id: string }> = Omit<
  PageTableProps<Row>,
  'rowKey' | 'paging' | 'onPaging' | 'filtered'
> & {
  list: Pick<ReturnType<typeof listQuery>, 'bar' | 'paged'>
  /** The permission required to export the rows as a file. */
  exportCode?: PermissionCode
  /** Stands between the search bar and the rows, for example what to do with the chosen ones. */
  between?: ReactNode
  /** Stands before the table tools. */
  tools?: ReactNode
}

/** A list with its search bar and table tools. */
export function SearchedTable<Row extends { id: string }>({
  list,
  exportCode,
  between,
  tools,
  ...table
}: SearchedTableProps<Row>) {
  const { code, name, columns, source } = table
  const { rows, updatedAt } = source
  const refresh = useHandler(source.refresh)
  const shownTools = useMemo(
    () => (
      <>
        {tools}
        <TableTools {...{ code, name, columns, exportCode, source: { rows, updatedAt, refresh } }} />
      </>
    ),
    [tools, code, name, columns, exportCode, rows, updatedAt, refresh],
  )
  return (
    <>
      <SearchBar
        filters={list.bar.filters}
        values={useSame(list.bar.values)}
        onSearch={useHandler(list.bar.onSearch)}
        tools={shownTools}
      />
      {between}
      <PageTable {...table} {...list.paged} rowKey={({ id }) => id} />
    </>
  )
}
