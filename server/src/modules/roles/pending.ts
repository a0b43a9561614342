import { GRANT_DAYS } from '@heliodesk/contract/grant-reviews.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import type { Db } from '../../platform/postgres.ts'
import { permissionWords } from './history.ts'

/** Whether the company demands a second person for changes of rights. */
export async function needsSecond({ db }: { db: Db }): Promise<boolean> {
  return (await readSettings(db)).system.values.fourEyes
}

type Asking = Pick<Ctx, 'db' | 'now' | 'who'>

/** Of the roles of people, `added` and `removed` are roles; of a role, its permissions. */
export type GrantChange = { added: string[]; removed: string[]; reason: string } & (
  | { kind: 'permissions'; roleId: string }
  | { kind: 'roles'; people: readonly { id: string; realname: string }[] }
)

const DAY = 86_400_000

/** Writes down a change that the caller could make, so that a second person decides it; nothing without a change. */
export async function askSecond(ctx: Asking, change: GrantChange): Promise<void> {
  const { kind, added, removed, reason } = change
  if (added.length + removed.length === 0) return
  const ofRole = kind === 'permissions'
  const people = ofRole ? [] : change.people
  const texts = async (ids: string[]) =>
    ofRole ? (await permissionWords(ctx, ids)).map(({ text }) => text) : namesOf(ctx, ids)
  const words = {
    role: ofRole ? (await namesOf(ctx, [change.roleId])).join('') : '',
    people: people.map(({ realname }) => realname),
    added: await texts(added),
    removed: await texts(removed),
  }
  const seen = await codesByRole(ctx.db, ofRole ? [change.roleId] : added)
  await sql`
    insert into pending_grant
      (kind, role_id, people, added, removed, words, seen, reason, asked_name, asked_at, expires_at)
    values (${kind}, ${ofRole ? change.roleId : null}::bigint, ${people.map(({ id }) => id)}::bigint[],
      ${added}::bigint[], ${removed}::bigint[], ${JSON.stringify(words)}::jsonb,
      ${JSON.stringify(Object.fromEntries(seen))}::jsonb, ${reason}::text, ${ctx.who.realname}::text,
      ${ctx.now}::timestamptz, ${new Date(ctx.now.getTime() + GRANT_DAYS * DAY)}::timestamptz)`.execute(
    ctx.db,
  )
}

async function namesOf({ db }: Asking, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ role_name: string }>`
    select role_name from role where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows.map((row) => row.role_name)
}

/** The permissions of roles, without menus, which carry none. */
async function codesByRole(db: Db, roleIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; permissionIds: string[] }>`
    select r.id, array(select rp.permission_id::text from role_permission rp
      join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
      where rp.tenant_id = r.tenant_id and rp.role_id = r.id and p.code is not null
      order by rp.permission_id) as "permissionIds"
    from role r where r.id = any(${roleIds}::bigint[]) order by r.id for no key update of r`.execute(db)
  return new Map(rows.map((row) => [row.id, row.permissionIds]))
}

/**
 * What became of roles since somebody saw their permissions, in Chinese; null if nothing. They are locked until commit,
 * so that it stays true.
 */
export async function changedSince(
  ctx: Pick<Ctx, 'db'>,
  seen: ReadonlyMap<string, readonly string[]>,
): Promise<string | null> {
  const now = await codesByRole(ctx.db, [...seen.keys()])
  const { rows } = await sql<{ id: string; role_name: string }>`
    select id, role_name from role where id = any(${[...seen.keys()]}::bigint[])`.execute(ctx.db)
  const names = new Map(rows.map((row) => [row.id, row.role_name]))
  const parts: string[] = []
  for (const [roleId, before] of seen) {
    const after = now.get(roleId)
    if (after === undefined) {
      parts.push('角色已删除')
      continue
    }
    const more = await wordsOf(ctx, after, before)
    const less = await wordsOf(ctx, before, after)
    const told = [more && `新增${more}`, less && `收回${less}`].filter(Boolean)
    if (told.length > 0) parts.push(`角色“${names.get(roleId) ?? ''}”${told.join('，')}`)
  }
  return parts.length > 0 ? parts.join('；') : null
}

/** The permissions of `these` that `those` lack; '' for none. */
async function wordsOf(ctx: Pick<Ctx, 'db'>, these: readonly string[], those: readonly string[]) {
  const beyond = new Set(those)
  const ids = these.filter((id) => !beyond.has(id))
  if (ids.length === 0) return ''
  const words = await permissionWords(ctx, ids)
  return words.length > 0 ? `“${words.map(({ text }) => text).join('、')}”` : `已删除的 ${ids.length} 项权限`
}
