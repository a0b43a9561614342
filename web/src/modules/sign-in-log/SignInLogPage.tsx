import { signInLogCalls } from '@heliodesk/contract/sign-in-log.ts'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import { patchPaging, readPaging } from '../../kit/page-table/paging.ts'
import { TableTools } from '../../kit/page-table/TableTools.tsx'
import { useSysPage } from '../../kit/page-table/use-sys-page.ts'
import { describeFilters, patchFor, readFilters } from '../../kit/search-bar/filters.ts'
import { SearchBar } from '../../kit/search-bar/SearchBar.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { EntryCard } from './EntryCard.tsx'
import { logColumns, logFilters, narrowBy } from './sign-in-log.tsx'
import './sign-in-log.css'

const TABLE = 'sign-in-log'

/** 登录日志: who signed in or tried to; nobody can change it. */
export function SignInLogPage() {
  const { query, change } = useUrlQuery()
  const values = readFilters(logFilters, query)
  const paging = readPaging(query)
  const source = useSysPage(signInLogCalls.list, narrowBy(values), paging)
  const text = describeFilters(logFilters, values)
  return (
    <div className="list-page sign-in-log">
      <PageHead title="登录日志" facts={source.total !== null && `${formatNumber(source.total)} 条`} />
      <SearchBar
        filters={logFilters}
        values={values}
        onSearch={(next) => change({ ...patchFor(logFilters, next), page: null })}
        tools={<TableTools code={TABLE} name="登录日志" columns={logColumns} source={source} />}
      />
      <PageTable
        code={TABLE}
        name="登录日志"
        columns={logColumns}
        rowKey={({ id }) => id}
        source={source}
        paging={paging}
        onPaging={(patch) => change(patchPaging(patch))}
        renderCard={(entry) => <EntryCard entry={entry} />}
        filtered={text ? { text, onClear: () => change({ ...patchFor(logFilters, {}), page: null }) } : null}
        empty={{ title: '还没有登录日志', text: '每次登录、退出和失败的尝试都会记在这里，不能修改或删除' }}
      />
    </div>
  )
}
