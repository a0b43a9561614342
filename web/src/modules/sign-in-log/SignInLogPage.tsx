import { signInLogCalls } from '@heliodesk/contract/sign-in-log.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { EntryCard } from './EntryCard.tsx'
import { logColumns, logFilters } from './sign-in-log.tsx'

/** 登录日志: all sign-ins and attempts; read-only. */
export function SignInLogPage() {
  const page = useSysList(signInLogCalls.list, logFilters)
  return (
    <ListPage
      unit="条"
      code="sign-in-log"
      name="登录日志"
      columns={logColumns}
      {...page}
      renderCard={(entry) => <EntryCard entry={entry} />}
      empty={{ title: '还没有登录日志', text: '每次登录、退出和失败的尝试都会记在这里，不能修改或删除' }}
    />
  )
}
