import type { Input } from '@heliodesk/contract/call.ts'
import {
  expiringDays,
  neverByToken,
  type ApiToken,
  type apiTokenCalls,
  type TokenState,
} from '@heliodesk/contract/api-tokens.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import type { Ctx, Who } from '../../kernel/context.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { ownDepartments } from '../departments/index.ts'

const DAY_MS = 86_400_000

type Row = Omit<ApiToken, 'createTime' | 'daysLeft' | 'expireTime' | 'lastUsedTime' | 'codes'> & {
  codes: string[] | null
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  total: number
}

/** The state of the token `t` of the user `u`. */
const stateAt = (now: Date): RawBuilder<TokenState> => sql<TokenState>`case
  when t.revoked_at is not null then 'revoked'
  when t.expires_at <= ${now} then 'expired'
  when u.status = '2' or u.status = '1' and not app.personal_tokens_stand() then 'stopped'
  when t.expires_at <= ${new Date(now.getTime() + expiringDays * DAY_MS)} then 'expiring'
  else 'active' end`

const OWNED = sql`
  from api_token t
  join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
  join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
  join app_user maker on maker.tenant_id = t.tenant_id and maker.id = t.created_by`

function readRows(ctx: Ctx, wanted: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
  return sql<Row>`
    select t.id, t.name, t.prefix, case u.status when '3' then 'machine' else 'personal' end as kind,
      u.realname as "ownerName", t.read_only as "readOnly", t.codes, t.networks::text[] as networks, ${stateAt(ctx.now)} as state,
      t.created_at as "createdAt", maker.realname as "creatorName", t.expires_at as "expiresAt",
      t.last_used_at as "lastUsedAt", t.last_used_from as "lastUsedFrom", (count(*) over ())::int as total
    ${OWNED} where ${wanted}
    order by t.revoked_at is not null or t.expires_at <= ${ctx.now}, t.created_at desc, t.id desc
    ${limit}`.execute(ctx.db)
}

function shown({ total: _total, createdAt, expiresAt, lastUsedAt, codes, ...row }: Row, ctx: Ctx): ApiToken {
  const { timeZone } = ctx.who
  return {
    ...row,
    codes: codes ?? [],
    createTime: toWireTime(createdAt, timeZone),
    expireTime: toWireTime(expiresAt, timeZone),
    daysLeft: Math.max(0, Math.ceil((expiresAt.getTime() - ctx.now.getTime()) / DAY_MS)),
    lastUsedTime: toWireTimeOrNull(lastUsedAt, timeZone),
  }
}

/** Tokens of the people and machines of the caller's departments. */
export const inReach = (who: Who): RawBuilder<unknown> => ownDepartments(who, 'd.org_code')

export async function ownTokens(ctx: Ctx): Promise<ApiToken[]> {
  const { rows } = await readRows(ctx, sql`t.user_id = ${ctx.who.userId}`, sql`limit 200`)
  return rows.map((row) => shown(row, ctx))
}

export async function listTokens(ctx: Ctx, input: Input<(typeof apiTokenCalls)['list']>) {
  const { pageNo, pageSize, keyword, kind, state } = input
  const wanted = allOf(
    inReach(ctx.who),
    mentions(sql`concat_ws(' ', t.name, t.prefix, u.realname)`, keyword, 'u'),
    kind && sql`(u.status = '3') = ${kind === 'machine'}`,
    state && sql`${stateAt(ctx.now)} = ${state}`,
  )
  const { rows } = await readRows(ctx, wanted, sql`limit ${pageSize} offset ${(pageNo - 1) * pageSize}`)
  return pagesOf(
    rows.map((row) => shown(row, ctx)),
    rows[0]?.total ?? (await countAll(ctx, wanted)),
    input,
  )
}

/** A page behind the last one has no row that could say how many there are. */
async function countAll(ctx: Ctx, wanted: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total ${OWNED} where ${wanted}`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

/** The permissions that a person or machine holds and a token may have. */
export async function codesFor(ctx: Ctx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct p.code from user_role ur
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
      join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
    where ur.user_id = ${userId} and p.code is not null and p.code <> all(${[...neverByToken]}::text[])
    order by p.code`.execute(ctx.db)
  return rows.map(({ code }) => code)
}

/** Ends the token of somebody who leaves: nobody else may act as them. False if it has ended. */
export async function endToken({ db, now, who }: Ctx, id: string, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    update api_token set revoked_at = ${now}, revoked_by = ${who.userId}
    where id = ${id} and user_id = ${ownerId} and revoked_at is null returning id`.execute(db)
  return rows.length > 0
}
