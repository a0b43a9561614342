import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { messageCalls as calls } from '@heliodesk/contract/messages.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { INSPECTION, sourceCategory } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'
import { tell } from './index.ts'
import { inTenant } from '../../kernel/transaction.ts'
import { typeForNewOrder } from '../task-types/index.ts'
import { addMany } from '../work-orders/index.ts'

const site = useSite()
const { harness } = site

type Who = keyof typeof site.people
const token = (who: Who) => site.people[who].token
const list = async (who: Who, input: object = {}) =>
  (await harness.call(token(who), calls.list, { size: 100, ...input })).pageList
/** The titles of a person's messages about an order, the newest first. */
const about = async (who: Who, { id }: { id: string }) =>
  (await list(who)).filter((each) => each.about.id === id).map(({ title }) => title)
const unread = async (who: Who) =>
  (await harness.call(token(who), shellCalls.unread, { businessType: 2 })).isNotReadNum

describe('an order tells', () => {
  it('who is to assign, execute and accept it, and never whoever did it', async () => {
    const created = await harness.call(token('admin'), workOrderCalls.insert, {
      psId: site.stationId,
      taskType: 12,
      taskDescription: '3 号逆变器绝缘阻抗低',
    })
    const { workCode } = created
    expect(await about('master', created)).toEqual([`工单${workCode}待指派`])
    expect((await list('master'))[0]).toMatchObject({ kind: 'orderToAssign', act: 'assign' })
    expect(await about('worker', created)).toEqual([])
    expect(await about('admin', created)).toEqual([])
    const assigned = await site.assignTo(created)
    expect(await about('worker', created)).toEqual([
      `您有新工单${workCode}，${created.psName}，计划01-02 18:00前完成`,
    ])
    const [asked] = await list('master')
    expect(asked).toMatchObject({
      kind: 'orderToAssign',
      label: 'D',
      isRead: true,
      link: `#/taskCenter?order=${created.id}`,
      act: null,
      done: { outcome: '已指派', isOwn: true },
    })
    await harness.call(token('worker'), workOrderCalls.start, assigned)
    const submitted = await site.submit(created)
    expect((await about('master', created))[0]).toBe(`工单${workCode}待您验收`)
    await harness.call(token('master'), workOrderCalls.check, {
      ...submitted,
      pass: false,
      auditOpinion: '缺作业后照片',
    })
    expect((await list('worker'))[0]).toMatchObject({
      label: 'A',
      title: `工单${workCode}被退回：缺作业后照片`,
      isRead: false,
    })
  })

  it('of an extension, which is decided where it is told', async () => {
    const order = await site.begun()
    await site.extend(order)
    const [asked] = await list('master')
    expect(asked).toMatchObject({ kind: 'extensionAsked', label: 'D', about: { id: order.id } })
    expect(asked!.title).toMatch(/申请延期至01-03 18:00，请审批$/)
    expect(asked!.step).toMatchObject({ taskId: expect.any(Number) as number })
    await harness.call(token('master'), approvalCalls.complete, { ...asked!.step!, outcome: 'approve' })
    expect((await list('master'))[0]).toMatchObject({
      step: null,
      isRead: true,
      done: { outcome: '已同意', isOwn: true },
    })
    expect((await about('worker', order))[0]).toBe('延期申请已同意，延至01-03 18:00')
  })

  it('of mentions and its end, but nobody who does not see it', async () => {
    const order = await site.assignTo(await site.create())
    const { rows } = await harness.owner.query<{ realname: string }>(
      'select realname from app_user where id = $1',
      [site.people.worker.id],
    )
    await harness.call(token('master'), orderCommentCalls.add, {
      orderId: order.id,
      text: `@${rows[0]!.realname} 备件到了`,
      mentions: [site.people.worker.id],
    })
    await harness.call(token('master'), workOrderCalls.terminate, {
      id: order.id,
      version: order.version,
      reason: '与 11 号单重复',
    })
    expect((await about('worker', order)).slice(0, 2)).toEqual([
      `工单${order.workCode}已终止：与 11 号单重复`,
      expect.stringContaining(`在工单${order.workCode}的评论中提到了您`),
    ])
    for (const who of ['outsider', 'foreigner'] as const) expect(await about(who, order)).toEqual([])
  })
})

describe('orders that are made together', () => {
  it('tell each of their people, who may see them; only one without a person asks for it', async () => {
    const now = harness.clock.now()
    const [worker, outsider] = [site.people.worker.id, site.people.outsider.id]
    const ids = await inTenant(harness.pool, harness.tenant.tenantId, async (db) =>
      addMany(
        { db, now, timeZone: 'Asia/Shanghai' },
        await typeForNewOrder(db, INSPECTION, { evenInactive: true }),
        [worker, outsider, null, worker].map((executorId, at) => ({
          psId: site.stationId,
          taskDescription: `巡检 ${at + 1}`,
          workSubclass: '例行巡检',
          source: sourceCategory.plan,
          planCode: 'JH1',
          planStart: now,
          planEnd: new Date('2030-01-02T10:00:00Z'),
          executorId,
        })),
      ),
    )
    const { rows } = await harness.owner.query<{
      code: string
      station: string
      title: string
      who: string[]
    }>(
      `select m.about_code as code, s.name as station, m.words ->> 'task' as title,
         array(select t.user_id::text from message_to t where t.message_id = m.id) as who
       from message m join station s on s.id = m.station_id where m.about = 'order' and m.about_id = any($1)
       order by m.about_id`,
      [ids],
    )
    expect(rows.map(({ title, who }) => [title, who])).toEqual([
      ['巡检 1', [worker]],
      ['巡检 3', [site.people.master.id]],
      ['巡检 4', [worker]],
    ])
    const [last, , first] = rows.toReversed()
    expect((await list('worker')).slice(0, 2).map(({ title }) => title)).toEqual(
      [last, first].map((order) => `您有新工单${order!.code}，${order!.station}，计划01-02 18:00前完成`),
    )
  })
})

describe('messages', () => {
  const told = (key: string, people: string[], db = harness) =>
    inTenant(db.pool, harness.tenant.tenantId, (transaction) =>
      tell(
        { db: transaction, now: harness.clock.now() },
        {
          kind: 'planToAudit',
          about: { kind: 'plan', id: '7', code: 'JH1' },
          to: { people },
          values: { code: key, station: '白芨滩' },
          key,
        },
      ),
    )

  it('are told once for each key', async () => {
    expect(await told('JH-1', [site.people.worker.id])).not.toBeNull()
    expect(await told('JH-1', [site.people.worker.id])).toBeNull()
    expect(await told('JH-2', [site.people.foreigner.id])).toBeNull()
    expect((await list('worker', { keyword: 'JH-1 待审核' })).map(({ title }) => title)).toEqual([
      '巡检计划JH-1待审核',
    ])
    expect(await list('worker', { keyword: 'JH-1 待许可' })).toEqual([])
  })

  it('are read one by one or together, which can be taken back, and counted right away', async () => {
    await harness.call(token('worker'), calls.readBatch, { all: '1' })
    expect(await unread('worker')).toBe(0)
    harness.clock.advance(1000)
    for (const key of ['JH-3', 'JH-4', 'JH-5']) await told(key, [site.people.worker.id])
    expect(await unread('worker')).toBe(3)
    const [newest] = await list('worker', { state: 'unread', label: 'P' })
    await harness.call(token('worker'), calls.read, { id: newest!.id })
    expect(await unread('worker')).toBe(2)
    const { count, mark } = await harness.call(token('worker'), calls.readBatch, { all: '1', label: 'P' })
    expect([count, await unread('worker')]).toEqual([2, 0])
    harness.clock.advance(1000)
    expect(await harness.call(token('worker'), calls.undoRead, { mark })).toEqual({ count: 2 })
    const labels = await harness.call(token('worker'), calls.labels, {})
    expect(labels.map(({ label, name }) => label + name)).toEqual(['P计划', 'D执行', 'C检查', 'A改进'])
    expect(labels[0]).toMatchObject({ unread: 2 })
    expect((await harness.refused(token('worker'), calls.readBatch, {})).message).toMatch(/请选择消息/)
  })

  it('of others are neither read nor marked', async () => {
    const id = (await told('JH-6', [site.people.worker.id]))!
    for (const who of ['worker2', 'foreigner'] as const) {
      for (const call of [calls.read, calls.detail])
        expect((await harness.refused(token(who), call, { id })).message).toMatch(/不存在/)
      expect((await harness.refused(token(who), calls.readBatch, { ids: id })).message).toMatch(/不存在/)
    }
    const { message, people } = await harness.call(token('worker'), calls.detail, { id })
    expect(message.isRead).toBe(false)
    expect(people).toMatchObject([{ isOwn: true, readTime: null }])
  })

  it('are no longer shown once their record is out of sight', async () => {
    const order = await site.assignTo(await site.create())
    expect(await about('worker', order)).toHaveLength(1)
    const departmentOf = async (id: string) => {
      const { rows } = await harness.owner.query<{ department: string }>(
        'select department_id as department from app_user where id = $1',
        [id],
      )
      return rows[0]!.department
    }
    const { worker, outsider } = site.people
    const own = await departmentOf(worker.id)
    const move = (department: string) =>
      harness.owner.query('update app_user set department_id = $2 where id = $1', [worker.id, department])
    await move(await departmentOf(outsider.id))
    expect(await about('worker', order)).toEqual([])
    await move(own)
    expect(await about('worker', order)).toHaveLength(1)
  })

  it('of what is due are told once, however many look', async () => {
    const order = await site.assignTo(await site.create())
    await harness.owner.query(
      `update work_order set plan_start_time = '2030-01-02 08:00+8', plan_end_time = '2030-01-02 18:00+8' where id = $1`,
      [order.id],
    )
    const look = () =>
      inTenant(harness.pool, harness.tenant.tenantId, async (db) => {
        await sql`select app.tell_due('2030-01-02 20:30+8')`.execute(db)
      })
    await Promise.all([look(), look()])
    await look()
    expect((await about('worker', order)).filter((title) => title.includes('已超期'))).toEqual([
      `工单${order.workCode}已超期2小时`,
    ])
  })

  it('of a late order lets whoever assigns urge its people, once in a while, and says so to the others', async () => {
    const order = await site.assignTo(await site.create())
    await harness.owner.query(
      `update work_order set plan_start_time = '2030-02-02 08:00+8', plan_end_time = '2030-02-02 18:00+8' where id = $1`,
      [order.id],
    )
    await inTenant(harness.pool, harness.tenant.tenantId, async (db) => {
      await sql`select app.tell_due('2030-02-02 20:30+8')`.execute(db)
    })
    const late = async (who: Who) =>
      (await list(who)).find(({ kind, about: { id } }) => kind === 'orderOverdue' && id === order.id)!
    const message = await late('master')
    expect(message).toMatchObject({ act: 'urge', done: null })
    expect(await late('worker')).toMatchObject({ act: null, done: null })
    const urge = (who: Who) => harness.refused(token(who), calls.urge, { id: message.id })
    expect((await urge('worker')).message).toMatch(/权限/)
    expect((await urge('foreigner')).message).toMatch(/不存在/)

    const outcomes = await Promise.allSettled(
      [1, 2].map(() => harness.call(token('master'), calls.urge, message)),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await about('worker', order)).filter((title) => title.includes('催办'))).toEqual([
      expect.stringMatching(new RegExp(`催办工单${order.workCode}，已超期\\d+小时$`)),
    ])
    expect(await late('master')).toMatchObject({
      act: null,
      isRead: true,
      done: { outcome: '已催办', isOwn: true },
    })
    expect((await urge('master')).message).toBe('刚催办过，30 分钟后可以再次催办')
    harness.clock.advance(30 * 60_000)
    expect(await late('master')).toMatchObject({ act: 'urge', done: null })
    await site.submit(await harness.call(token('worker'), workOrderCalls.start, order))
    expect((await urge('master')).message).toBe('工单已不在执行中，不用催办')
    expect(await late('master')).toMatchObject({ act: null, done: { outcome: '已提交' } })
    const other = (await list('master')).find(({ kind }) => kind === 'orderToCheck')!
    expect((await harness.refused(token('master'), calls.urge, { id: other.id })).message).toBe(
      '只有超期工单的消息可以催办',
    )
  })

  it('of inspections that nobody finished are told in the next morning, once for a station', async () => {
    const { tenantId } = harness.tenant
    const orders = [await site.assignTo(await site.create()), await site.assignTo(await site.create())]
    await harness.owner.query(
      `update work_order set task_type = 100, plan_start_time = '2030-03-04 08:00+8', plan_end_time = '2030-03-04 18:00+8'
       where id = any($1::bigint[])`,
      [orders.map(({ id }) => id)],
    )
    const look = (at: string) =>
      inTenant(harness.pool, tenantId, async (db) => {
        await sql`select app.tell_missed(${at}::timestamptz)`.execute(db)
      })
    const toldOf = async () => {
      const { rows } = await harness.owner.query<{ words: { n: string; date: string } }>(
        `select words from message where tenant_id = $1 and kind = 'inspectionMissed'`,
        [tenantId],
      )
      return rows.map(({ words: { date, n } }) => `${date} ${n}`)
    }
    await look('2030-03-05 07:30+8')
    expect(await toldOf()).toEqual([])
    await Promise.all([look('2030-03-05 08:01+8'), look('2030-03-05 08:01+8')])
    await look('2030-03-05 09:00+8')
    expect(await toldOf()).toEqual(['03-04 2'])
  })
})
