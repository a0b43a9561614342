import type { Env } from '../../env.ts'
import { addressFor, blockListOf, DeliveryFailed, messageOf, refusalIn, send } from '../webhooks/index.ts'
import { isRobot, type Way } from './ways.ts'

type Words = { number: string; text: string; phone: string | null; at: Date }

/** The words in the form of a robot, which calls the person by their phone, if it can. */
function bodyOf(channel: 'wecom' | 'dingtalk' | 'feishu', { text, phone }: Words): string {
  const phones = phone === null ? [] : [phone]
  switch (channel) {
    case 'wecom':
      return JSON.stringify({ msgtype: 'text', text: { content: text, mentioned_mobile_list: phones } })
    case 'dingtalk':
      return JSON.stringify({ msgtype: 'text', text: { content: text }, at: { atMobiles: phones } })
    case 'feishu':
      return JSON.stringify({ msg_type: 'text', content: { text } })
  }
}

/** Posts words to the robot of a group, by the rules of webhooks. Throws what it refuses them for. */
export async function postToRobot(way: Way, words: Words, env: Env, signal?: AbortSignal): Promise<void> {
  const { channel, address, secret } = way
  if (!isRobot(channel)) throw new Error(`no robot: ${channel}`)
  const to = await addressFor(address, blockListOf(env.WEBHOOK_PRIVATE_NETWORKS))
  const message = messageOf({
    kind: channel,
    url: address,
    event: 'message',
    deliveryNo: words.number,
    body: bodyOf(channel, words),
    at: words.at,
    secret,
    oldSecret: null,
  })
  const headers = { ...message.headers, 'x-helio-delivery': words.number }
  const sent = await send({ ...message, headers }, to, { signal })
  const refusal = sent.status === null ? sent.fault : refusalIn(channel, sent.status, sent.body)
  if (refusal !== null) throw new DeliveryFailed(refusal)
}
