import { randomBytes } from 'node:crypto'
import { passwordFrom } from '@heliodesk/contract/generated-password.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { fail, takeTurn } from '../../kernel/limits.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { onViolation } from '../../kernel/violations.ts'
import { holderOfLogin } from '../checks/index.ts'
import { hashPassword } from '../session/index.ts'
import {
  ELSEWHERE,
  elsewhereKey,
  NAME_TAKEN,
  PHONE_TAKEN,
  takenLogin,
  TOO_MANY,
  unusable,
  WORK_NO_TAKEN,
} from './logins.ts'
import { askForRoles, recordMembers } from './membership.ts'
import { replacePositions } from '../positions/index.ts'
import { needsSecond } from '../roles/index.ts'
import { usersInScope } from './scope.ts'

type ImportCtx = Pick<Ctx, 'db' | 'now' | 'who'>

export type NewPerson = {
  username: string
  realname: string
  phone: string | null
  workNo: string | null
  departmentId: string
  roleIds: string[]
  positionIds: string[]
}

type Login = { row: number; username: string; phone: string | null }
type Holder = 'colleague' | 'locked' | 'stranger' | null

/**
 * Who has the logins of a file. Those of other companies count as where somebody types them, so that a file does not tell
 * more of them: after the most, every further row is refused, whoever has its logins.
 */
export async function findHolders(ctx: ImportCtx, rows: readonly Login[]) {
  const key = elsewhereKey(ctx.who)
  let isLocked = (await takeTurn(ctx.db, key, ctx.now)) > 0
  const found = new Map<string, Holder>()
  for (const { row, username, phone } of rows)
    for (const [field, login] of [
      ['username', username],
      ['phone', phone],
    ] as const) {
      if (login === null) continue
      const holder: Holder = await holderOfLogin(ctx, login, null)
      if (holder === 'stranger' && !isLocked) isLocked = (await fail(ctx.db, key, ELSEWHERE, ctx.now)) > 0
      else if (isLocked && holder !== 'colleague') {
        found.set(`${field} ${row}`, 'locked')
        continue
      }
      found.set(`${field} ${row}`, holder)
    }
  const holderOf =
    (field: 'phone' | 'username') =>
    ({ row }: Login) =>
      found.get(`${field} ${row}`) ?? null
  return {
    username: holderOf('username'),
    phone: holderOf('phone'),
    says: (field: 'phone' | 'username', login: Login): string => {
      const holder = holderOf(field)(login)
      if (holder === 'locked') return TOO_MANY.message
      if (holder === 'stranger') return unusable[field]
      return (field === 'username' ? NAME_TAKEN : PHONE_TAKEN).message
    },
  }
}

/**
 * Adds people without a password: none fits until one is issued. Where a second person has to agree to roles, one change
 * waits for all people who are to have the same ones.
 */
export async function addImported(ctx: ImportCtx, people: readonly NewPerson[]): Promise<void> {
  const nobodys = await hashPassword(randomBytes(32).toString('base64url'))
  const waits = await needsSecond(ctx)
  const waiting = new Map<string, { roleIds: string[]; people: { id: string; realname: string }[] }>()
  const ids: string[] = []
  for (const { username, realname, phone, workNo, departmentId, roleIds, positionIds } of people) {
    const id = await insertRow(ctx.db, 'app_user', {
      username,
      realname,
      phone,
      work_no: workNo,
      department_id: departmentId,
      user_type: '1',
      password_hash: nobodys,
      must_change_password: true,
    })
      .catch(onViolation('app_user_work_no', WORK_NO_TAKEN))
      .catch(takenLogin(username))
    ids.push(id)
    if (positionIds.length > 0) await replacePositions(ctx, id, positionIds)
    if (waits) {
      const key = roleIds.toSorted().join()
      const same = waiting.get(key) ?? { roleIds, people: [] }
      waiting.set(key, { roleIds, people: [...same.people, { id, realname }] })
      continue
    }
    await sql`insert into user_role (user_id, role_id) select ${id}::bigint, unnest(${roleIds}::bigint[])`.execute(
      ctx.db,
    )
    for (const roleId of roleIds) await recordMembers(ctx, roleId, { added: [{ id, realname }] })
  }
  for (const { roleIds, people: same } of waiting.values())
    await askForRoles(ctx, same, { held: [], roleIds, reason: '导入人员' })
  await sql`
    update data_import set unissued_ids = unissued_ids || ${ids}::bigint[]
    where id = nullif(current_setting('app.import', true), '')::bigint`.execute(ctx.db)
}

export type IssuedLogin = { username: string; realname: string; password: string }

/** First passwords for these people, as far as nobody has given them one since; each is told only here. */
export async function issuePasswords(ctx: Ctx, ids: readonly string[]): Promise<IssuedLogin[]> {
  const { rows } = await sql<{ id: string; username: string; realname: string }>`
    select u.id, u.username, u.realname ${usersInScope(ctx)} and u.id = any(${ids}::bigint[])
      and not exists (select from sign_in_log l where l.tenant_id = u.tenant_id and l.user_id = u.id
        and l.outcome in ('success', 'password_changed')) order by u.id for no key update of u`.execute(
    ctx.db,
  )
  const issued: IssuedLogin[] = []
  for (const { id, username, realname } of rows) {
    const password = passwordFrom(() => randomBytes(1).readUInt8())
    await updateRow(ctx.db, 'app_user', id, { password_hash: await hashPassword(password) })
    issued.push({ username, realname, password })
  }
  return issued
}
