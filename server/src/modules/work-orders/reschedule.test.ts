import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { pastTriggers } from '../../../test/owner-pool.ts'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

/** Every test has a day of its own, so that none books the people of another. */
let day = 0
beforeEach(() => void (day += 1))
const at = (hour: number, minute = 0) =>
  new Date(Date.UTC(2031, 0, day, hour, minute)).toISOString().slice(0, 19).replace('T', ' ')
const plan = (from: number, to: number) => ({ planStartTime: at(from), planEndTime: at(to) })

type Order = { id: string; version: number }

const assigned = async (from = 8, to = 10, more: object = {}, assistUserIds: string[] = []) => {
  const { id, version } = await site.create(more)
  const { master, worker } = site.people
  return harness.call(master.token, calls.assign, {
    id,
    version,
    liableUserId: worker.id,
    assistUserIds,
    ...plan(from, to),
  })
}
const move = ({ id, version }: Order, from: number, to: number, more: object = {}) => ({
  id,
  version,
  ...plan(from, to),
  ...more,
})
const moved = (order: Order, from: number, to: number, more: object = {}) =>
  harness.call(site.people.master.token, calls.reschedule, move(order, from, to, more))
const refused = (input: unknown, token = site.people.master.token) =>
  harness.refused(token, calls.reschedule, input)
const conflicts = async ({ id }: Order, from: number, to: number) =>
  (await harness.call(site.people.master.token, calls.planConflicts, { id, ...plan(from, to) })).conflicts
const detail = ({ id }: Order) => harness.call(site.people.admin.token, calls.detail, { id })

describe('a new time', () => {
  it('moves the plan alone, and is in the history with both plans', async () => {
    const order = await assigned()
    const after = await moved(order, 12, 16, { note: '等备件' })
    expect(after).toEqual({ ...order, ...plan(12, 16), version: order.version + 1 })
    const [event] = await harness.call(site.people.worker.token, calls.history, { id: order.id })
    expect(event).toMatchObject({
      action: 'reschedule',
      actionName: '改期',
      fromSts: 2,
      toSts: 2,
      note: `${at(8).slice(0, 16)} 至 ${at(10).slice(0, 16)} → ${at(12).slice(0, 16)} 至 ${at(16).slice(0, 16)}：等备件`,
    })
  })

  it('is given to an order that nobody has yet, if it was planned', async () => {
    const planned = await site.create(plan(8, 10))
    expect(await moved(planned, 12, 14)).toMatchObject({ flowSts: 1, otherSts: 1, ...plan(12, 14) })
    expect((await refused(move(await site.create(), 12, 14))).message).toBe(
      '工单还没有计划时间，请在指派时安排',
    )
  })

  it('is the first one of an order that was claimed', async () => {
    const { id, version } = await site.create()
    const claimed = await harness.call(site.people.worker.token, calls.claim, { id, version })
    expect(await moved(claimed, 8, 9)).toMatchObject(plan(8, 9))
    const [event] = await harness.call(site.people.worker.token, calls.history, { id })
    expect(event!.note).toMatch(/^无计划 → /)
  })

  it.each<[string, (order: Order) => unknown, RegExp]>([
    ['the end is before the start', (order) => move(order, 12, 11), /计划结束时间应晚于计划开始时间/],
    ['nothing changes', (order) => move(order, 8, 10), /计划时间没有变化/],
    ['the version is old', ({ id }) => move({ id, version: 1 }, 12, 14), /^工单已在别处更新，请刷新后重试$/],
    [
      'the start is missing',
      (order) => ({ ...move(order, 12, 14), planStartTime: undefined }),
      /计划开始时间/,
    ],
    [
      'there is no such day',
      (order) => ({ ...move(order, 12, 14), planEndTime: '2031-02-31 08:00:00' }),
      /没有这一天/,
    ],
  ])('is refused when %s, and nothing is written', async (_when, input, says) => {
    const order = await assigned()
    expect((await refused(input(order))).message).toMatch(says)
    expect(await detail(order)).toMatchObject({ version: order.version, ...plan(8, 10) })
  })

  it('is refused for what is handed in or closed', async () => {
    const submitted = await site.submitted()
    expect((await refused(move(submitted, 8, 10))).message).toBe('工单验收中，不能改期')
    const closed = await harness.call(site.people.admin.token, calls.check, { ...submitted, pass: true })
    expect((await refused(move(closed, 8, 10))).message).toBe('工单已完成，不能改期')
  })

  it('is given by whoever may assign, at a station in their scope', async () => {
    const order = await assigned()
    const input = move(order, 12, 14)
    const { worker, outsider, foreigner } = site.people
    expect((await refused(input, worker.token)).status).toBe(403)
    for (const { token } of [outsider, foreigner]) {
      const unknown = await refused({ ...input, id: '999999999' }, token)
      expect(await refused(input, token)).toEqual(unknown)
      expect(await harness.refused(token, calls.planConflicts, input)).toEqual(unknown)
    }
    expect((await detail(order)).version).toBe(order.version)
  })
})

describe('a conflict', () => {
  it.each<[string, { promised?: number; other?: [number, number] }, [number, number], string[]]>([
    ['none', {}, [12, 14], []],
    ['the end of the promise', { promised: 14 }, [12, 14], []],
    ['half an hour after the promise', { promised: 13.5 }, [12, 14], ['promised']],
    ['booked before', { other: [10, 12] }, [12, 14], []],
    ['booked after', { other: [14, 15] }, [12, 14], []],
    ['booked within', { other: [13, 13.5] }, [12, 14], ['booked']],
    ['booked around', { other: [11, 20] }, [12, 14], ['booked']],
    ['booked into the start', { other: [11, 12.5] }, [12, 14], ['booked']],
    ['both', { promised: 13, other: [13, 16] }, [12, 14], ['promised', 'booked']],
  ])(
    '%s is named before, and accepted by whoever confirms it',
    async (_name, { promised, other }, to, kinds) => {
      const half = (hour: number) => at(Math.floor(hour), (hour % 1) * 60)
      const order = await assigned(8, 9, promised === undefined ? {} : { impCommitTime: half(promised) })
      if (other) {
        const { id, version } = await site.create({ taskDescription: '别的活' })
        await harness.call(site.people.master.token, calls.assign, {
          id,
          version,
          liableUserId: site.people.worker.id,
          planStartTime: half(other[0]),
          planEndTime: half(other[1]),
        })
      }
      const found = await conflicts(order, ...to)
      expect(found.map(({ kind }) => kind)).toEqual(kinds)
      expect(found.every(({ refuses }) => !refuses)).toBe(true)
      if (kinds.length > 0) {
        const { message, code } = await refused(move(order, ...to))
        expect(message).toBe(`${found.map(({ text }) => text).join('；')}。确认后可以改期`)
        expect(code).toBe('order.plan_conflict')
        expect((await detail(order)).version).toBe(order.version)
      }
      const after = await moved(order, ...to, { confirmed: kinds.length > 0 })
      expect(after).toMatchObject(plan(...to))
      const [event] = await harness.call(site.people.worker.token, calls.history, { id: order.id })
      for (const { text } of found) expect(event!.note).toContain(text)
    },
  )

  it('is a time that has passed', async () => {
    const order = await assigned()
    const past = { planStartTime: '2020-01-01 08:00:00', planEndTime: '2020-01-01 09:00:00' }
    const { id, version } = order
    const asked = await harness.call(site.people.master.token, calls.planConflicts, { id, ...past })
    expect(asked.conflicts.map(({ kind }) => kind)).toEqual(['past'])
    expect((await refused({ id, version, ...past })).message).toMatch(/已经过去/)
  })

  it('is a helper who is booked, with the other order', async () => {
    const { worker2 } = site.people
    const other = await assigned(12, 13)
    const order = await assigned(8, 9, {}, [worker2.id])
    const [found] = await conflicts(order, 12, 14)
    expect(found).toMatchObject({ kind: 'booked', orderId: other.id })
    expect(found!.text).toContain(other.workCode)
  })

  it('is no closed order and no order without a plan', async () => {
    const { id, version } = await assigned(12, 13)
    await harness.call(site.people.admin.token, calls.terminate, { id, version, reason: '重复' })
    const open = await site.create()
    await harness.call(site.people.worker.token, calls.claim, { id: open.id, version: open.version })
    expect(await conflicts(await assigned(8, 9), 12, 14)).toEqual([])
  })

  it('names no order that the caller does not see', async () => {
    const east = harness.tenant.stations[0]!.id
    const { admin, master } = site.people
    const there = await harness.call(admin.token, calls.insert, {
      psId: east,
      taskType: 12,
      taskDescription: '东部的活',
    })
    await harness.call(admin.token, calls.assign, {
      id: there.id,
      version: there.version,
      liableUserId: admin.id,
      ...plan(12, 13),
    })
    const { id, version } = await site.create()
    const order = await harness.call(master.token, calls.assign, {
      id,
      version,
      liableUserId: admin.id,
      ...plan(8, 9),
    })
    const [found] = await conflicts(order, 12, 14)
    expect(found!.orderId).toBeNull()
    expect(found!.text).toMatch(/在数据范围外的电站已有安排$/)
    expect(found!.text).not.toContain(there.workCode)
  })

  it('is a station out of service, which nobody can confirm away', async () => {
    const order = await assigned()
    const stop = (status: string) =>
      pastTriggers(harness.owner, 'update station set status = $1 where id = $2', [status, site.stationId])
    await stop('3')
    try {
      expect(await conflicts(order, 12, 14)).toMatchObject([{ kind: 'station', refuses: true }])
      const { message, code } = await refused(move(order, 12, 14, { confirmed: true }))
      expect(message).toMatch(/已停用，不能改期$/)
      expect(code).toBe('order.plan_refused')
    } finally {
      await stop('1')
    }
    expect((await detail(order)).version).toBe(order.version)
  })
})

describe('at once', () => {
  it('one of eight dispatchers moves an order', async () => {
    const order = await assigned()
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_each, place) => moved(order, 10 + place, 20, { confirmed: true })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await detail(order)).version).toBe(order.version + 1)
  })

  it('two orders of one person are not both moved to the same time without a word', async () => {
    const [one, other] = [await assigned(6, 7), await assigned(8, 9)]
    const tries = await Promise.allSettled([moved(one, 12, 14), moved(other, 13, 15)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
