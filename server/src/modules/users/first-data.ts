import { sql } from 'kysely'
import { z } from 'zod'
import { flag, readTable } from '../../kernel/first-data/data-file.ts'
import { idsBy } from '../../kernel/first-data/ids.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { standardRoles, type RoleCode } from '../../standard-roles.ts'
import { entryOf } from '../../platform/certain.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'

const personRow = {
  company: z.string(),
  username: z.string(),
  realname: z.string(),
  role: z.enum(Object.keys(standardRoles) as RoleCode[]),
  /** Org code. */
  department: z.string(),
  phone: z.string(),
  work_no: z.string(),
  all_data: flag,
  /** Company number of a partner's guest, who has user type 9 (product.md "Decisions on open points"). */
  guest_of: z.string().optional(),
  frozen: flag,
  /** The console prints the account. */
  printed: flag,
}

const readPeople = () => readTable(new URL('./first-data/people.csv', import.meta.url), personRow)

type Person = ReturnType<typeof readPeople>[number]

type NewUser = Pick<Person, 'username' | 'realname' | 'role' | 'department'> &
  Partial<Person & { must_change_password: boolean }>

/** Adds users with the same password to existing departments; returns their ids by user name. */
export async function createUsers(
  db: Db,
  users: readonly NewUser[],
  passwordHash: string,
): Promise<Map<string, string>> {
  const departmentIds = await idsBy(db, 'department', 'org_code')
  await insertRows(
    db,
    'app_user',
    users.map(({ username, realname, department, phone, work_no, guest_of, ...user }) => ({
      username,
      realname,
      password_hash: passwordHash,
      must_change_password: user.must_change_password ?? false,
      phone: phone ?? null,
      work_no: work_no ?? null,
      department_id: entryOf(departmentIds, department),
      user_type: guest_of ? '9' : '1',
      company_id: guest_of ?? null,
      has_all_data: user.all_data ?? false,
      status: user.frozen ? '2' : '1',
    })),
  )
  await sql`
    insert into user_role (user_id, role_id)
    select u.id, r.id
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as given (username text, role text)
      join app_user u on u.username = given.username
      join role r on r.role_code = given.role`.execute(db)
  return idsBy(db, 'app_user', 'username')
}

/** The user names of the demo accounts that the console prints. */
export const printedLogins = (): Set<string> =>
  new Set(readPeople().flatMap(({ username, printed }) => (printed ? [username] : [])))

offerFirstData('users', {
  after: ['departments'],
  async demo({ db, name, passwordHash }) {
    const people = readPeople().filter(({ company }) => company === name)
    await createUsers(db, people, passwordHash)
  },
})
