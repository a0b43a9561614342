import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'

const answer = z.object({
  url: z.url({ protocol: /^https?$/ }),
  token: z.string().min(1).max(8000),
  expires_in: z.number().int().positive().max(86_400),
})

/**
 * Requests a sign-in of this user from the operator's Kingdee gateway. The request is signed with the shared secret
 * over application, user, time and a nonce, so that the gateway can refuse forged and replayed requests.
 */
export async function askKingdee(ctx: Ctx, target: string | undefined) {
  const { KINGDEE_AUTH_URL: address, KINGDEE_APP_ID: appId, KINGDEE_APP_SECRET: secret } = ctx.env
  if (!address || !appId || !secret) throw new DomainError('not_configured', '未配置金蝶集成，请联系管理员')
  const request = {
    appId,
    username: ctx.who.username,
    timestamp: ctx.now.getTime(),
    nonce: randomUUID(),
    ...(target ? { target } : {}),
  }
  const signed = [request.appId, request.username, request.timestamp, request.nonce, target ?? ''].join('\n')
  const signature = createHmac('sha256', secret).update(signed).digest('hex')
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, signature }),
      signal: AbortSignal.timeout(5000),
    })
    if (!response.ok) throw new Error(`Kingdee answered ${response.status}`)
    const { url, token, expires_in: seconds } = answer.parse(await response.json())
    return {
      url,
      token,
      expiresTime: toWireTime(new Date(ctx.now.getTime() + seconds * 1000), ctx.who.timeZone),
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'Kingdee could not be asked')
    throw new DomainError('kingdee_unreachable', '金蝶服务暂不可用，请稍后再试')
  }
}
