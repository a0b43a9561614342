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

type Person = { id: string; realname: string }

/** Of the roles of people and machines, `added` and `removed` are roles; of a role, its permissions; of a scope, projects. */
export type GrantChange = { reason: string } & (
  | { kind: 'permissions'; roleId: string; added: string[]; removed: string[] }
  | { kind: 'machine' | 'roles'; people: readonly Person[]; added: string[]; removed: string[] }
  | {
      kind: 'scope'
      people: readonly Person[]
      added: string[]
      removed: string[]
      words: { added: string[]; removed: string[] }
      payload: object
    }
  | { kind: 'dataRole'; name: string; words: { added: string[]; removed: string[] }; payload: object }
)

const DAY = 86_400_000

/** Writes down a change that the caller could make, so that a second person decides it; nothing without a change. */
export async function askSecond(ctx: Asking, change: GrantChange): Promise<void> {
  const { added, removed } = change.kind === 'dataRole' ? { added: [], removed: [] } : change
  const payload = 'payload' in change ? change.payload : {}
  if (added.length + removed.length + Object.keys(payload).length === 0) return
  const people = 'people' in change ? change.people : []
  const words = { people: people.map(({ realname }) => realname), ...(await wordsOfChange(ctx, change)) }
  const rolesSeen =
    change.kind === 'permissions'
      ? [change.roleId]
      : change.kind === 'roles' || change.kind === 'machine'
        ? added
        : []
  const seen = await codesByRole(ctx.db, rolesSeen)
  await sql`
    insert into pending_grant
      (kind, role_id, people, added, removed, words, seen, payload, reason, asked_name, asked_at, expires_at)
    values (${change.kind}, ${change.kind === 'permissions' ? change.roleId : null}::bigint,
      ${people.map(({ id }) => id)}::bigint[], ${added}::bigint[], ${removed}::bigint[],
      ${JSON.stringify(words)}::jsonb, ${JSON.stringify(Object.fromEntries(seen))}::jsonb,
      ${JSON.stringify(payload)}::jsonb, ${change.reason}::text, ${ctx.who.realname}::text, ${ctx.now}::timestamptz,
      ${new Date(ctx.now.getTime() + GRANT_DAYS * DAY)}::timestamptz)`.execute(ctx.db)
}

type ChangeWords = { role: string; added: string[]; removed: string[] }

async function wordsOfChange(ctx: Asking, change: GrantChange): Promise<ChangeWords> {
  if (change.kind === 'dataRole') return { role: change.name, ...change.words }
  if (change.kind === 'scope') return { role: '', ...change.words }
  const texts = async (ids: string[]) =>
    change.kind === 'permissions'
      ? (await permissionWords(ctx, ids)).map(({ text }) => text)
      : namesOf(ctx, ids)
  const role = change.kind === 'permissions' ? (await namesOf(ctx, [change.roleId])).join('') : ''
  return { role, added: await texts(change.added), removed: await texts(change.removed) }
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
