import { apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { handoverCalls as calls } from '@heliodesk/contract/handovers.ts'
import { jobCalls } from '@heliodesk/contract/jobs.ts'
import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { webhookCalls } from '@heliodesk/contract/webhooks.ts'
import { describe, expect, it } from 'vitest'
import { askForLeave } from '../../../test/crew.ts'
import { hire, openSession } from '../../../test/hire.ts'
import { skipWait } from '../../../test/job-tools.ts'
import { handOver } from './carry-out.ts'
import { managing, useHandovers } from './handovers.fixture.ts'

const { site, harness, admin, idOf, run, counts, leaves, give, latest, historyOf, day, crewMember } =
  useHandovers()
const HOUR = 3_600_000

describe('a hand-over', () => {
  it('gives orders, steps, views, delegations and webhooks on, ends tokens, and freezes the account', async () => {
    const person = await hire(harness, {
      username: 'leaver.head',
      codes: ['order:list', 'order:execute', 'savedView:share', 'api:manage', 'workflow:manage'],
      depCode: 'A01A02A01',
    })
    const order = await site.assignTo(await site.create(), person.id)
    const { processInstanceId } = await askForLeave(harness, site.people.worker.token)
    await harness.owner.query(
      `update process_task set assignee_id = $1 where instance_id = $2 and state = 'open'`,
      [person.id, processInstanceId],
    )
    const view = await harness.call(person.token, savedViewCalls.add, {
      code: 'work-orders',
      name: '站内超期',
      query: { view: ['overdue'] },
      departmentId: harness.tenant.departments['A01A02A01']!,
    })
    const start = new Date(harness.clock.now().getTime() + 8 * HOUR)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ')
    const given = { startTime: start, endTime: `${day(9)} 00:00:00`, reason: '出差', types: [] }
    await harness.call(site.people.worker2.token, delegationCalls.add, { ...given, delegateId: person.id })
    const { id: hookId } = await harness.call(person.token, webhookCalls.add, {
      name: '业主平台',
      kind: 'https',
      address: 'https://example.com/hook',
      events: ['order.created'],
      departmentIds: [harness.tenant.departments['A01A02A01']!],
    })
    await harness.call(person.token, apiTokenCalls.add, {
      name: '报表',
      readOnly: true,
      codes: [],
      days: 30,
      networks: [],
    })
    expect(await counts(person.id)).toEqual({
      order: 1,
      task: 1,
      delegation: 1,
      view: 1,
      webhook: 1,
      token: 1,
    })
    const successor = await hire(harness, {
      username: 'successor',
      codes: ['order:list', 'order:execute', 'savedView:share', 'api:manage'],
      depCode: 'A01A02',
    })
    const plan = await give(leaves(person.id, successor.id, { freezes: true }))
    expect(plan).toMatchObject({ state: 'planned', lastDay: day(0), given: 0 })
    expect(plan.successorList.map(({ group }) => group)).not.toContain('token')
    expect((await harness.call(admin(), jobCalls.list, { kind: 'handover' })).records[0]).toMatchObject({
      object: 'leaver.head',
    })
    expect(await run()).toBe(true)
    expect(await run()).toBe(false)
    const done = await latest(person.id)
    expect(done.resultList.filter(({ outcome }) => outcome === 'refused')).toEqual([])
    expect(done).toMatchObject({ state: 'done', given: 5, ended: 1, refused: 0, fault: null })
    expect(await counts(person.id)).toEqual({})
    expect((await historyOf(order.id))[0]).toEqual({
      action: 'reassign',
      note: '由 leaver.head 交接给 successor（离职）',
    })
    const lines = await harness.call(site.people.worker.token, approvalCalls.activities, {
      processInstanceId,
    })
    expect(JSON.stringify(lines)).toContain('由 leaver.head 交接给 successor（离职）')
    expect((await counts(successor.id)).task).toBe(1)
    expect(await harness.call(successor.token, savedViewCalls.detail, { id: view.id })).toMatchObject({
      isMine: true,
    })
    const { rows } = await harness.owner.query(`select owner_id from webhook where id = $1`, [hookId])
    expect(rows).toEqual([{ owner_id: successor.id }])
    expect((await harness.refused(person.token, sessionCalls.me, {})).status).toBe(401)
    const { rows: people } = await harness.owner.query(
      `select status, need_handover from app_user where id = $1`,
      [person.id],
    )
    expect(people).toEqual([{ status: '2', need_handover: false }])
  })

  it('says of each thing why it could not be given on, and leaves it as it was', async () => {
    const person = await crewMember()
    const order = await site.assignTo(await site.create(), person.id)
    const { processInstanceId } = await askForLeave(harness, site.people.worker.token)
    await harness.owner.query(
      `update process_task set assignee_id = $1 where instance_id = $2 and state = 'open'`,
      [person.id, processInstanceId],
    )
    const list = [{ group: 'order', successorId: idOf('safety') }] as never
    // The safety officer does not execute orders; the worker would decide about their own leave.
    await give(leaves(person.id, site.people.worker.id, { successorList: list }))
    await run()
    const { resultList, refused, state } = await latest(person.id)
    expect({ refused, state }).toEqual({ refused: 2, state: 'done' })
    expect(resultList).toEqual([
      expect.objectContaining({
        record: order.id,
        told: '负责人或协作人不在该电站的数据范围内，或没有执行工单的权限',
      }),
      expect.objectContaining({ group: 'task', told: '接收人是该流程的发起人，不能审批自己发起的流程' }),
    ])
    expect(await historyOf(order.id)).toHaveLength(2)
    expect(await counts(person.id)).toEqual({ order: 1, task: 1 })
    // What is left can be handed over to somebody else.
    await give(leaves(person.id, site.people.worker2.id))
    await run()
    expect(await latest(person.id)).toMatchObject({ given: 2, refused: 0 })
  })

  it('of two in a countersigned step, nobody signs twice', async () => {
    const person = await crewMember()
    const { processInstanceId } = await askForLeave(harness, site.people.worker.token)
    await harness.owner.query(
      `update process_task set assignee_id = $1 where instance_id = $2 and state = 'open'`,
      [person.id, processInstanceId],
    )
    await harness.owner.query(
      `insert into process_task (tenant_id, instance_id, id, token, round, node, name, place, assignee_id, state, opened_at)
       select tenant_id, instance_id, 9000, token, round, node, name, 1, $2, 'open', now() from process_task
       where instance_id = $1 and state = 'open'`,
      [processInstanceId, idOf('manager')],
    )
    await give(leaves(person.id, idOf('manager')))
    await run()
    expect((await latest(person.id)).resultList.map(({ group, told }) => [group, told])).toEqual([
      ['task', '接收人已是该环节的会签人，不能一人签两次'],
    ])
  })

  it('leaves orders that wait for acceptance, and gives insurance cases on', async () => {
    const order = await site.submitted()
    const damaged = await site.create({ taskType: 12 })
    const { worker, worker2 } = site.people
    await harness.owner.query(
      `with told as (
         insert into work_order_event (tenant_id, order_id, at, actor_id, actor_name, action, from_sts, to_sts)
         values ($1, $2, now(), $3, '甲', 'insurance', 1, 1)
       )
       insert into work_order_insurance (tenant_id, order_id, report_no, reported_at, handler_id, updated_at)
       values ($1, $2, 'BX-1', now(), $3, now())`,
      [harness.tenant.tenantId, damaged.id, worker.id],
    )
    const named = [{ group: 'insurance', successorId: idOf('master') }]
    await give(leaves(worker.id, worker2.id, { successorList: named }))
    await run()
    const { resultList } = await latest(worker.id)
    expect(resultList.find(({ record }) => record === order.id)!.told).toContain('验收中')
    expect(resultList.find(({ group }) => group === 'insurance')).toMatchObject({ outcome: 'given' })
    expect((await historyOf(damaged.id))[0]).toMatchObject({
      action: 'insurance',
      note: expect.stringMatching(/^保险理赔由 .* 交接给 .*（离职）$/) as string,
    })
    await give(leaves(idOf('master'), idOf('outsider')))
    await run()
    const refused = (await latest(idOf('master'))).resultList.find(({ group }) => group === 'insurance')
    expect(refused!.told).toBe('接收人的数据范围不包含该工单的电站')
  })

  it('is planned for the evening of the last working day, shown to the person, and taken back', async () => {
    const person = await crewMember()
    await site.assignTo(await site.create(), person.id)
    expect(await harness.call(person.token, calls.own, {})).toBeNull()
    const plan = await give(leaves(person.id, site.people.worker.id, { lastDay: day(3) }))
    expect(plan).toMatchObject({ state: 'planned', lastDay: day(3), dueTime: `${day(3)} 18:00:00` })
    expect(await run()).toBe(false)
    expect((await harness.call(person.token, sessionCalls.me, {})).needHandover).toBe('1')
    expect(await harness.call(person.token, calls.own, {})).toMatchObject({
      lastDay: day(3),
      groupList: [{ group: 'order', count: 1 }],
    })
    expect(
      (await harness.refused(admin(), calls.add, leaves(person.id, site.people.worker.id))).message,
    ).toBe('该用户已有待交接的安排，请先取消或等待其完成')
    for (const token of [site.people.foreigner.token])
      expect((await harness.refused(token, calls.cancel, { id: plan.id, version: 1 })).message).toBe(
        '数据不存在或无权查看',
      )
    expect((await harness.refused(admin(), calls.cancel, { id: plan.id, version: 7 })).message).toContain(
      '刷新',
    )
    expect(await harness.call(admin(), calls.cancel, { id: plan.id, version: plan.version })).toMatchObject({
      state: 'cancelled',
    })
    expect((await harness.refused(admin(), calls.cancel, { id: plan.id, version: 2 })).message).toBe(
      '交接已完成或已取消，请刷新',
    )
    expect((await harness.call(person.token, sessionCalls.me, {})).needHandover).toBe('0')
    await skipWait(harness, handOver)
    expect(await run()).toBe(true)
    expect(await counts(person.id)).toEqual({ order: 1 })
    expect(await latest(person.id)).toMatchObject({ state: 'cancelled', given: 0 })
  })

  it('fails as a whole where whoever ordered it manages people no longer, and can be ordered again', async () => {
    const person = await crewMember()
    await site.assignTo(await site.create(), person.id)
    const manager = await hire(harness, { username: 'gone.hr', codes: managing })
    await give(leaves(person.id, site.people.worker.id), manager.token)
    await harness.owner.query(`update app_user set status = '2' where id = $1`, [manager.id])
    await run()
    expect(await latest(person.id)).toMatchObject({
      state: 'failed',
      fault: '办理交接的管理员已停用，或不再有管理用户的权限',
      given: 0,
    })
    await give(leaves(person.id, site.people.worker.id))
    await run()
    expect(await latest(person.id)).toMatchObject({ state: 'done', given: 1 })
  })

  it('is not given by who lacks the right of the act itself, nor to who is out of use by then', async () => {
    const person = await crewMember()
    await site.assignTo(await site.create(), person.id)
    const manager = await hire(harness, { username: 'plain.hr', codes: managing })
    await give(leaves(person.id, site.people.worker.id), manager.token)
    await run()
    expect((await latest(person.id)).resultList[0]!.told).toBe('拒绝访问：需要“指派工单”权限（order:assign）')
    await give(leaves(person.id, site.people.worker2.id))
    await harness.owner.query(`update app_user set status = '2' where id = $1`, [site.people.worker2.id])
    await run()
    expect((await latest(person.id)).resultList[0]!.told).toBe('接收人不存在或已停用')
  })

  it.each([
    ['不能交接给本人', (id: string) => leaves(id, id)],
    [
      '接收人（successorId）：不存在、已停用，或不在您的数据范围内',
      (id: string) => leaves(id, harness.otherTenant.users['b_worker']!.id),
    ],
    ['请选择接收人（successorId）：工单', (id: string) => leaves(id, undefined)],
    [
      '最后工作日（lastDay）：不能早于今天',
      (id: string) => leaves(id, site.people.worker.id, { lastDay: day(-1) }),
    ],
    [
      '最后工作日（lastDay）：最多提前 180 天安排',
      (id: string) => leaves(id, site.people.worker.id, { lastDay: day(300) }),
    ],
    [
      '参数有误：交接原因（reason）：此项为必填项',
      (id: string) => leaves(id, site.people.worker.id, { reason: '' }),
    ],
    [
      '参数有误：分组接收人（successorList）：同一分组只能有一名接收人',
      (id: string) =>
        leaves(id, undefined, {
          successorList: ['worker', 'colleague'].map((post) => ({ group: 'order', successorId: idOf(post) })),
        }),
    ],
  ])('is refused: %s', async (message, inputOf) => {
    const person = await crewMember()
    await site.assignTo(await site.create(), person.id)
    expect((await harness.refused(admin(), calls.add, inputOf(person.id))).message).toBe(message)
  })

  it('is not for oneself, for who stands above, or for people elsewhere', async () => {
    const own = harness.tenant.users['a_admin']!.id
    expect((await harness.refused(admin(), calls.add, leaves(own, site.people.worker.id))).message).toBe(
      '不能办理自己的离职交接，请由其他管理员办理',
    )
    const chief = await hire(harness, { username: 'low.hr', codes: ['user:manage'], depCode: 'A01' })
    expect(
      (await harness.refused(chief.token, calls.add, leaves(own, site.people.worker.id))).message,
    ).toMatch(/权限或数据范围高于您/)
    expect(
      (await harness.refused(site.people.foreigner.token, calls.add, leaves(own, idOf('worker')))).message,
    ).toBe('数据不存在或无权查看')
  })

  it('of two that are ordered at once, one stands', async () => {
    const person = await crewMember()
    const answers = await Promise.allSettled([1, 2].map(() => give(leaves(person.id, site.people.worker.id))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('freezing', () => {
  it('of somebody with open work asks first', async () => {
    const person = await crewMember()
    await site.assignTo(await site.create(), person.id)
    const input = { ids: person.id, status: '2' } as const
    const { message } = await harness.refused(admin(), userCalls.frozenBatch, input)
    expect(message).toBe(`还有未交接的工作：${person.username}（工单 1）。请先办理离职交接，或确认仍要停用`)
    expect((await harness.call(await openSession(harness, person.id), sessionCalls.me, {})).id).toBe(
      person.id,
    )
    await harness.call(admin(), userCalls.frozenBatch, { ...input, force: true })
    expect((await harness.refused(person.token, sessionCalls.me, {})).status).toBe(401)
  })
})
