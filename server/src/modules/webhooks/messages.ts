import { createHmac } from 'node:crypto'
import { own } from '@heliodesk/contract/own.ts'
import { titleOfEvent, type WebhookKind } from '@heliodesk/contract/webhooks.ts'
import type { Message } from './send.ts'

/** What a webhook is told, in the form that receivers over HTTPS get. */
export type Told = {
  /** The delivery id. */
  id: string
  event: string
  time: string
  object: { kind: string; id: string; code: string }
  /** To the page about it; null if the operator has not said where people open the product. */
  link: string | null
  data: Record<string, unknown>
}

/** The body of a message; robots get their signature with each attempt (`messageOf`). */
export function bodyOf(kind: WebhookKind, told: Told): string {
  const { title, lines } = inWords(told)
  const markdown = [`**${title}**`, ...lines, ...(told.link ? [`[查看详情](${told.link})`] : [])]
  switch (kind) {
    case 'https':
      return JSON.stringify(told)
    case 'wecom':
      return JSON.stringify({ msgtype: 'markdown', markdown: { content: markdown.join('\n') } })
    case 'dingtalk':
      // Its markdown ends a line with two spaces or a blank line.
      return JSON.stringify({ msgtype: 'markdown', markdown: { title, text: markdown.join('\n\n') } })
    case 'feishu':
      return JSON.stringify({
        msg_type: 'post',
        content: {
          post: {
            zh_cn: {
              title,
              content: [
                ...lines.map((text) => [{ tag: 'text', text }]),
                ...(told.link ? [[{ tag: 'a', text: '查看详情', href: told.link }]] : []),
              ],
            },
          },
        },
      })
  }
}

type Secrets = { secret: string; oldSecret: string | null }
type Parcel = Secrets & {
  kind: WebhookKind
  url: string
  event: string
  deliveryNo: string
  body: string
  at: Date
}

/** An attempt to send a body: with the signature of now. */
export function messageOf({ kind, url, event, deliveryNo, body, at, secret, oldSecret }: Parcel): Message {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Heliodesk-Webhook/1' }
  const seconds = Math.floor(at.getTime() / 1000)
  switch (kind) {
    case 'https': {
      const signed = [secret, ...(oldSecret === null ? [] : [oldSecret])].map(
        (key) => `v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`,
      )
      return {
        url,
        headers: {
          ...headers,
          'x-helio-event': event,
          'x-helio-delivery': deliveryNo,
          'x-helio-signature': [`t=${seconds}`, ...signed].join(','),
        },
        body,
      }
    }
    case 'wecom':
      return { url, headers, body }
    case 'dingtalk': {
      if (secret === '') return { url, headers, body }
      const to = new URL(url)
      const timestamp = String(at.getTime())
      to.searchParams.set('timestamp', timestamp)
      to.searchParams.set(
        'sign',
        createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'),
      )
      return { url: to.href, headers, body }
    }
    case 'feishu': {
      if (secret === '') return { url, headers, body }
      // Its key is the text to sign, and what is signed is empty.
      const sign = createHmac('sha256', `${seconds}\n${secret}`).digest('base64')
      const signed = { timestamp: String(seconds), sign, ...(JSON.parse(body) as object) }
      return { url, headers, body: JSON.stringify(signed) }
    }
  }
}

/** Why an answer is none of success; null if it is. Robots answer 200 also to what they refuse. */
export function refusalIn(kind: WebhookKind, status: number, body: string): string | null {
  if (status >= 300 && status < 400) return `对方要求跳转（${status}），不跟随`
  if (status < 200 || status >= 300) return `对方返回 ${status}`
  if (kind === 'https') return null
  const answer = fieldsOf(body)
  const code = answer[kind === 'feishu' ? 'code' : 'errcode'] ?? answer.StatusCode
  if (code === 0) return null
  const said = answer[kind === 'feishu' ? 'msg' : 'errmsg']
  return `机器人拒绝（${typeof code === 'number' || typeof code === 'string' ? code : '无错误码'}${typeof said === 'string' ? ` ${said.slice(0, 100)}` : ''}）`
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** An address without what is secret in it: robots have a key in theirs, and so may others in their query. */
export function maskedAddress(kind: WebhookKind, url: string): string {
  const { origin, pathname, searchParams } = new URL(url)
  const path = kind === 'feishu' ? pathname.replace(/[^/]+$/, (token) => masked(token)) : pathname
  const query = [...searchParams].map(([name, value]) => `${name}=${masked(value)}`).join('&')
  return `${origin}${path}${query && `?${query}`}`
}

const masked = (value: string) => `****${value.length > 8 ? value.slice(-4) : ''}`

/** An attempt as people may read it: without signatures of robots, whose addresses are secrets, too. */
export function shownRequest(kind: WebhookKind, { url, headers, body }: Message): string {
  const { pathname, search, host } = new URL(kind === 'https' ? url : maskedAddress(kind, url))
  const shownSearch = kind === 'https' ? new URL(maskedAddress(kind, url)).search : search
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${pathname}${shownSearch} HTTP/1.1`, ...lines, '', body].join('\n')
}

const texts = (data: Record<string, unknown>, ...names: [field: string, title: string][]) =>
  names.flatMap(([field, title]) => {
    const value = own(data, field)
    const words = Array.isArray(value) ? value.join('、') : value
    return typeof words === 'string' && words !== '' ? [`${title}：${words}`] : []
  })

/** What happened, for people. */
function inWords({ event, object, data }: Told): { title: string; lines: string[] } {
  const who = texts(data, ['actorName', '操作人'])
  const known = {
    order: texts(data, ['psName', '电站'], ['taskDescription', '任务'], ['liablePerson', '责任人']),
    ticket: texts(data, ['psName', '电站'], ['task', '工作任务']),
    approval: texts(data, ['step', '环节'], ['assigneeName', '待办人'], ['opinion', '意见']),
  }
  const lines = own<string[]>(known, object.kind)
  const mentioned = texts(data, ['mentioned', '提到'], ['text', '评论'], ['note', '说明'])
  return {
    title: `${titleOfEvent(event)} ${object.code}`.trim(),
    lines: [...(lines ?? texts(data, ['message', '内容'])), ...who, ...mentioned],
  }
}
