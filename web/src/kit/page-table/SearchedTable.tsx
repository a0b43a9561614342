import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { SearchBar } from '../search-bar/SearchBar.tsx'
import type { listQuery } from './list-query.ts'
import { PageTable } from './PageTable.tsx'
import type { PageTableProps } from './table-props.ts'
import { TableTools } from './TableTools.tsx'

type SearchedTableProps<Row extends object> = Omit<
  PageTableProps<Row>,
  'paging' | 'onPaging' | 'filtered'
> & {
  list: Pick<ReturnType<typeof listQuery>, 'bar' | 'paged'>
  /** The permission required to export the rows as a file. */
  exportCode?: PermissionCode
}

/** A list with its search bar and table tools. */
export function SearchedTable<Row extends object>({ list, exportCode, ...table }: SearchedTableProps<Row>) {
  const { code, name, columns, source } = table
  return (
    <>
      <SearchBar {...list.bar} tools={<TableTools {...{ code, name, columns, source, exportCode }} />} />
      <PageTable {...table} {...list.paged} />
    </>
  )
}
