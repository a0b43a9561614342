import { messageChannels, type MessageChannel } from '@heliodesk/contract/message-kinds.ts'
import type { WebhookKind } from '@heliodesk/contract/webhooks.ts'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { secretsOf } from '../../kernel/secrets.ts'
import type { Db } from '../../platform/postgres.ts'
import { DeliveryFailed } from '../webhooks/index.ts'

const settings = z.object({
  host: z.string().default(''),
  port: z.number().default(465),
  tls: z.enum(['tls', 'starttls', 'none']).default('tls'),
  user: z.string().default(''),
  sender: z.string().default(''),
  /** Of a robot, sealed: it has a key in it. */
  address: z.string().default(''),
  /** Of push. */
  publicKey: z.string().default(''),
})

/** A way of the company; its secret and the address of a robot as they lie in the database. */
export type StoredWay = Omit<z.output<typeof settings>, 'address'> & {
  channel: MessageChannel
  enabled: boolean
  stored: { secret: string; address: string }
  version: number
}

export type Way = StoredWay & {
  secret: string
  address: string
  /** A secret is there that no known key opens: it has to be entered anew. */
  isLost: boolean
}

/** Whose secrets are read, and where their key is. */
export type Opening = { env: Env; tenant: number }

const TABLE = 'message_channel'

export const sealed = (
  { env, tenant }: Opening,
  channel: string,
  column: 'secret' | 'settings.address',
  text: string,
): string => secretsOf(env).seal({ tenant, table: TABLE, column, row: channel }, text)

const robots: readonly string[] = ['wecom', 'dingtalk', 'feishu'] satisfies WebhookKind[]
export const isRobot = (channel: string): channel is Exclude<WebhookKind, 'https'> => robots.includes(channel)

/** All ways of a company, in the order of people; those never set up are off. */
export async function waysOf(db: Db): Promise<StoredWay[]> {
  const rows = await db
    .selectFrom(TABLE)
    .select(['channel', 'enabled', 'settings', 'secret', 'version'])
    .execute()
  return (Object.keys(messageChannels) as MessageChannel[]).map((channel) => {
    const row = rows.find((each) => each.channel === channel)
    const { address, ...own } = settings.parse(row?.settings ?? {})
    return {
      ...own,
      channel,
      enabled: row?.enabled ?? false,
      stored: { secret: row?.secret ?? '', address },
      version: row?.version ?? 0,
    }
  })
}

export function openedWay(way: StoredWay, { env, tenant }: Opening): Way {
  const { channel, stored } = way
  const open = (column: string, text: string) =>
    secretsOf(env).open({ tenant, table: TABLE, column, row: channel }, text)
  const [secret, address] = [open('secret', stored.secret), open('settings.address', stored.address)]
  return { ...way, secret: secret ?? '', address: address ?? '', isLost: secret === null || address === null }
}

export async function wayOf(db: Db, channel: MessageChannel, opening: Opening): Promise<Way> {
  const way = (await waysOf(db)).find((each) => each.channel === channel)
  if (!way) throw new Error(`no such channel: ${channel}`)
  return openedWay(way, opening)
}

/** What is sent by a way whose secret is lost would be refused, or not signed. */
export function requireSecret({ isLost }: Pick<Way, 'isLost'>): void {
  if (isLost)
    throw new SecretLost('服务器的加密密钥已更换，本通道的密钥无法读取，请管理员在消息通道中重新填写')
}

export class SecretLost extends DeliveryFailed {}
