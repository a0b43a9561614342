import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { stateAfter, type OrderAction } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { pastTriggers } from '../../../test/owner-pool.ts'
import { instanceOfOrder, processesOf } from '../../../test/processes.ts'
import { laterBy, planned, useSite } from '../../../test/site.ts'
import { inTenant } from '../../kernel/transaction.ts'
import { adoptOrders } from './adopt.ts'

const site = useSite()
const { harness } = site

type Order = { id: string; version: number }

const stepsOfOrder = async ({ id }: Order) => (await instanceOfOrder(harness, id)).open

const reassign = (order: Order) =>
  harness.call(site.people.master.token, calls.reassign, {
    id: order.id,
    version: order.version,
    liableUserId: site.people.worker2.id,
    reason: '进度停滞',
    planEndTime: planned.planEndTime,
  })
const reschedule = ({ id, version }: Order) =>
  harness.call(site.people.master.token, calls.reschedule, { id, version, ...laterBy(0), confirmed: true })
const start = (order: Order) => harness.call(site.people.worker.token, calls.start, order)
const execute = async (order: Order, submit: boolean, token = site.people.worker.token) =>
  harness.call(token, calls.execute, { ...order, ...(await site.filled(order.id)), submit })
const check = (order: Order, pass: boolean) =>
  harness.call(site.people.admin.token, calls.check, { ...order, pass, auditOpinion: '看过' })
const terminate = (order: Order) =>
  harness.call(site.people.admin.token, calls.terminate, { ...order, reason: '不再需要' })
const assignedOrder = async () => site.assignTo(await site.create())
const begun = async () => start(await assignedOrder())

/** Each action of the state table, from an order in a state in which it is allowed. */
const taken: Record<OrderAction, () => Promise<Order>> = {
  assign: assignedOrder,
  claim: async () => harness.call(site.people.worker.token, calls.claim, await site.create()),
  reassign: async () => reassign(await assignedOrder()),
  reschedule: async () => reschedule(await assignedOrder()),
  start: begun,
  save: async () => execute(await begun(), false),
  submit: async () => execute(await begun(), true),
  pass: async () => check(await site.submitted(), true),
  reject: async () => check(await site.submitted(), false),
  extend: async () => site.extend(await assignedOrder()),
  audit: async () =>
    harness.call(site.people.master.token, calls.extensionAudit, { ...(await taken.extend()), pass: true }),
  terminate: async () => terminate(await assignedOrder()),
}
const actions = Object.keys(taken) as OrderAction[]

describe('the process of an order', () => {
  it.each(actions)(
    'is in the state that %s leads to, and waits for whom the order waits for',
    async (action) => {
      const order = await taken[action]()
      const { status, businessState, open } = await instanceOfOrder(harness, order.id)
      const to = stateAfter(action, 2)
      expect({ status, businessState }).toEqual(
        to === 4
          ? { status: 'completed', businessState: null }
          : to === 5
            ? { status: 'voided', businessState: null }
            : { status: 'running', businessState: String(to) },
      )
      const holder = action === 'reassign' ? site.people.worker2.id : site.people.worker.id
      const expected: Partial<Record<typeof to, unknown>> = {
        2: [{ node: 'execute', assignee: holder, candidates: [] }],
        3: [{ node: 'acceptance', assignee: null, candidates: ['right order:check'] }],
        4: [],
        5: [],
      }
      expect(open).toEqual(expected[to])
    },
  )

  it.each([
    [12, 'work_order'],
    [8, 'defect_order'],
    [7, 'defect_order'],
    [1, 'cleaning_order'],
    [13, 'cleaning_order'],
    [10, 'reform_order'],
    [18, 'reform_order'],
    [9, 'work_order'],
  ])('of type %i is %s', async (taskType, key) => {
    const order = await site.create({ taskType })
    expect(await instanceOfOrder(harness, order.id)).toMatchObject({ key, businessState: '1' })
    expect(await stepsOfOrder(order)).toEqual([
      { node: 'dispatch', assignee: null, candidates: ['right order:assign', 'right order:claim'] },
    ])
  })

  it('is offered to several executors, and stays with them after a rejection', async () => {
    const { worker, worker2, master } = site.people
    const order = await site.create()
    const assigned = await harness.call(master.token, calls.assign, {
      ...planned,
      id: order.id,
      version: order.version,
      liableUserId: worker.id,
      assistUserIds: [worker2.id],
    })
    const both = [
      { node: 'execute', assignee: null, candidates: [`user ${worker.id}`, `user ${worker2.id}`].toSorted() },
    ]
    expect(await stepsOfOrder(assigned)).toEqual(both)
    const submitted = await execute(await start(assigned), true, worker2.token)
    expect(await stepsOfOrder(await check(submitted, false))).toEqual(both)
  })

  it('keeps the executor who does not work here any more', async () => {
    const order = await site.submitted()
    await harness.owner.query(`update app_user set status = '2' where id = $1`, [site.people.worker.id])
    const returned = await check(order, false)
    expect(await stepsOfOrder(returned)).toMatchObject([{ assignee: site.people.worker.id }])
    await harness.owner.query(`update app_user set status = '1' where id = $1`, [site.people.worker.id])
  })

  it('does not move when the order is refused', async () => {
    const order = await site.submitted()
    const before = await processesOf(harness, order.id)
    const refused = await harness.refused(site.people.worker.token, calls.check, { ...order, pass: true })
    expect(refused.message).not.toBe('')
    expect(await processesOf(harness, order.id)).toEqual(before)
  })
})

describe('steps of orders', () => {
  const box = async (token: string, id: string) =>
    (await harness.call(token, approvalCalls.page, { box: 'todo', size: 500 })).pageList.filter(
      ({ businessType, businessId }) => businessType === 'workOrder' && businessId === id,
    )
  const waitsFor = async (id: string) => {
    const { admin, master, worker, worker2, outsider, foreigner } = site.people
    const all = Object.entries({ admin, master, worker, worker2, outsider, foreigner })
    const found = await Promise.all(
      all.map(async ([name, { token }]) => [name, await box(token, id)] as const),
    )
    return found.filter(([, rows]) => rows.length > 0).map(([name]) => name)
  }

  it('are in the lists of those whose next step they are', async () => {
    const created = await site.create({ taskType: 7 })
    expect(await waitsFor(created.id)).toEqual(['admin', 'master'])
    const started = await start(await site.assignTo(created))
    expect(await waitsFor(created.id)).toEqual(['worker'])
    await execute(started, true)
    // The master reported the fault.
    expect(await waitsFor(created.id)).toEqual(['admin'])
  })

  it('are taken in the order only', async () => {
    const order = await site.create()
    const [row] = await box(site.people.master.token, order.id)
    const task = { processInstanceId: row!.processInstanceId, taskId: row!.taskId! }
    const before = await processesOf(harness, order.id)
    const { master, worker2 } = site.people
    const attempts = [
      harness.refused(master.token, approvalCalls.complete, { ...task, outcome: 'approve' }),
      harness.refused(master.token, approvalCalls.claim, task),
      harness.refused(master.token, approvalCalls.giveBack, { ...task, auditOpinion: '不' }),
      harness.refused(master.token, approvalCalls.transfer, { ...task, personId: worker2.id }),
      harness.refused(master.token, approvalCalls.addSigner, {
        ...task,
        personId: worker2.id,
        when: 'before',
      }),
      harness.refused(master.token, approvalCalls.withdraw, task),
      harness.refused(master.token, approvalCalls.end, { ...task, auditOpinion: '不' }),
    ]
    for (const { message } of await Promise.all(attempts)) expect(message).toBe('请在工单中办理')
    expect(await processesOf(harness, order.id)).toEqual(before)
    const given = { ...task, personId: worker2.id, auditOpinion: '换人' }
    const { message } = await harness.refused(site.people.admin.token, processRuntimeCalls.reassign, given)
    expect(message).toBe('请在工单中改派')
    expect(await processesOf(harness, order.id)).toEqual(before)
    const detail = await harness.call(master.token, approvalCalls.detail, task)
    expect(detail).toMatchObject({ canWithdraw: false, canVoid: false, returnTargets: [] })
  })

  it('are shown to everybody who sees the order, and to nobody else', async () => {
    const { processInstanceId } = await instanceOfOrder(harness, (await site.create()).id)
    await harness.call(site.people.worker2.token, approvalCalls.activities, { processInstanceId })
    for (const { token } of [site.people.outsider, site.people.foreigner])
      await harness.refused(token, approvalCalls.activities, { processInstanceId })
  })
})

describe('an order that is older than its process', () => {
  /** As before migration 0130. */
  const forget = async (id: string) => {
    for (const table of ['process_candidate', 'process_task', 'process_token', 'process_event'])
      await pastTriggers(
        harness.owner,
        `delete from ${table} where instance_id in (
          select id from process_instance where business_type = 'workOrder' and business_id = $1)`,
        [id],
      )
    await pastTriggers(
      harness.owner,
      `delete from process_instance where business_type = 'workOrder' and business_id = $1`,
      [id],
    )
  }
  const adopt = () => inTenant(harness.pool, harness.tenant.tenantId, adoptOrders)
  const activities = async (id: string) => {
    const { processInstanceId } = await instanceOfOrder(harness, id)
    return harness.call(site.people.admin.token, approvalCalls.activities, { processInstanceId })
  }
  const picture = async (id: string) => {
    const { processInstanceId } = await instanceOfOrder(harness, id)
    return harness.call(site.people.admin.token, approvalCalls.diagram, { processInstanceId })
  }

  it.each(actions)('gets the process that it would have after %s, and the same picture', async (action) => {
    const order = await taken[action]()
    const { processInstanceId: _, ...before } = await instanceOfOrder(harness, order.id)
    const seen = { activities: await activities(order.id), picture: await picture(order.id) }
    await forget(order.id)
    await adopt()
    const { processInstanceId: __, ...after } = await instanceOfOrder(harness, order.id)
    expect(after).toEqual(before)
    const names = ({ content }: { content: string }) => content
    const told = (await activities(order.id)).map(names)
    // Whom it was given to is in the order's history in words only.
    expect(told).toEqual(seen.activities.map(names).map((line) => line.replace(/ · 转办给.*/, ' · 转办给')))
    expect(await picture(order.id)).toBe(seen.picture)
  })

  it('goes on from there', async () => {
    const order = await begun()
    await forget(order.id)
    await adopt()
    const closed = await check(await execute(order, true), true)
    expect(await instanceOfOrder(harness, closed.id)).toMatchObject({ status: 'completed', open: [] })
  })

  it('is adopted once', async () => {
    const order = await site.create()
    const before = await processesOf(harness, order.id)
    await adopt()
    expect(await processesOf(harness, order.id)).toEqual(before)
  })
})
