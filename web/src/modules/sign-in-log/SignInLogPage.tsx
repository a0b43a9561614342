import { signInLogCalls } from '@heliodesk/contract/sign-in-log.ts'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { SearchedTable } from '../../kit/page-table/SearchedTable.tsx'
import { useSysPage } from '../../kit/page-table/use-sys-page.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { EntryCard } from './EntryCard.tsx'
import { logColumns, logFilters } from './sign-in-log.tsx'

const TABLE = 'sign-in-log'

/** 登录日志: all sign-ins and attempts; read-only. */
export function SignInLogPage() {
  const list = listQuery(logFilters, useUrlQuery())
  const source = useSysPage(signInLogCalls.list, list.narrowing, list.paging)
  return (
    <div className="list-page">
      <PageHead title="登录日志" facts={source.total !== null && `${formatNumber(source.total)} 条`} />
      <SearchedTable
        code={TABLE}
        name="登录日志"
        columns={logColumns}
        rowKey={({ id }) => id}
        source={source}
        list={list}
        renderCard={(entry) => <EntryCard entry={entry} />}
        empty={{ title: '还没有登录日志', text: '每次登录、退出和失败的尝试都会记在这里，不能修改或删除' }}
      />
    </div>
  )
}
