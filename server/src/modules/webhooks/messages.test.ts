import { createHmac } from 'node:crypto'
import type { WebhookKind } from '@heliodesk/contract/webhooks.ts'
import { describe, expect, it } from 'vitest'
import { bodyOf, maskedAddress, messageOf, refusalIn, shownRequest } from './messages.ts'

const told = {
  id: 'evt_00000000000040008000000000000000',
  event: 'order.closed',
  time: '2030-01-01 08:00:00',
  object: { kind: 'order', id: '7', code: 'GD20300101000001' },
  link: 'https://pv.example.com/taskCenter?order=7',
  data: {
    workCode: 'GD20300101000001',
    psName: '红柳沟',
    taskDescription: '换熔断器',
    actorName: '赵启航',
    note: '',
  },
}

const parcel = (kind: WebhookKind, url: string, secret: string, oldSecret: string | null = null) => ({
  kind,
  url,
  secret,
  oldSecret,
  event: told.event,
  deliveryNo: told.id,
  body: bodyOf(kind, told),
  at: new Date(1_599_360_473_123),
})

const IN_WORDS = ['电站：红柳沟', '任务：换熔断器', '操作人：赵启航']

describe('what is sent', () => {
  it.each<[WebhookKind, unknown]>([
    ['https', told],
    [
      'wecom',
      {
        msgtype: 'markdown',
        markdown: {
          content: ['**工单完成 GD20300101000001**', ...IN_WORDS, `[查看详情](${told.link})`].join('\n'),
        },
      },
    ],
    [
      'dingtalk',
      {
        msgtype: 'markdown',
        markdown: {
          title: '工单完成 GD20300101000001',
          text: ['**工单完成 GD20300101000001**', ...IN_WORDS, `[查看详情](${told.link})`].join('\n\n'),
        },
      },
    ],
    [
      'feishu',
      {
        msg_type: 'post',
        content: {
          post: {
            zh_cn: {
              title: '工单完成 GD20300101000001',
              content: [
                ...IN_WORDS.map((text) => [{ tag: 'text', text }]),
                [{ tag: 'a', text: '查看详情', href: told.link }],
              ],
            },
          },
        },
      },
    ],
  ])('to %s has its form', (kind, body) => expect(JSON.parse(bodyOf(kind, told))).toEqual(body))

  it('over HTTPS is signed with the new secret, and for a day with the old one', () => {
    const { headers, body } = messageOf(parcel('https', 'https://ops.example.com/in', 'new', 'old'))
    const sign = (key: string) => createHmac('sha256', key).update(`1599360473.${body}`).digest('hex')
    expect(headers).toMatchObject({
      'x-helio-event': 'order.closed',
      'x-helio-delivery': told.id,
      'x-helio-signature': `t=1599360473,v1=${sign('new')},v1=${sign('old')}`,
    })
  })

  it('to DingTalk is signed in its address, by its documentation', () => {
    const { url } = messageOf(
      parcel('dingtalk', 'https://oapi.dingtalk.com/robot/send?access_token=abc', 'SECx'),
    )
    const { searchParams } = new URL(url)
    expect(searchParams.get('access_token')).toBe('abc')
    expect(searchParams.get('timestamp')).toBe('1599360473123')
    expect(searchParams.get('sign')).toBe(
      createHmac('sha256', 'SECx').update('1599360473123\nSECx').digest('base64'),
    )
  })

  it('to Feishu is signed in its body, with the text to sign as the key', () => {
    const { body, url } = messageOf(
      parcel('feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/abc', 'demo'),
    )
    expect(JSON.parse(body)).toMatchObject({
      timestamp: '1599360473',
      sign: createHmac('sha256', '1599360473\ndemo').update('').digest('base64'),
      msg_type: 'post',
    })
    expect(url).toBe('https://open.feishu.cn/open-apis/bot/v2/hook/abc')
  })

  it.each<[WebhookKind, string]>([
    ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=abc'],
    ['dingtalk', 'https://oapi.dingtalk.com/robot/send?access_token=abc'],
    ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/abc'],
  ])('to %s without a secret is as it is', (kind, url) => {
    const given = parcel(kind, url, '')
    expect(messageOf(given)).toMatchObject({ url, body: given.body })
  })
})

describe('what is shown', () => {
  it.each<[WebhookKind, string, string]>([
    ['https', 'https://ops.example.com/in?token=0123456789', 'https://ops.example.com/in?token=****6789'],
    [
      'wecom',
      'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0123456789',
      'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=****6789',
    ],
    [
      'feishu',
      'https://open.feishu.cn/open-apis/bot/v2/hook/0123456789',
      'https://open.feishu.cn/open-apis/bot/v2/hook/****6789',
    ],
  ])('of the address of %s is without secrets', (kind, url, shown) => {
    expect(maskedAddress(kind, url)).toBe(shown)
    expect(shownRequest(kind, messageOf(parcel(kind, url, 'SECRET-KEY')))).not.toMatch(
      /0123456789|SECRET-KEY/,
    )
  })
})

describe('an answer', () => {
  it.each<[WebhookKind, number, string, string | null]>([
    ['https', 200, '', null],
    ['https', 204, '', null],
    ['https', 302, '', '对方要求跳转（302），不跟随'],
    ['https', 502, '<h1>', '对方返回 502'],
    ['wecom', 200, '{"errcode":0,"errmsg":"ok"}', null],
    [
      'wecom',
      200,
      '{"errcode":45009,"errmsg":"api freq out of limit"}',
      '机器人拒绝（45009 api freq out of limit）',
    ],
    ['dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}', '机器人拒绝（310000 sign not match）'],
    ['feishu', 200, '{"code":0,"msg":"success"}', null],
    ['feishu', 200, '{"StatusCode":0,"StatusMessage":"success"}', null],
    ['feishu', 200, '{"code":19021,"msg":"sign match fail"}', '机器人拒绝（19021 sign match fail）'],
    ['wecom', 200, 'what?', '机器人拒绝（无错误码）'],
  ])('of %s with %i %s', (kind, status, body, refusal) => expect(refusalIn(kind, status, body)).toBe(refusal))
})
