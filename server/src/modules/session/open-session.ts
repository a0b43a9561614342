import { randomUUID } from 'node:crypto'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import type { SignInMethod } from '@heliodesk/contract/sign-in-methods.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import type { PublicCtx } from '../../kernel/context.ts'
import { TOKEN_LIFE_MS } from '../../kernel/session-life.ts'
import { newToken } from '../../kernel/token.ts'
import { present } from '../../platform/certain.ts'
import { creditSignIn } from '../captcha/index.ts'
import { listAllDictionaryItems } from '../dictionaries/index.ts'
import { recordSignIn } from '../sign-in-log/index.ts'
import type { Account } from './account.ts'
import { getUserInfo } from './user-info.ts'

/**
 * Opens a session for an authenticated account, and returns what the client stores. `signedInAt` is when it was
 * authenticated; the company's maximum session length counts from then.
 */
export async function openSession(
  ctx: PublicCtx,
  account: Account,
  { method, login, signedInAt = ctx.now }: { method: SignInMethod; login: string; signedInAt?: Date },
): Promise<Output<(typeof sessionCalls)['login']>> {
  const { token, hash } = newToken(account.tenantId)
  const sessionId = randomUUID()
  await ctx.db
    .insertInto('user_session')
    .values({
      token_hash: hash,
      user_id: account.id,
      session_id: sessionId,
      method,
      device_id: ctx.client.deviceId,
      client_address: ctx.client.address,
      user_agent: ctx.client.userAgent,
      signed_in_at: signedInAt,
      created_at: ctx.now,
      last_used_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + TOKEN_LIFE_MS),
    })
    .execute()
  await recordSignIn(ctx, { method, login, userId: account.id, outcome: 'success', sessionId })
  await creditSignIn(ctx)
  const userInfo = await getUserInfo(ctx, account.tenantId, account.id)
  const depart = {
    id: present(userInfo.depId),
    orgCode: userInfo.orgCode,
    departName: present(userInfo.departName),
  }
  return {
    token,
    userInfo,
    multi_depart: 1,
    departs: [depart],
    lca: depart,
    lca4Dept: depart,
    dataRoles: userInfo.dataRoles,
    sysAllDictItems: await listAllDictionaryItems(ctx.db),
    firstTimeLogin: account.mustChangePassword ? '1' : '0',
    root: { orgCode: userInfo.orgCode },
  }
}
