import { messageChannels, type MessageChannel } from '@heliodesk/contract/message-kinds.ts'
import type { WebhookKind } from '@heliodesk/contract/webhooks.ts'
import { z } from 'zod'
import type { Db } from '../../platform/postgres.ts'

const settings = z.object({
  host: z.string().default(''),
  port: z.number().default(465),
  tls: z.enum(['tls', 'starttls', 'none']).default('tls'),
  user: z.string().default(''),
  sender: z.string().default(''),
  /** Of a robot. */
  address: z.string().default(''),
  /** Of push. */
  publicKey: z.string().default(''),
})

/** A way of the company, with its secret. */
export type Way = z.output<typeof settings> & {
  channel: MessageChannel
  enabled: boolean
  secret: string
  version: number
}

const robots: readonly string[] = ['wecom', 'dingtalk', 'feishu'] satisfies WebhookKind[]
export const isRobot = (channel: string): channel is Exclude<WebhookKind, 'https'> => robots.includes(channel)

/** All ways of a company, in the order of people; those never set up are off. */
export async function waysOf(db: Db): Promise<Way[]> {
  const rows = await db
    .selectFrom('message_channel')
    .select(['channel', 'enabled', 'settings', 'secret', 'version'])
    .execute()
  return (Object.keys(messageChannels) as MessageChannel[]).map((channel) => {
    const row = rows.find((each) => each.channel === channel)
    return {
      ...settings.parse(row?.settings ?? {}),
      channel,
      enabled: row?.enabled ?? false,
      secret: row?.secret ?? '',
      version: row?.version ?? 0,
    }
  })
}

export async function wayOf(db: Db, channel: MessageChannel): Promise<Way> {
  const way = (await waysOf(db)).find((each) => each.channel === channel)
  if (!way) throw new Error(`no such channel: ${channel}`)
  return way
}
