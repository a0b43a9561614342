import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { planned, useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

describe('what is refused', () => {
  const moves = [
    {
      action: 'claim a taken order',
      from: 'assigned',
      call: calls.claim,
      by: 'worker2',
      says: /已被 .+ 接单/,
    },
    {
      action: 'assign a taken order',
      from: 'assigned',
      call: calls.assign,
      by: 'master',
      says: /工单处理中，不能指派/,
    },
    {
      action: 'reassign an order that nobody has',
      from: 'new',
      call: calls.reassign,
      by: 'master',
      says: /工单待指派，不能改派/,
    },
    {
      action: 'reassign to who has it',
      from: 'assigned',
      call: calls.reassign,
      by: 'master',
      says: /工单已由 .+ 负责，请选择其他人/,
    },
    {
      action: 'reassign what is handed in',
      from: 'submitted',
      call: calls.reassign,
      by: 'master',
      says: /工单验收中，不能改派/,
    },
    {
      action: 'start as somebody else',
      from: 'assigned',
      call: calls.start,
      by: 'worker2',
      says: /只有负责人 .+ 和协作人可以开始作业/,
    },
    {
      action: 'execute before the start',
      from: 'assigned',
      call: calls.execute,
      by: 'worker',
      says: /请先开始作业/,
    },
    {
      action: 'check before it is handed in',
      from: 'assigned',
      call: calls.check,
      by: 'master',
      says: /工单处理中，不能验收通过/,
    },
    {
      action: 'execute after it is handed in',
      from: 'submitted',
      call: calls.execute,
      by: 'worker',
      says: /工单验收中，不能/,
    },
    {
      action: 'start after it is handed in',
      from: 'submitted',
      call: calls.start,
      by: 'worker',
      says: /工单验收中，不能开始作业/,
    },
    {
      action: 'void a closed order',
      from: 'closed',
      call: calls.terminate,
      by: 'master',
      says: /工单已完成，不能作废/,
    },
  ] as const

  it.each(moves)('$action', async ({ from, call, by, says }) => {
    const order =
      from === 'new'
        ? await site.create()
        : from === 'assigned'
          ? await site.assignTo(await site.create())
          : from === 'submitted'
            ? await site.submitted()
            : await harness.call(site.people.admin.token, calls.check, {
                ...(await site.submitted()),
                pass: true,
              })
    const input = {
      id: order.id,
      version: order.version,
      liableUserId: site.people.worker.id,
      ...planned,
      ...(await site.filled(order.id)),
      submit: true,
      pass: true,
      reason: call === calls.reassign ? '进度停滞' : '不再需要',
    }
    const before = await harness.call(site.people.admin.token, calls.history, { id: order.id })
    const { status, message } = await harness.refused(site.people[by].token, call, input)
    expect(status).toBe(200)
    expect(message).toMatch(says)
    expect(await harness.call(site.people.admin.token, calls.history, { id: order.id })).toEqual(before)
  })

  it('acceptance by the executor, and of a fault by its reporter', async () => {
    const own = await harness.call(site.people.master.token, calls.insert, {
      psId: site.stationId,
      taskType: 7,
      taskDescription: '逆变器停机',
    })
    const assigned = await site.assignTo(own)
    const started = await harness.call(site.people.worker.token, calls.start, assigned)
    const order = await harness.call(site.people.worker.token, calls.execute, {
      ...started,
      submit: true,
      ...(await site.filled(own.id)),
    })
    expect(
      (await harness.refused(site.people.master.token, calls.check, { ...order, pass: true })).message,
    ).toBe('故障和缺陷不能由报告人验收')
    expect((await harness.call(site.people.admin.token, calls.check, { ...order, pass: true })).flowSts).toBe(
      4,
    )
  })

  it.each(['outsider', 'foreigner', 'master'] as const)(
    'executors out of the station’s scope, and people who do not execute: %s',
    async (who) => {
      const { master } = site.people
      const given = { liableUserId: site.people[who].id, ...planned }
      const fresh = { ...(await site.create()), ...given }
      const taken = { ...(await site.assignTo(await site.create())), ...given, reason: '进度停滞' as const }
      for (const answer of [
        await harness.refused(master.token, calls.assign, fresh),
        await harness.refused(master.token, calls.reassign, taken),
      ])
        expect(answer.message).toMatch(/不在该电站的数据范围内，或没有执行工单的权限/)
    },
  )

  it('offers no executors out of the station’s scope', async () => {
    const order = await site.create()
    const offered = await harness.call(site.people.master.token, calls.executors, { id: order.id })
    const ids = offered.map(({ id }) => id)
    expect(ids).toContain(site.people.worker.id)
    expect(ids).not.toContain(site.people.outsider.id)
  })

  it.each([
    ['psId', { psId: undefined }, /电站（psId）：此项为必填项/],
    ['psId', { psId: "1' or '1'='1" }, /电站（psId）：不是有效的编号/],
    ['taskType', { taskType: 5 }, /任务类型（taskType）：没有这种任务类型/],
    ['taskDescription', { taskDescription: '   ' }, /任务描述（taskDescription）：此项为必填项/],
    [
      'taskDescription',
      { taskDescription: '长'.repeat(10_000) },
      /任务描述（taskDescription）：最多允许输入500个字符/,
    ],
    ['taskDescription', { taskDescription: 'a\u0000b' }, /任务描述（taskDescription）：含有不允许的字符/],
    ['taskDescription', { taskDescription: { $ne: 1 } }, /任务描述（taskDescription）/],
    [
      'planEndTime',
      { planStartTime: planned.planEndTime, planEndTime: planned.planStartTime },
      /计划结束时间应晚于计划开始时间/,
    ],
    [
      'planStartTime',
      { planStartTime: '2030-13-01 00:00:00' },
      /计划开始时间（planStartTime）：时间格式应为/,
    ],
    ['lossPower', { lossPower: -1 }, /损失速率（lossPower）：不能小于 0/],
    ['needTicket', { needTicket: 3 }, /两票（needTicket）：请选择两票/],
  ])('a create with a bad %s', async (_field, wrong, says) => {
    const before = await site.countAll()
    const { status, message } = await harness.refused(site.people.master.token, calls.insert, {
      psId: site.stationId,
      taskType: 12,
      taskDescription: '检查',
      ...wrong,
    })
    expect(status).toBe(400)
    expect(message).toMatch(says)
    expect(await site.countAll()).toBe(before)
  })

  it('nothing that people really write: emoji, quotes and SQL are text', async () => {
    const text = `🔥 热斑'; drop table work_order; -- <b>"%_\\`
    const order = await site.create({ taskDescription: text })
    expect(
      (await harness.call(site.people.master.token, calls.detail, { id: order.id })).taskDescription,
    ).toBe(text)
    const found = await harness.call(site.people.master.token, calls.page, { keyword: "'; drop table" })
    expect(found.pageList.map((each) => each.id)).toEqual([order.id])
  })
})
