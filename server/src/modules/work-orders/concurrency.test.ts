import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../test/harness.ts'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

describe('who sees an order', () => {
  it('nobody of another department or tenant, and the answer is that of an unknown id', async () => {
    const order = await site.create()
    for (const person of [site.people.outsider, site.people.foreigner]) {
      const list = await harness.call(person.token, calls.page, { size: 500 })
      expect(list.pageList.map((each) => each.id)).not.toContain(order.id)
      for (const call of [calls.detail, calls.history, calls.version, calls.claim, calls.terminate]) {
        const input = { id: order.id, version: 1, reason: '试' }
        const unknown = await harness.refused(person.token, call, { ...input, id: '999999999' })
        const hidden = await harness.refused(person.token, call, input)
        expect(hidden).toEqual(unknown)
      }
    }
    expect((await harness.call(site.people.admin.token, calls.detail, { id: order.id })).flowSts).toBe(1)
  })

  it('a station out of scope takes no order', async () => {
    const { message } = await harness.refused(site.people.outsider.token, calls.insert, {
      psId: site.stationId,
      taskType: 12,
      taskDescription: '检查',
    })
    expect(message).toBe('数据不存在或无权查看')
  })
})

describe('many at once', () => {
  it('32 claims: one wins, 31 are told who has it', async () => {
    const order = await site.create()
    const tokens = [site.people.worker.token, site.people.worker2.token]
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_each, at) =>
        harness.request('POST', '/ops/order/claim', {
          token: tokens[at % 2]!,
          body: { id: order.id, version: order.version },
        }),
      ),
    )
    const won = answers.filter((answer) => answer.body.result_code === '1')
    expect(won).toHaveLength(1)
    const holder = (await harness.call(site.people.admin.token, calls.detail, { id: order.id })).liablePerson
    const lost = answers.filter((answer) => answer.body.result_code !== '1')
    expect(new Set(lost.map((answer) => answer.body.result_msg))).toEqual(
      new Set([`工单已被 ${holder} 接单`]),
    )
    expect(
      (await harness.call(site.people.admin.token, calls.history, { id: order.id })).map(
        (event) => event.action,
      ),
    ).toEqual(['claim', 'create'])
  })

  it('codes of one day have no gaps, even where creates fail between', async () => {
    const many = Number(process.env.HELIODESK_PARALLEL_CREATES ?? 200)
    const failing = many / 10
    harness.clock.advance(86_400_000)
    const token = await harness.signIn(
      Object.keys(harness.tenant.users).find(
        (name) => harness.tenant.users[name]!.id === site.people.master.id,
      )!,
    )
    const body = { psId: site.stationId, taskType: 12, taskDescription: '并发' }
    const create = async (at: number): Promise<Answer> => {
      const answer = await harness.request('POST', '/ops/order/insert', {
        token,
        body: at % 11 === 10 ? { ...body, deviceId: '999999999' } : body,
        headers: { 'idempotency-key': `parallel-${at}` },
      })
      return answer.status === 503 ? create(at) : answer
    }
    const answers = await Promise.all(Array.from({ length: many + failing }, (_each, at) => create(at)))
    const codes = answers
      .filter((answer) => answer.body.result_code === '1')
      .map((answer) => (answer.body.result_data as { workCode: string }).workCode)
      .toSorted()
    expect(codes).toHaveLength(many)
    const day = codes[0]!.slice(0, 10)
    expect(codes).toEqual(codes.map((_code, at) => `${day}${String(at + 1).padStart(6, '0')}`))
  })

  it('the same create sent again under its key is one create', async () => {
    const body = { psId: site.stationId, taskType: 12, taskDescription: '重试' }
    const send = () =>
      harness.request('POST', '/ops/order/insert', {
        token: site.people.master.token,
        body,
        headers: { 'idempotency-key': 'retry-0001-abcdef' },
      })
    const before = await site.countAll()
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.result_data))).size).toBe(1)
    expect(await site.countAll()).toBe(before + 1)
    const other = await harness.request('POST', '/ops/order/insert', {
      token: site.people.master.token,
      body: { ...body, taskDescription: '另一张' },
      headers: { 'idempotency-key': 'retry-0001-abcdef' },
    })
    expect(other.body.result_msg).toMatch(/幂等键.*已用于另一个请求/)
  })
})
