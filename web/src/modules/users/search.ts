import { paths } from '@heliodesk/contract/paths.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { send } from '../../lib/call.ts'
import { MOST_HITS, type Hit } from '../../lib/search-source.ts'

export async function findUsers(keyword: string, signal: AbortSignal): Promise<Hit[]> {
  const { records } = await send(userCalls.list, { keyword, pageNo: 1, pageSize: MOST_HITS }, { signal })
  return records.map(({ id, username, realname, depName, roles, status }) => ({
    kind: 'user',
    key: `user ${id}`,
    title: realname,
    facts: [username, depName, ...roles.map(({ roleName }) => roleName)].join(' · '),
    target: paths.users.to({ keyword: username }),
    icon: 'users',
    end: status === '1' ? undefined : { text: '停用' },
  }))
}
