import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { planned, useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

/** An order that the worker has begun. */
const begin = async () =>
  harness.call(site.people.worker.token, calls.start, await site.assignTo(await site.create()))

const nameOf = async ({ id }: { id: string }): Promise<string> => {
  const { rows } = await harness.owner.query(`select realname from app_user where id = $1`, [id])
  return rows[0].realname
}

describe('a work order', () => {
  it('goes from report to closed, with one rejection, and every step is in its history', async () => {
    const created = await site.create()
    expect(created).toMatchObject({
      flowSts: 1,
      otherSts: 1,
      flowStsName: '待指派',
      version: 1,
      taskTypeLabel: '其他事项',
    })
    const assigned = await site.assignTo(created)
    expect(assigned).toMatchObject({
      flowSts: 2,
      otherSts: 2,
      liableUserId: site.people.worker.id,
      version: 2,
    })
    expect(assigned.realStartTime).not.toBeNull()
    const started = await harness.call(site.people.worker.token, calls.start, assigned)
    const first = await harness.call(site.people.worker.token, calls.execute, {
      ...started,
      submit: true,
      ...(await site.filled(created.id)),
    })
    expect(first).toMatchObject({ flowSts: 3, otherSts: 4 })
    const returned = await harness.call(site.people.master.token, calls.check, {
      ...first,
      pass: false,
      auditOpinion: '缺作业后照片',
    })
    expect(returned).toMatchObject({ flowSts: 2, otherSts: 6 })
    const second = await harness.call(site.people.worker.token, calls.execute, {
      ...returned,
      submit: true,
      ...(await site.filled(created.id)),
    })
    const closed = await harness.call(site.people.admin.token, calls.check, { ...second, pass: true })
    expect(closed).toMatchObject({ flowSts: 4, otherSts: 5, flowStsName: '已完成' })
    const detail = await harness.call(site.people.worker.token, calls.detail, { id: created.id })
    expect(detail.workHoursList).toMatchObject([{ workHours: 5, peopleNum: 2 }])
    expect(detail).toMatchObject({
      reporterName: await nameOf(site.people.master),
      liablePerson: await nameOf(site.people.worker),
      checkerName: await nameOf(site.people.admin),
    })
    const history = await harness.call(site.people.worker.token, calls.history, { id: created.id })
    expect(history.map((event) => event.action)).toEqual([
      'pass',
      'submit',
      'reject',
      'submit',
      'start',
      'assign',
      'create',
    ])
    expect(history.find((event) => event.action === 'reject')).toMatchObject({
      note: '缺作业后照片',
      color: 'red',
    })
  })

  it('tells by a number whether hours are asked for, 0 being none', async () => {
    const asked = await site.create()
    const unasked = await site.create()
    await harness.owner.query(`update work_order set need_work_hours = false where id = $1`, [unasked.id])
    for (const [{ id }, needWorkHours] of [
      [asked, 1],
      [unasked, 0],
    ] as const) {
      const detail = await harness.call(site.people.worker.token, calls.detail, { id })
      expect(detail.needWorkHours).toBe(needWorkHours)
    }
    const started = await harness.call(site.people.worker.token, calls.start, await site.assignTo(unasked))
    const submitted = await harness.call(site.people.worker.token, calls.execute, {
      ...started,
      submit: true,
      ...(await site.filled(unasked.id)),
      workHoursList: [],
    })
    expect(submitted.flowSts).toBe(3)
  })

  it('keeps a draft without handing it in', async () => {
    const started = await begin()
    const document = await site.filled(started.id)
    const saved = await harness.call(site.people.worker.token, calls.execute, {
      ...started,
      ...document,
      submit: false,
      stepList: document.stepList.map((step, at) => ({ ...step, done: at === 0 })),
    })
    expect(saved).toMatchObject({ flowSts: 2, otherSts: 3 })
    const detail = await harness.call(site.people.worker.token, calls.detail, { id: started.id })
    expect(detail.stepList.map((step) => step.done)).toEqual(document.stepList.map((_step, at) => at === 0))
  })

  it('is not handed in while something mandatory is missing, and the answer says what', async () => {
    const started = await begin()
    const document = await site.filled(started.id)
    const { message } = await harness.refused(site.people.worker.token, calls.execute, {
      ...started,
      ...document,
      submit: true,
      stepList: document.stepList.map((step) => ({ ...step, done: false })),
      workHoursList: [],
    })
    expect(message).toMatch(/还不能提交.*作业步骤“.+”未完成.*未填写工时/)
    const detail = await harness.call(site.people.worker.token, calls.detail, { id: started.id })
    expect(detail.flowSts).toBe(2)
    expect(detail.workHoursList).toEqual([])
  })

  it('does not let a client weaken its own template', async () => {
    const started = await begin()
    const document = await site.filled(started.id)
    const body = { ...started, ...document, submit: true }
    const relaxed = document.stepList.map((step) => ({ ...step, required: false, done: false }))
    expect(
      (await harness.refused(site.people.worker.token, calls.execute, { ...body, stepList: relaxed }))
        .message,
    ).toMatch(/未完成/)
    expect(
      (await harness.refused(site.people.worker.token, calls.execute, { ...body, stepList: [] })).message,
    ).toMatch(/不一致/)
  })

  it('goes to somebody else with what was done, and its history names both', async () => {
    const { master, worker, worker2, admin } = site.people
    const created = await site.create()
    const assigned = await harness.call(master.token, calls.assign, {
      id: created.id,
      version: created.version,
      liableUserId: worker.id,
      assistUserIds: [worker2.id],
      ...planned,
    })
    const started = await harness.call(worker.token, calls.start, assigned)
    const saved = await harness.call(worker.token, calls.execute, {
      ...started,
      ...(await site.filled(created.id)),
      submit: false,
    })
    const before = await harness.call(admin.token, calls.detail, { id: created.id })
    const given = await harness.call(master.token, calls.reassign, {
      id: saved.id,
      version: saved.version,
      liableUserId: worker2.id,
      reason: '人员请假',
      planEndTime: '2030-01-05 18:00:00',
      note: '力矩扳手在皮卡后箱',
    })
    expect(given).toMatchObject({
      flowSts: 2,
      otherSts: 3,
      liableUserId: worker2.id,
      assistUserIds: [],
      planStartTime: planned.planStartTime,
      planEndTime: '2030-01-05 18:00:00',
      realStartTime: assigned.realStartTime,
      version: saved.version + 1,
    })
    const { stepList, prerequisiteList, workHoursList, executionNote } = before
    expect(await harness.call(worker2.token, calls.detail, { id: created.id })).toMatchObject({
      stepList,
      prerequisiteList,
      workHoursList,
      executionNote,
    })
    const [event] = await harness.call(worker2.token, calls.history, { id: created.id })
    expect(event).toMatchObject({
      action: 'reassign',
      actionName: '改派',
      fromSts: 2,
      toSts: 2,
      note: `${saved.liablePerson} → ${given.liablePerson}（人员请假）：力矩扳手在皮卡后箱`,
    })
    // The previous executor can no longer execute it; the new one continues without starting it again.
    const draft = { ...given, ...(await site.filled(created.id)) }
    expect((await harness.refused(worker.token, calls.execute, { ...draft, submit: false })).message).toMatch(
      '只有负责人',
    )
    const handedIn = await harness.call(worker2.token, calls.execute, { ...draft, submit: true })
    expect(handedIn).toMatchObject({ flowSts: 3 })
  })

  it('is not accepted by who worked on it before it was given away', async () => {
    const { admin, worker2 } = site.people
    const assigned = await site.assignTo(await site.create(), admin.id)
    const started = await harness.call(admin.token, calls.start, assigned)
    const given = await harness.call(admin.token, calls.reassign, {
      id: started.id,
      version: started.version,
      liableUserId: worker2.id,
      reason: '资质不符',
      planEndTime: planned.planEndTime,
    })
    const submitted = await harness.call(worker2.token, calls.execute, {
      ...given,
      ...(await site.filled(given.id)),
      submit: true,
    })
    for (const pass of [true, false]) {
      const verdict = { ...submitted, pass, auditOpinion: '看过' }
      expect((await harness.refused(admin.token, calls.check, verdict)).message).toBe(
        '执行人不能验收自己的工单',
      )
    }
  })

  it('is taken only by who can execute it', async () => {
    const order = await site.create()
    expect(await harness.refused(site.people.master.token, calls.claim, order)).toMatchObject({
      status: 403,
      message: '拒绝访问：需要“执行工单”权限（order:execute）',
    })
    expect(await harness.call(site.people.worker.token, calls.claim, order)).toMatchObject({ flowSts: 2 })
  })

  it.each([
    [{ reason: '不想做' }, /原因（reason）：请选择原因/],
    [{ reason: '其他', note: ' ' }, /交接说明（note）：原因为“其他”时，请说明情况/],
    [{ planEndTime: undefined }, /计划结束时间（planEndTime）：此项为必填项/],
    [{ planEndTime: '2029-12-31 08:00:00' }, /计划结束时间应晚于计划开始时间/],
    [{ liableUserId: '' }, /新负责人（liableUserId）/],
  ])('is not given away by %j', async (wrong, says) => {
    const order = await site.assignTo(await site.create())
    const input = { ...order, liableUserId: site.people.worker2.id, reason: '其他', note: '换人', ...wrong }
    expect((await harness.refused(site.people.master.token, calls.reassign, input)).message).toMatch(says)
    expect(await harness.call(site.people.admin.token, calls.detail, { id: order.id })).toMatchObject({
      version: order.version,
      liableUserId: site.people.worker.id,
    })
  })

  it('is given away once, however many dispatchers try', async () => {
    const order = await site.assignTo(await site.create())
    const input = {
      id: order.id,
      version: order.version,
      liableUserId: site.people.worker2.id,
      reason: '进度停滞' as const,
      planEndTime: planned.planEndTime,
    }
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => harness.call(site.people.master.token, calls.reassign, input)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('takes a score where its type asks for one', async () => {
    const order = await site.submitted(9)
    expect(
      (await harness.refused(site.people.master.token, calls.check, { ...order, pass: true })).message,
    ).toBe('该类型工单验收时须填写评分')
    const closed = await harness.call(site.people.master.token, calls.check, {
      ...order,
      pass: true,
      score: 95,
      suggestion: '补标识',
    })
    const detail = await harness.call(site.people.master.token, calls.detail, { id: closed.id })
    expect(detail).toMatchObject({ score: 95, suggestion: '补标识' })
  })

  it('goes its whole way by the paths of the specification', async () => {
    const { master, worker, admin } = site.people
    const post = async (person: { token: string }, path: string, body: object) =>
      (await harness.request('POST', path, { token: person.token, body })).body as {
        result_code: string
        result_data: Record<string, unknown>
      }
    const { id, version } = await site.create({ taskDescription: '按规格路径走完' })
    expect(await post(master, '/ops/order/page', { keyword: '按规格路径走完' })).toMatchObject({
      result_code: '1',
      result_data: { rowCount: 1, pageList: [{ id }] },
    })
    const { result_data: detail } = await post(master, '/ops/order/detail', { id })
    expect(detail).toMatchObject({
      id,
      taskType: 12,
      flowSts: 1,
      otherSts: 1,
      needTicket: 0,
      needWorkHours: 1,
      purchasesWay: null,
      prerequisiteList: expect.any(Array) as [],
      stepList: expect.any(Array) as [],
      extensionList: [],
    })
    const counted = await post(master, '/ops/order/count', {})
    expect(counted.result_data).toMatchObject({ byStatus: { 1: expect.any(Number) as number } })
    const chosen = { liableUserId: worker.id, ...planned }
    const assigned = await post(master, '/ops/order/assign', { id, version, ...chosen })
    expect(assigned.result_data).toMatchObject({ flowSts: 2, liableUserId: worker.id })
    const seen = (await post(worker, '/ops/order/version', { id })).result_data
    expect(seen).toEqual({ version: version + 1 })
    const started = await harness.call(worker.token, calls.start, { id, version: version + 1 })
    const work = { id, version: started.version, submit: true, ...(await site.filled(id)) }
    const executed = await post(worker, '/ops/order/execute', work)
    expect(executed.result_data).toMatchObject({ flowSts: 3, version: started.version + 1 })
    const checked = await post(admin, '/ops/order/check', { id, version: started.version + 1, pass: true })
    expect(checked.result_data).toMatchObject({ flowSts: 4 })
  })

  it.each(['10', '18'])(
    'of the reform type %s is assigned, executed and checked by its own paths',
    async (type) => {
      const { master, worker, admin } = site.people
      const post = async (person: { token: string }, verb: 'assign' | 'execute' | 'check', body: object) =>
        (await harness.request('POST', `/ops/order/${type}/${verb}`, { token: person.token, body })).body
      const { id, version } = await site.create({ taskType: Number(type) })
      const chosen = { liableUserId: worker.id, ...planned }
      expect(await post(master, 'assign', { id, version, ...chosen })).toMatchObject({
        result_data: { flowSts: 2 },
      })
      const started = await harness.call(worker.token, calls.start, { id, version: version + 1 })
      // Only orders of type 18 have a sheet.
      await harness.owner.query(
        'update appearance_row set self_score = mark, score = mark, need_photo = false where order_id = $1',
        [id],
      )
      const work = { id, version: started.version, submit: true, ...(await site.filled(id)) }
      expect(await post(worker, 'execute', work)).toMatchObject({ result_data: { flowSts: 3 } })
      const passed = { id, version: started.version + 1, pass: true, score: 100 }
      expect((await harness.refused(admin.token, calls.check, passed)).message).toMatch(`/ops/order/${type}/`)
      expect(await post(admin, 'check', passed)).toMatchObject({ result_data: { flowSts: 4 } })
    },
  )

  it('of a reform type goes through its own path only', async () => {
    const order = await site.create({ taskType: 18 })
    const input = { id: order.id, version: order.version, liableUserId: site.people.worker.id, ...planned }
    expect((await harness.refused(site.people.master.token, calls.assign, input)).message).toMatch(
      '/ops/order/18/',
    )
    expect(
      (await harness.refused(site.people.master.token, calls.reformAssign, { ...input, reformType: '10' }))
        .code,
    ).toBe('order.path')
    const assigned = await harness.call(site.people.master.token, calls.reformAssign, {
      ...input,
      reformType: '18',
    })
    expect(assigned.flowSts).toBe(2)
  })
})
