import type { Sent } from '@heliodesk/contract/call.ts'
import { fieldWorkCalls as calls } from '@heliodesk/contract/field-work.ts'
import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useField } from './field.fixture.ts'

const field = useField()
const { harness } = field

beforeEach(() => field.setClock('2030-01-01T02:00:00Z'))

const given = (id: string, more: Partial<Sent<typeof calls.handOver>> = {}) => ({
  id,
  at: field.now(),
  skew: 0,
  key: randomBytes(16).toString('hex'),
  act: 'submit' as const,
  words: '提交验收',
  reason: '工单已作废，不能提交验收',
  ...more,
})
const handOver = (
  id: string,
  more: Partial<Sent<typeof calls.handOver>> = {},
  token = field.people.worker.token,
) => harness.call(token, calls.handOver, given(id, more))
const mentions = async (token = field.people.master.token) =>
  (await harness.call(token, orderCommentCalls.mentions, { size: 50 })).rows

/** Moves the worker to the eastern centre while something is done. */
async function moved<T>(work: () => Promise<T>): Promise<T> {
  const move = (code: string) =>
    harness.owner.query('update app_user set department_id = $2 where id = $1', [
      field.people.worker.id,
      harness.tenant.departments[code],
    ])
  await move('A01A01')
  try {
    return await work()
  } finally {
    await move('A01A02A01')
  }
}

describe('a refused act that is handed to the station master', () => {
  it('is a supplementary record with what was done and why it was refused, and the master is told', async () => {
    const { id } = await field.inHand()
    const answer = await handOver(id, {
      act: 'step',
      words: '完成第 2 步“验电”',
      lines: [{ label: '数值', text: '9.1' }],
      reason: '工单没有第 2 步“验电”',
    })
    expect(answer).toEqual({
      outcome: 'record',
      marks: ['handedOver'],
      message: '已交给站长，作为补充记录保留',
    })
    expect(await field.records(id)).toMatchObject([
      {
        act: 'step',
        outcome: 'record',
        marks: ['handedOver'],
        lines: [
          { label: '所做操作', text: '完成第 2 步“验电”' },
          { label: '数值', text: '9.1' },
        ],
        why: '未被接受：工单没有第 2 步“验电”',
      },
    ])
    const told = (await mentions()).filter(({ orderId }) => orderId === id)
    expect(told).toMatchObject([
      {
        isUnseen: true,
        text: expect.stringContaining(
          '交由站长处理：所做操作：完成第 2 步“验电”；数值：9.1。未被接受：工单没有第 2 步“验电” @',
        ),
      },
    ])
    // Nobody but the masters of the station.
    const admin = await mentions(field.people.admin.token)
    expect(admin.filter(({ orderId }) => orderId === id)).toEqual([])
  })

  it('is kept once, with whatever key of the call, also from two windows', async () => {
    const { id } = await field.inHand()
    const sent = given(id)
    const answers = await Promise.all(
      [1, 2, 3].map(() => harness.call(field.people.worker.token, calls.handOver, sent)),
    )
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['record', 'same', 'same'])
    expect(await field.records(id)).toHaveLength(1)
    expect((await mentions()).filter(({ orderId }) => orderId === id)).toHaveLength(1)
  })

  const states: Record<string, () => Promise<string>> = {
    assigned: async () => (await field.assigned()).id,
    begun: async () => (await field.inHand()).id,
    reassigned: async () => {
      const { id } = await field.inHand()
      await field.reassign(id, field.people.worker2.id)
      return id
    },
    ended: async () => {
      const { id } = await field.inHand()
      await field.terminate(id)
      return id
    },
    submitted: async () => (await field.submitted()).id,
    returned: async () => {
      const { id } = await field.submitted()
      await harness.call(field.people.admin.token, workOrderCalls.check, {
        ...(await field.current(id)),
        pass: false,
        auditOpinion: '缺少照片',
      })
      return id
    },
  }

  it.each(Object.entries(states))(
    'is kept on an order that is %s, and changes nothing of it',
    async (_name, to) => {
      const id = await to()
      const before = await field.detail(id)
      expect((await handOver(id)).outcome).toBe('record')
      expect({ ...(await field.detail(id)), fieldRecords: 0 }).toEqual({ ...before, fieldRecords: 0 })
      expect(await field.records(id)).toHaveLength(1)
    },
  )

  it('is kept on an order that its author does not see any more', async () => {
    const { id } = await field.inHand()
    await moved(async () => {
      expect(
        await harness.refused(field.people.worker.token, calls.note, {
          id,
          at: field.now(),
          skew: 0,
          executionNote: '已处理',
          base: '',
        }),
      ).toMatchObject({ code: 'not_found' })
      expect((await handOver(id, { act: 'note', words: '填写执行情况' })).outcome).toBe('record')
    })
    expect(await field.records(id)).toHaveLength(1)
    expect((await mentions()).filter(({ orderId }) => orderId === id)).toHaveLength(1)
  })

  it('is not taken from who never had to do with the order, nor of another company', async () => {
    const { id } = await field.inHand()
    const outsider = await harness.signIn('a_outsider')
    expect((await harness.refused(outsider, calls.handOver, given(id))).code).toBe('not_found')
    expect((await harness.refused(field.people.foreigner.token, calls.handOver, given(id))).code).not.toBe(
      'x',
    )
    expect(await field.records(id)).toEqual([])
  })

  it('says in words what is wrong with it', async () => {
    const { id } = await field.inHand()
    const refusals = []
    for (const wrong of [{ key: 'x' }, { words: '' }, { reason: '' }, { act: 'fly' }])
      refusals.push(
        (await harness.refused(field.people.worker.token, calls.handOver, { ...given(id), ...wrong }))
          .message,
      )
    expect(refusals).toEqual([
      '参数有误：操作编号（key）：应为 32 位十六进制数',
      '参数有误：所做操作（words）：此项为必填项',
      '参数有误：未被接受的原因（reason）：此项为必填项',
      expect.stringContaining('操作（act）'),
    ])
  })
})

describe('the people whom somebody at work on an order may call', () => {
  it('are its master, who reported and gave it, and its team, each once and without the caller', async () => {
    const { id } = await field.inHand()
    await harness.owner.query("update app_user set phone = '13900001234' where id = $1", [
      field.people.master.id,
    ])
    const contacts = await harness.call(field.people.worker.token, calls.contacts, { id })
    expect(contacts).toEqual([
      {
        id: field.people.master.id,
        realname: expect.any(String),
        roles: ['master', 'reporter', 'dispatcher'],
        phone: '13900001234',
      },
      { id: field.people.worker2.id, realname: expect.any(String), roles: ['assistant'], phone: null },
    ])
    expect(
      (await harness.call(field.people.worker2.token, calls.contacts, { id })).map(({ roles }) => roles),
    ).toEqual([['master', 'reporter', 'dispatcher'], ['liable']])
  })

  it('are told only to who sees the order', async () => {
    const { id } = await field.inHand()
    const outsider = await harness.signIn('a_outsider')
    expect((await harness.refused(outsider, calls.contacts, { id })).code).toBe('not_found')
    expect((await harness.refused(field.people.foreigner.token, calls.contacts, { id })).code).toBe(
      'not_found',
    )
  })
})
