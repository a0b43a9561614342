import { phonePattern } from '@heliodesk/contract/password-rules.ts'
import { usernamePattern } from '@heliodesk/contract/users.ts'
import type { UserColumn } from './columns.ts'
import { addFinding, type Findings } from './findings.ts'
import { readRows, type RowReader } from './row-reader.ts'
import type { Table } from './table.ts'

export type UserRow = {
  row: number
  username: string
  realname: string
  phone: string | null
  workNo: string | null
  /** A name or code; null is the department of the import. */
  department: string | null
  /** Names or codes. */
  roles: string[]
  /** Names or codes. */
  positions: string[]
}

/** Each person's roles and logins are looked up one by one. */
const MOST_ROWS = 1000
const MOST_ROLES = 50
const MOST_POSITIONS = 50

const wordsOf = (text: string | null): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[、,，;；]/)
      .map((each) => each.trim())
      .filter(Boolean),
  ),
]

/** The valid rows of a list of people; everything else is reported in the findings. */
export function checkUsers(table: Table, findings: Findings): UserRow[] {
  const seen = {
    username: new Map<string, number>(),
    phone: new Map<string, number>(),
    workNo: new Map<string, number>(),
  }
  const rows = readRows('users', table, findings, (reader: RowReader<UserColumn>) => {
    const username = reader.requiredText('username', 32)?.toLowerCase() ?? null
    const realname = reader.requiredText('realname', 32)
    const phone = reader.text('phone', 32)
    const workNo = reader.text('workNo', 32)
    const department = reader.text('department', 100)
    const roles = wordsOf(reader.text('roles', 500))
    const positions = wordsOf(reader.text('positions', 500))
    if (username !== null && !usernamePattern.test(username))
      reader.error('username', '以小写字母开头，3~32 位，只含小写字母、数字和 . _ - 三种符号')
    if (phone !== null && !phonePattern.test(phone)) reader.error('phone', '请输入正确的手机号')
    if (roles.length > MOST_ROLES) reader.error('roles', '角色过多')
    if (positions.length > MOST_POSITIONS) reader.error('positions', '岗位过多')
    for (const [column, value] of [
      ['username', username],
      ['phone', phone],
      ['workNo', workNo],
    ] as const) {
      if (value === null) continue
      const earlier = seen[column].get(value)
      if (earlier) reader.error(column, `与第 ${earlier} 行重复`)
      else seen[column].set(value, reader.row)
    }
    if (!reader.ok || username === null || realname === null) return null
    return { row: reader.row, username, realname, phone, workNo, department, roles, positions }
  })
  const [beyond] = rows.slice(MOST_ROWS)
  if (beyond)
    addFinding(findings, {
      row: beyond.row,
      level: 'error',
      field: '整个文件',
      message: `一次最多导入 ${MOST_ROWS} 名用户，请拆分文件`,
    })
  return rows
}
