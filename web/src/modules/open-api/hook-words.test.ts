import type { Webhook, WebhookDelivery } from '@heliodesk/contract/webhooks.ts'
import { expect, test } from 'vitest'
import { curlOf, durationOf, outcomeOf, rateOf, scopeWords } from './hook-words.ts'

const hook = {
  departments: [],
  stations: [],
  withPhones: false,
  withFees: false,
  delivered: 0,
  failed: 0,
} as unknown as Webhook
const place = (name: string) => ({ id: name, name })

test.each([
  [{}, '全公司；不含费用、人员电话'],
  [{ withFees: true, withPhones: true }, '全公司'],
  [
    { departments: [place('西部')], stations: [place('红柳沟')], withFees: true },
    '西部、红柳沟；不含人员电话',
  ],
  [{ stations: ['一', '二', '三', '四'].map(place), withFees: true, withPhones: true }, '4 座电站'],
])('the scope of %j is %s', (given, words) => expect(scopeWords({ ...hook, ...given })).toBe(words))

test.each([
  [0, 0, null],
  [3, 0, '100 %'],
  [999, 1, '99.9 %'],
  [9999, 1, '99.9 %'],
  [0, 2, '0.0 %'],
])('%i delivered and %i failed are %s', (delivered, failed, rate) =>
  expect(rateOf({ ...hook, delivered, failed })).toBe(rate),
)

test.each([
  [{ state: 'waiting', attempts: 0, status: null }, '等待'],
  [{ state: 'waiting', attempts: 2, status: 503 }, '503'],
  [{ state: 'failed', attempts: 8, status: null, fault: '超时' }, '超时'],
  [{ state: 'failed', attempts: 1, status: null, fault: '证书无效' }, '失败'],
  [{ state: 'delivered', attempts: 1, status: 200 }, '200'],
  [{ state: 'dropped', attempts: 0, status: null }, '未发送'],
])('the outcome of %j is %s', (given, words) => expect(outcomeOf(given as WebhookDelivery)).toBe(words))

test('a duration is in the unit that people read', () =>
  expect([null, 142, 10_000].map(durationOf)).toEqual(['--', '142 ms', '10.0 s']))

test('the command repeats what was sent, without its signature', () => {
  const request = [
    'POST /in HTTP/1.1',
    'host: ops.example.com',
    'content-type: application/json',
    'x-helio-signature: t=1,v1=ab',
    'x-helio-event: order.closed',
    '',
    `{"note":"it's\n\ndone"}`,
  ].join('\n')
  expect(curlOf(request, 'https://ops.example.com/in')).toBe(
    [
      `curl -X POST 'https://ops.example.com/in'`,
      `-H 'content-type: application/json'`,
      `-H 'x-helio-event: order.closed'`,
      `--data-raw '{"note":"it'\\''s\n\ndone"}'`,
    ].join(' \\\n  '),
  )
})
