import { userQuery, userTitles, userColumnKeys, type UserColumn } from '@heliodesk/contract/user-query.ts'
import { sql } from 'kysely'
import { cellsOf } from '../../kernel/cursor.ts'
import type { Cell, ExportColumn, ExportKind } from '../../kernel/export-kind.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { positionNamesOf } from '../positions/index.ts'
import { matching, shownPhone } from './rows.ts'
import { usersInScope } from './scope.ts'

type Row = {
  username: string
  realname: string
  phone: string | null
  workNo: string | null
  depName: string
  roles: string[]
  positions: string[]
  hasAllData: boolean
  projects: string[]
  status: string
  createdAt: Date
}

const cells: Record<UserColumn, (row: Row, zone: string) => Cell> = {
  username: ({ username }) => username,
  realname: ({ realname }) => realname,
  phone: ({ phone }) => phone,
  workNo: ({ workNo }) => workNo,
  depName: ({ depName }) => depName,
  roles: ({ roles }) => roles.join('、'),
  post: ({ positions }) => positions.join('、'),
  scope: ({ hasAllData, projects }) => (hasAllData ? '全部' : ['本部门', ...projects].join('、')),
  status: ({ status }) => (status === '1' ? '正常' : '停用'),
  createTime: ({ createdAt }, zone) => toWireTime(createdAt, zone),
}

const columnOf = (key: UserColumn): ExportColumn => ({
  title: userTitles[key],
  type: key === 'createTime' ? 'time' : 'text',
  width: 20,
  ...(key === 'phone' && { column: 'phone' as const }),
})

/** The chosen columns, in the order of the table. */
const chosenOf = (query: unknown): UserColumn[] => {
  const { columns } = userQuery.parse(query)
  return userColumnKeys.filter((key) => columns.includes(key))
}

/** The list with its filters; numbers are masked as in the list. */
export const userExport: ExportKind = {
  columns: userColumnKeys.map(columnOf),
  chosen: (query) => chosenOf(query).map(columnOf),
  async open(ctx, query) {
    const from = sql`${usersInScope(ctx)} and ${matching(ctx, userQuery.parse(query))}`
    const counted = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(ctx.db)
    const rows = sql<Row>`
      (select u.username, u.realname, ${shownPhone(ctx)} as phone, u.work_no as "workNo", d.name as "depName",
        array(select r.role_name from user_role ur
          join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          where ur.tenant_id = u.tenant_id and ur.user_id = u.id order by r.id) as roles, ${positionNamesOf('u')} as positions,
        array(select p.name from user_psa up join psa p on p.tenant_id = up.tenant_id and p.id = up.psa_id
          where up.tenant_id = u.tenant_id and up.user_id = u.id order by p.name_place, p.name) as projects,
        u.has_all_data as "hasAllData", u.status, u.created_at as "createdAt"
      ${from} order by d.org_code, u.name_place, u.id)`
    const keys = chosenOf(query)
    const pages = cellsOf(ctx.db, 'exported_users', rows, (row) =>
      keys.map((key) => cells[key](row, ctx.who.timeZone)),
    )
    return { rowCount: one(counted.rows).n, pages }
  },
}
