import type { messageChannelCalls } from '@heliodesk/contract/message-channels.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { DomainError, type Handler } from '../../kernel/context.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { blockListOf, maskedAddress, requireReachable } from '../webhooks/index.ts'
import { messageOfTest, sendMail } from './mail.ts'
import { postToRobot } from './robots.ts'
import { isRobot, openedWay, requireSecret, sealed, wayOf, waysOf } from './ways.ts'

type Calls = typeof messageChannelCalls

export const readCompany: Handler<Calls['company']> = async ({ db, env, who }) =>
  (await waysOf(db)).map((each) => {
    const opened = openedWay(each, { env, tenant: who.tenantId })
    const { secret: _secret, address, publicKey: _key, stored, isLost, ...way } = opened
    return {
      ...way,
      address: isRobot(way.channel) && address !== '' ? maskedAddress(way.channel, address) : '',
      hasSecret: stored.secret !== '',
      lostSecret: isLost,
    }
  })

const robotNetworks = (env: Env) => blockListOf(env.WEBHOOK_PRIVATE_NETWORKS)

export const saveCompany: Handler<Calls['saveCompany']> = async ({ db, now, env, who }, input) => {
  const { channel, enabled, version, address, password, ...given } = input
  await sql`select pg_advisory_xact_lock(hashtext('message_channel'), app.tenant_id())`.execute(db)
  const own = { env, tenant: who.tenantId }
  const before = await wayOf(db, channel, own)
  requireVersion(before, version, stale('messageChannel', '消息通道'))
  const robot = address ?? before.address
  if (enabled && channel === 'mail' && (given.host === '' || given.sender === ''))
    throw new DomainError('message.mail', '请填写邮件服务器（host）和发件人（sender）')
  if (enabled && channel === 'mail' && !z.email().safeParse(given.sender).success)
    throw new DomainError('message.mail', '发件人（sender）应为邮箱地址')
  if (isRobot(channel) && enabled) {
    if (!z.url({ protocol: /^https?$/ }).safeParse(robot).success)
      throw new DomainError('message.robot', '请填写机器人地址（address），以 https:// 开头')
    requireReachable(robot, robotNetworks(env))
  }
  const keys =
    channel === 'push' && enabled && (before.publicKey === '' || before.isLost)
      ? (await import('web-push')).default.generateVAPIDKeys()
      : null
  const fresh = channel === 'push' ? keys?.privateKey : password
  // What stays is not sealed anew, so that a lost one opens again if its key is found.
  const secret = fresh === undefined ? before.stored.secret : sealed(own, channel, 'secret', fresh)
  const to = address === undefined ? before.stored.address : sealed(own, channel, 'settings.address', address)
  const settings = {
    ...given,
    address: isRobot(channel) ? to : '',
    publicKey: keys?.publicKey ?? before.publicKey,
  }
  await sql`
    insert into message_channel (channel, enabled, settings, secret, updated_at)
    values (${channel}, ${enabled}, ${JSON.stringify(settings)}::jsonb, ${secret}, ${now})
    on conflict (tenant_id, channel) do update set enabled = excluded.enabled, settings = excluded.settings,
      secret = excluded.secret, version = message_channel.version + 1, updated_at = excluded.updated_at`.execute(
    db,
  )
  return {}
}

/** Tries a way with the caller; what goes wrong is the answer, for who set it up. */
export const testCompany: Handler<Calls['testCompany']> = async ({ db, who, env, now }, { channel }) => {
  const way = await wayOf(db, channel, { env, tenant: who.tenantId })
  if (!way.enabled) return { fault: '通道未启用，请先启用并保存' }
  try {
    requireSecret(way)
    if (channel === 'mail') {
      const row = await db
        .selectFrom('message_mail')
        .select('address')
        .where('user_id', '=', who.userId)
        .executeTakeFirst()
      if (!row) return { fault: '请先在接收设置中填写您的邮箱' }
      await sendMail(way, { to: row.address, ...messageOfTest(who.realname) }, env)
    } else if (isRobot(channel))
      await postToRobot(
        way,
        { number: crypto.randomUUID(), text: `这是一条测试，由${who.realname}发出`, phone: null, at: now },
        env,
      )
    return { fault: '' }
  } catch (error) {
    return { fault: error instanceof Error ? error.message.slice(0, 200) : '发送失败' }
  }
}

export const saveRules: Handler<Calls['saveRules']> = async ({ db, now }, { rules }) => {
  await sql`select pg_advisory_xact_lock(hashtext('message_channel'), app.tenant_id())`.execute(db)
  await db.deleteFrom('message_rule').execute()
  // The last of a group counts.
  const given = [...new Map(rules.map((rule) => [rule.group, rule])).values()].filter(
    ({ locked, roleId }) => locked.length > 0 || roleId !== null,
  )
  const roles = new Set(given.flatMap(({ roleId }) => roleId ?? []))
  const known = await db.selectFrom('role').select('id').execute()
  if ([...roles].some((roleId) => !known.some(({ id }) => id === roleId)))
    throw new DomainError('message.role', '升级到的角色（roleId）不存在')
  if (given.length === 0) return {}
  await db
    .insertInto('message_rule')
    .values(
      given.map(({ group, locked, escalateMinutes, roleId }) => ({
        topic: group,
        channels: locked,
        escalate_minutes: escalateMinutes,
        role_id: roleId,
        updated_at: now,
      })),
    )
    .execute()
  return {}
}
