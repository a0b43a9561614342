import { apiTokenCalls, mostTokens } from '@heliodesk/contract/api-tokens.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { readSettings } from '../../kernel/settings.ts'
import { newApiToken } from '../../kernel/token.ts'
import { addMachine, listMachines, lockMachine, stopMachine } from './machines.ts'
import { codesFor, inReach, listTokens, ownTokens } from './rows.ts'

export { giveMachineRoles } from './machines.ts'

const DAY_MS = 86_400_000

type Given = { name: string; readOnly: boolean; codes: string[]; days: number; networks: string[] }

/** Makes a token that acts as a user or machine, within what that one holds now. */
async function makeToken(ctx: Ctx, userId: string, given: Given): Promise<{ id: string; token: string }> {
  const { name, readOnly, days } = given
  const codes = [...new Set(given.codes)]
  const held = new Set(await codesFor(ctx, userId))
  const beyond = codes.filter((code) => !held.has(code)).map(titleOfPermission)
  if (beyond.length > 0)
    throw new DomainError('apiToken.beyond', `账号没有“${beyond.join('、')}”权限，不能交给令牌`)
  const { token, hash, prefix } = newApiToken(ctx.who.tenantId)
  const { rows } = await sql<{ id: string }>`
    insert into api_token (token_hash, prefix, name, user_id, read_only, codes, networks, created_at, expires_at)
    select ${hash}::bytea, ${prefix}::text, ${name}::text, ${userId}::bigint, ${readOnly}::boolean, ${codes.length === 0 ? null : codes}::text[],
      array(select network(value::inet) from unnest(${given.networks}::text[]) as value), ${ctx.now}::timestamptz,
      ${new Date(ctx.now.getTime() + days * DAY_MS)}::timestamptz
    where (select count(*) from api_token where user_id = ${userId} and revoked_at is null
      and expires_at > ${ctx.now}) < ${mostTokens}
    returning id`.execute(ctx.db)
  const [made] = rows
  if (!made) throw new DomainError('apiToken.too_many', `有效的令牌最多 ${mostTokens} 个，请先吊销不用的`)
  return { id: made.id, token }
}

const NOT_ALLOWED = new DomainError('apiToken.not_allowed', '公司已关闭个人令牌，请联系管理员')

const mayHaveTokens = async ({ db }: Ctx) => (await readSettings(db)).system.values.personalTokens

export { endToken } from './rows.ts'

/** Tokens of programs, of people and of machine accounts. */
export const apiTokens = defineModule(apiTokenCalls, {
  async own(ctx) {
    const [allowed, tokens, codes] = [
      await mayHaveTokens(ctx),
      await ownTokens(ctx),
      await codesFor(ctx, ctx.who.userId),
    ]
    return { allowed, tokens, codes }
  },

  list: listTokens,

  async add(ctx, input) {
    if (!(await mayHaveTokens(ctx))) throw NOT_ALLOWED
    // One after the other, so that two windows do not pass the limit together.
    await sql`select from app_user where id = ${ctx.who.userId} for no key update`.execute(ctx.db)
    return makeToken(ctx, ctx.who.userId, input)
  },

  async addForMachine(ctx, { machineId, ...input }) {
    await lockMachine(ctx, machineId)
    return makeToken(ctx, machineId, input)
  },

  async revoke(ctx, { id }) {
    const managesOthers = (await missingRight(ctx, ['api:manage'])) === null
    const { rows } = await sql<{ id: string }>`
      update api_token set revoked_at = coalesce(revoked_at, ${ctx.now}), revoked_by = coalesce(revoked_by, ${ctx.who.userId}::bigint)
      where id = (select t.id from api_token t
        join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
        join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where t.id = ${id} and (u.id = ${ctx.who.userId} or ${managesOthers}::boolean and ${inReach(ctx.who)}))
      returning id`.execute(ctx.db)
    if (rows.length === 0) throw notFound()
    return {}
  },

  machines: listMachines,
  addMachine,
  stopMachine,
})
