import type { Output } from '@heliodesk/contract/call.ts'
import type { insightCalls } from '@heliodesk/contract/insight.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { grantersOf } from '../access/index.ts'

type Calls = typeof insightCalls

const HELD = new DomainError('granters.held', '您已有此权限，无需申请')
const TOO_MANY = new DomainError('granters.too_many', '查询过于频繁，请一分钟后再试')

const MINUTE_MS = 60_000
const MOST_PER_MINUTE = 30
/** How many people are counted; the oldest are forgotten. */
const MOST_COUNTED = 10_000

/** When the person's minute began, and how often they asked in it. It need not be exact across processes. */
const asked = new Map<string, { since: number; count: number }>()

function countAsking({ who, now }: Ctx): void {
  const key = `${who.tenantId}/${who.userId}`
  const known = asked.get(key)
  const running =
    known && now.getTime() - known.since < MINUTE_MS ? known : { since: now.getTime(), count: 0 }
  running.count += 1
  asked.delete(key)
  asked.set(key, running)
  for (const oldest of asked.keys()) {
    if (asked.size <= MOST_COUNTED) break
    asked.delete(oldest)
  }
  if (running.count > MOST_PER_MINUTE) throw TOO_MANY
}

/** Only of a right that the caller lacks, so that the call does not list who holds what. */
export const listGranters: Handler<Calls['granters']> = async (
  ctx,
  { perm },
): Promise<Output<Calls['granters']>> => {
  countAsking(ctx)
  if ((await missingRight(ctx, [perm])) === null) throw HELD
  return { title: titleOfPermission(perm), granters: await grantersOf(ctx, ctx.who.userId, perm) }
}
