import { signInLogCalls } from '@heliodesk/contract/sign-in-log.ts'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { useSysPage } from '../../kit/page-table/use-sys-page.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { EntryCard } from './EntryCard.tsx'
import { logColumns, logFilters } from './sign-in-log.tsx'

/** 登录日志: all sign-ins and attempts; read-only. */
export function SignInLogPage() {
  const list = listQuery(logFilters, useUrlQuery())
  const source = useSysPage(signInLogCalls.list, list.narrowing, list.paging)
  return (
    <ListPage
      unit="条"
      code="sign-in-log"
      name="登录日志"
      columns={logColumns}
      source={source}
      list={list}
      renderCard={(entry) => <EntryCard entry={entry} />}
      empty={{ title: '还没有登录日志', text: '每次登录、退出和失败的尝试都会记在这里，不能修改或删除' }}
    />
  )
}
