import { createHash, randomInt } from 'node:crypto'
import {
  usualChoices,
  type messageChannelCalls,
  type MessageChoice,
} from '@heliodesk/contract/message-channels.ts'
import {
  groupOf,
  isMessageKind,
  messageChannels,
  messageGroups,
  type MessageChannel,
  type MessageGroup,
} from '@heliodesk/contract/message-kinds.ts'
import { sql } from 'kysely'
import { DomainError, Refusal, type Ctx, type Handler } from '../../kernel/context.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { maskPhone } from '../sms/index.ts'
import { channelsFor, dueOf, isWithin, type Chosen } from './choosing.ts'
import { requireSecret, wayOf, waysOf } from './ways.ts'
import { sealedAuth } from './push.ts'
import { sendMail } from './mail.ts'
import { reachedBy, reader } from './plan.ts'
import { tell } from './tell.ts'

type Calls = typeof messageChannelCalls

type OwnRow = Chosen & {
  phone: boolean
  mail: boolean
  push: boolean
  version: number
  number: string | null
  address: string | null
  isConfirmed: boolean
  fault: string | null
  failedAt: Date | null
}

async function ownRow({ db, who }: Ctx): Promise<OwnRow> {
  const { rows } = await sql<OwnRow & { userId: string }>`
    select ${reader}, coalesce(c.version, 0) as version, u.phone as number, e.address,
      e.confirmed_at is not null as "isConfirmed", e.fault, e.failed_at as "failedAt"
    from app_user u
    left join message_choice c on c.tenant_id = u.tenant_id and c.user_id = u.id
    left join message_mail e on e.tenant_id = u.tenant_id and e.user_id = u.id
    where u.id = ${who.userId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the caller is nobody')
  return row
}

const groups = Object.keys(messageGroups) as MessageGroup[]

async function rulesOf({ db }: Pick<Ctx, 'db'>) {
  const { rows } = await sql<{
    topic: string
    channels: string[]
    minutes: number | null
    roleId: string | null
    roleName: string | null
  }>`
    select r.topic, r.channels, r.escalate_minutes as minutes, r.role_id as "roleId", o.role_name as "roleName"
    from message_rule r left join role o on o.tenant_id = r.tenant_id and o.id = r.role_id`.execute(db)
  return groups.map((group) => {
    const row = rows.find(({ topic }) => topic === group)
    return {
      group,
      locked: (row?.channels ?? []) as MessageChannel[],
      escalateMinutes: row?.minutes ?? null,
      roleId: row?.roleId ?? null,
      roleName: row?.roleName ?? '',
    }
  })
}

/** Why somebody is not reached on a way; '' if they are. */
function missingOf(channel: MessageChannel, isEnabled: boolean, row: OwnRow): string {
  if (!isEnabled) return '公司未启用'
  if (channel === 'sms' && !row.phone) return '没有手机号'
  if (channel === 'mail' && !row.mail) return row.address === null ? '未填写邮箱' : '邮箱未确认'
  return channel === 'push' && !row.push ? '未在浏览器中开启' : ''
}

const maskedMail = (address: string) => address.replace(/^(.{0,4})[^@]*/, '$1…')

export const readOwn: Handler<Calls['own']> = async (ctx) => {
  const row = await ownRow(ctx)
  const ways = await waysOf(ctx.db)
  const { rows: deputies } = await sql<{ name: string; from: Date; until: Date }>`
    select u.realname as name, g.starts_at as "from", g.ends_at as until from process_delegation g
    join app_user u on u.tenant_id = g.tenant_id and u.id = g.to_id
    where g.from_id = ${ctx.who.userId} and g.ended_at is null and g.ends_at > ${ctx.now}
    order by g.starts_at limit 5`.execute(ctx.db)
  const zone = ctx.who.timeZone
  return {
    choices: groups.map((group) => {
      const own = row.choices.find((each) => each.group === group)
      return own ?? usualOf(group)
    }),
    quietFrom: row.quietFrom,
    quietUntil: row.quietUntil,
    version: row.version,
    rules: await rulesOf(ctx),
    ways: ways.map(({ channel, enabled }) => ({
      channel,
      missing: missingOf(channel, enabled, row),
      address:
        channel === 'sms' && row.number !== null
          ? maskPhone(row.number)
          : channel === 'mail' && row.address !== null
            ? maskedMail(row.address)
            : '',
      fault:
        channel === 'mail' && row.fault !== null && row.failedAt
          ? `${toWireTime(row.failedAt, zone).slice(5, 10)} ${row.fault}`
          : '',
    })),
    deputies: deputies.map(({ name, from, until }) => ({
      name,
      from: toWireTime(from, zone),
      until: toWireTime(until, zone),
    })),
    mail: { address: row.address ?? '', isConfirmed: row.isConfirmed },
    pushKey: ways.find(({ channel, enabled }) => channel === 'push' && enabled)?.publicKey ?? '',
  }
}

const usualOf = (group: MessageGroup): MessageChoice =>
  usualChoices.find((each) => each.group === group) ?? { group, channels: [], when: 'now' }

export const saveOwn: Handler<Calls['saveOwn']> = async (ctx, input) => {
  const { choices, quietFrom, quietUntil, version } = input
  await ctx.db.selectFrom('app_user').select('id').where('id', '=', ctx.who.userId).forNoKeyUpdate().execute()
  requireVersion(await ownRow(ctx), version, stale('messageChoice', '接收设置'))
  await sql`
    insert into message_choice (choices, quiet_from, quiet_until)
    values (${JSON.stringify({ all: choices })}::jsonb, ${quietFrom}, ${quietUntil})
    on conflict (tenant_id, user_id) do update set choices = excluded.choices, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, version = message_choice.version + 1`.execute(ctx.db)
  return {}
}

const WEEK_MS = 7 * 86_400_000

export const preview: Handler<Calls['preview']> = async (ctx, chosen) => {
  const row = await ownRow(ctx)
  const rules = await rulesOf(ctx)
  const enabled = (await waysOf(ctx.db)).filter((way) => way.enabled).map(({ channel }) => channel)
  const there = reachedBy(enabled, row)
  const { rows } = await sql<{ kind: string; at: Date }>`
    select m.kind, m.at from message_to t join message m on m.tenant_id = t.tenant_id and m.id = t.message_id
    where t.user_id = ${ctx.who.userId} and m.at > ${new Date(ctx.now.getTime() - WEEK_MS)}`.execute(ctx.db)
  const pieces = new Map<MessageChannel, Set<string>>()
  let night = 0
  for (const [nth, { kind, at }] of rows.entries()) {
    if (!isMessageKind(kind)) continue
    const locked = rules.find(({ group }) => group === groupOf(kind))?.locked ?? []
    const due = dueOf(kind, chosen, at, ctx.who.timeZone)
    const ways = channelsFor(kind, chosen, locked, there)
    // What is due together is one piece.
    for (const way of ways)
      pieces.set(way, (pieces.get(way) ?? new Set()).add(due.together ? due.at.toISOString() : `own ${nth}`))
    const { quietFrom, quietUntil } = chosen
    const isNight =
      quietFrom !== null && quietUntil !== null && isWithin(due.at, quietFrom, quietUntil, ctx.who.timeZone)
    if (ways.length > 0 && isNight) night++
  }
  return {
    inApp: rows.length,
    channels: (Object.keys(messageChannels) as MessageChannel[])
      .filter((channel) => enabled.includes(channel))
      .map((channel) => ({ channel, count: pieces.get(channel)?.size ?? 0 })),
    night,
  }
}

/** A message of the caller's own, through the same jobs as every other. */
export const testOwn: Handler<Calls['testOwn']> = async (ctx) => {
  const { db, who, now } = ctx
  const row = await ownRow(ctx)
  const enabled = (await waysOf(db)).filter((way) => way.enabled).map(({ channel }) => channel)
  const there = reachedBy(enabled, row)
  const id = await tell(
    { db, now },
    {
      kind: 'announcement',
      about: { kind: 'announcement', id: null },
      to: { people: [who.userId] },
      values: { title: '这是一条测试', user: who.realname, scope: '自己' },
      key: `test ${who.userId} ${now.toISOString()}`,
    },
  )
  return { count: id === null ? 0 : there.length }
}

const CODE_MS = 10 * 60_000
const MOST_TRIES = 5

const hashOf = (userId: string, address: string, code: string) =>
  createHash('sha256').update([userId, address, code].join('\n')).digest()

/** The code goes out at once, so that people see whether the address exists. */
export const askMail: Handler<Calls['askMail']> = async ({ db, who, now, env }, { mail }) => {
  const way = await wayOf(db, 'mail', { env, tenant: who.tenantId })
  requireSecret(way)
  if (!way.enabled) throw new DomainError('message.mail_off', '公司未启用邮件，请联系管理员')
  const before = await db
    .selectFrom('message_mail')
    .select('code_until')
    .where('user_id', '=', who.userId)
    .forUpdate()
    .executeTakeFirst()
  if (before?.code_until && before.code_until.getTime() - CODE_MS + 60_000 > now.getTime())
    throw new DomainError('message.soon', '验证码刚发送过，请 1 分钟后再试')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = hashOf(who.userId, mail, code)
  await sql`
    insert into message_mail (address, code_hash, code_until)
    values (${mail}, ${hash}, ${new Date(now.getTime() + CODE_MS)})
    on conflict (tenant_id, user_id) do update set address = excluded.address, code_hash = excluded.code_hash,
      code_until = excluded.code_until, tries = 0, fault = null, failed_at = null,
      confirmed_at = case when message_mail.address = excluded.address then message_mail.confirmed_at end`.execute(
    db,
  )
  const text = `您正在确认接收消息的邮箱，验证码为 ${code}，10 分钟内有效，请勿告知他人。`
  await sendMail(way, { number: crypto.randomUUID(), to: mail, subject: '邮箱验证码', text }, env).catch(
    () => {
      throw new DomainError('message.mail_failed', '验证码没有发出，请检查邮箱或稍后再试')
    },
  )
  return {}
}

export const confirmMail: Handler<Calls['confirmMail'], Refusal> = async ({ db, who, now }, { code }) => {
  const row = await db
    .selectFrom('message_mail')
    .select(['address', 'code_hash', 'code_until', 'tries'])
    .where('user_id', '=', who.userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.code_hash || !row.code_until || row.code_until < now || row.tries >= MOST_TRIES)
    throw new DomainError('message.code', '验证码已失效，请重新获取')
  const isRight = row.code_hash.equals(hashOf(who.userId, row.address, code))
  await db
    .updateTable('message_mail')
    .set(
      isRight ? { confirmed_at: now, code_hash: null, code_until: null, tries: 0 } : { tries: row.tries + 1 },
    )
    .where('user_id', '=', who.userId)
    .execute()
  if (!isRight) return new Refusal('message.code', '验证码错误')
  return {}
}

export const addPush: Handler<Calls['addPush']> = async (
  { db, now, env, who },
  { endpoint, p256dh, auth },
) => {
  const kept = sealedAuth({ env, tenant: who.tenantId }, endpoint, auth)
  await sql`
    insert into message_push (endpoint, p256dh, auth_secret, added_at) values (${endpoint}, ${p256dh}, ${kept}, ${now})
    on conflict (tenant_id, endpoint) do update set user_id = app.user_id(), p256dh = excluded.p256dh,
      auth_secret = excluded.auth_secret`.execute(db)
  return {}
}

export const removePush: Handler<Calls['removePush']> = async ({ db, who }, { endpoint }) => {
  await db
    .deleteFrom('message_push')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', who.userId)
    .execute()
  return {}
}
