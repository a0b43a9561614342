import { BUILD_HEADER, FIELD_BUILD } from '@heliodesk/contract/field-build.ts'
import { fieldWorkCalls as calls } from '@heliodesk/contract/field-work.ts'
import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { workOrderCalls as orders } from '@heliodesk/contract/work-orders.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { MINUTE_MS, useField } from './field.fixture.ts'

const field = useField()
const { harness } = field
const DAY_MINUTES = 24 * 60

beforeEach(() => field.setClock('2030-01-01T02:00:00Z'))

const stepOf = async (id: string, no = 1) => (await field.detail(id)).stepList[no - 1]!
const other = () => ({ token: field.people.worker2.token })
describe('what a phone sends later', () => {
  it('is done when it was done, and its history says when it came', async () => {
    const { id } = await field.assigned()
    const at = field.now() + 10 * MINUTE_MS
    field.pass(300)
    // The clock of the phone is an hour ahead.
    const ahead = { at: at + 60 * MINUTE_MS, skew: 60 * MINUTE_MS }
    await field.act('start', id, ahead)
    await field.act('step', id, { ...ahead, at: ahead.at + MINUTE_MS })
    const { workStartTime, stepList } = await field.detail(id)
    expect([workStartTime, stepList[0]!.doneAt]).toEqual([field.wire(at), field.wire(at + MINUTE_MS)])
    const [saved, started] = await field.history(id)
    expect(started).toMatchObject({
      actionName: '开始作业',
      at: field.wire(field.now()),
      doneTime: field.wire(at),
    })
    expect(saved!.note).toMatch(/^第 1 步 .+：已完成，9\.1$/)
    const { rows } = await harness.owner.query(
      `select device_at as at, device_skew as skew, parts from work_order_event where order_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(rows).toEqual([{ at: new Date(ahead.at + MINUTE_MS), skew: '3600000', parts: [1] }])
  })

  it('does not begin before the order was given to its people, and says nothing of a few minutes', async () => {
    const { id, realStartTime } = await field.assigned()
    field.pass(4)
    await field.act('start', id, { at: field.now() - 60 * MINUTE_MS })
    expect((await field.detail(id)).workStartTime).toBe(realStartTime)
    await field.act('step', id, { at: field.now() - 4 * MINUTE_MS })
    expect((await field.history(id))[0]!.doneTime).toBeNull()
  })

  it.each([
    ['future', DAY_MINUTES],
    ['old', -8 * DAY_MINUTES],
  ])('is marked for the acceptor where its time is odd: %s', async (mark, minutes) => {
    const { id } = await field.inHand()
    const at = field.now() + minutes * MINUTE_MS
    expect(await field.act('step', id, { at, skew: null })).toMatchObject({ outcome: 'done', marks: [mark] })
    expect(await field.records(id)).toMatchObject([
      {
        outcome: 'done',
        marks: [mark],
        deviceTime: field.wire(at),
        doneTime: field.wire(Math.min(at, field.now())),
        arrivalTime: field.wire(field.now()),
        lines: [{ text: '已完成，9.1' }],
        choice: null,
      },
    ])
  })

  it('begins the sheet of an inspection, and is submitted like any other order', async () => {
    const { id } = await field.assigned(18)
    await field.act('start', id)
    const { rows } = await harness.owner.query('select from appearance_row where order_id = $1', [id])
    expect(rows.length).toBeGreaterThan(0)
    expect((await field.outcome('submit', id)).outcome).toBe('order.incomplete')
  })

  it('is refused for a step that the order does not have', async () => {
    const { id } = await field.inHand()
    const { outcome, message } = await field.outcome('step', id, { name: '不存在' })
    expect([outcome, message]).toEqual(['field.no_part', '工单没有第 1 步“不存在”'])
  })

  it('adds hours until there are as many as a form takes', async () => {
    const { id } = await field.inHand()
    await harness.owner.query(
      `insert into work_order_hours (tenant_id, order_id, executor_name, actual_start_time, actual_end_time, people_num, work_hours)
       select tenant_id, id, '甲', now(), now() + interval '1 hour', 1, 1 from work_order, generate_series(1, 49) where id = $1`,
      [id],
    )
    expect((await field.outcome('hours', id)).outcome).toBe('done')
    expect(await field.outcome('hours', id, { peopleNum: 3 })).toMatchObject({
      outcome: 'order.hours_many',
      message: '一张工单最多 50 条工时',
    })
  })
})

describe('the submission', () => {
  it('says everything that is missing, and succeeds once all of it is there', async () => {
    const { id } = await field.inHand()
    const { message } = await field.outcome('submit', id)
    expect(message).toMatch(/^还不能提交，还差 \d+ 项先决条件、\d+ 个必做步骤、工时：先决条件“/)
    const { stepList, prerequisiteList } = await field.detail(id)
    await field.filled(id)
    for (const [at, { name }] of prerequisiteList.entries())
      await field.act('prerequisite', id, { no: at + 1, name })
    for (const [at, { name }] of stepList.entries())
      await field.act('step', id, { stepNo: at + 1, name, base: { done: false, value: '', note: '' } })
    await field.act('hours', id)
    await field.act('note', id)
    expect(await field.act('submit', id)).toMatchObject({ outcome: 'done', message: '已计入工单' })
    expect(await field.detail(id)).toMatchObject({ flowSts: 3, executionNote: '已更换熔断器' })
    expect((await field.outcome('submit', id, other())).message).toMatch(
      /^工单已于 2030-01-01 10:00 由 .+ 提交验收，不能提交验收$/,
    )
  })
})

describe('what the table of conflicts adds', () => {
  it('no order starts under a ticket that was withdrawn', async () => {
    const { id } = await field.assigned()
    await field.ticket(id, true)
    expect(await field.outcome('start', id)).toMatchObject({
      outcome: 'field.ticketWithdrawn',
      message: `票 P${id} 已于 2030-01-01 10:00 由 王值长 收回，不能开始作业`,
    })
  })

  it('no order starts that waits for its ticket', async () => {
    const { id } = await field.assigned()
    await harness.owner.query('update work_order set need_ticket = 1 where id = $1', [id])
    expect((await field.outcome('start', id)).outcome).toBe('order.ticket_needed')
  })

  it('work from before the return counts, and says so', async () => {
    const { id } = await field.inHand()
    const at = field.now()
    field.pass(10)
    await field.submit({ id })
    await field.check(id, false)
    const answer = await field.act('step', id, { at, value: '7.7' })
    expect([answer.outcome, answer.marks]).toEqual(['done', ['returned']])
    expect((await stepOf(id)).value).toBe('7.7')
  })

  it('the later word of a person counts, whichever of their phones has a signal first', async () => {
    const { id } = await field.inHand()
    const work = await field.detail(id)
    const [earlier, later] = [field.now() + MINUTE_MS, field.now() + 2 * MINUTE_MS]
    field.pass(10)
    await field.act('step', id, { work, at: later, value: '9.2' })
    expect((await field.act('step', id, { work, at: earlier, value: '9.0' })).outcome).toBe('record')
    expect((await stepOf(id)).value).toBe('9.2')
    expect((await field.act('step', id, { work, at: later + MINUTE_MS, value: '9.3' })).outcome).toBe('done')
    expect((await stepOf(id)).value).toBe('9.3')
  })

  it('those who supervise tickets are told of work after one was withdrawn, once', async () => {
    const { id } = await field.inHand()
    await field.ticket(id, true)
    field.pass(10)
    const safety = await hire(harness, {
      username: 'field.safety',
      codes: ['order:list', 'ticketReview:edit'],
      depCode: 'A01A02',
    })
    await field.act('step', id)
    await field.act('note', id)
    const { rows } = await harness.call(safety.token, orderCommentCalls.mentions, {})
    expect(rows.map((row) => [row.orderId, row.text])).toEqual([
      [
        id,
        expect.stringMatching(
          new RegExp(
            `^票已收回后作业：2030-01-01 10:10 第 1 步 .+：已完成，9.1，票 P${id} 已于 .+ 收回 .*@field.safety`,
          ),
        ),
      ],
    ])
    expect((await field.records(id)).map(({ marks }) => marks)).toEqual([['afterTicket'], ['afterTicket']])
  })
})

describe('who may send', () => {
  const send = async (token: string | null, id: string) => {
    const { status, body } = await harness.request('POST', calls.start.path, {
      token,
      body: { id, at: field.now(), skew: null },
    })
    return [status, String(body.error_code)]
  }

  it('is who executes the order, within scope and company', async () => {
    const { id } = await field.assigned()
    const { master, outsider, foreigner, admin } = field.people
    expect(await send(null, id)).toEqual([401, 'signed_out'])
    expect(await send(master.token, id)).toEqual([403, 'missing_right'])
    expect(await send(foreigner.token, id)).toEqual([200, 'not_found'])
    expect(await send(admin.token, id)).toEqual([200, 'order.start_refused'])
    const stranger = await hire(harness, {
      username: 'field.stranger',
      codes: ['order:execute', 'order:list'],
      depCode: 'A01A01',
    })
    expect(await send(stranger.token, id)).toEqual([200, 'not_found'])
    expect((await harness.refused(outsider.token, calls.records, { id })).code).toBe('not_found')
    expect((await field.history(id))[0]!.action).toBe('assign')
  })

  it.each([
    ['no header', undefined, 200],
    ['this build', FIELD_BUILD, 200],
    ['the build before', FIELD_BUILD - 1, 200],
    ['a later build', FIELD_BUILD + 1, 200],
    ['an older build', FIELD_BUILD - 2, 426],
    ['no number', 'x', 426],
  ])('is a client with %s', async (_name, build, expected) => {
    const { id } = await field.assigned()
    const { token } = field.people.worker
    const headers: Record<string, string> = build === undefined ? {} : { [BUILD_HEADER]: String(build) }
    const body = { id, at: field.now(), skew: null }
    const { status, body: answer } = await harness.request('POST', calls.start.path, { token, headers, body })
    expect(status).toBe(expected)
    if (status === 426)
      expect(answer).toMatchObject({
        error_code: 'client_too_old',
        result_msg: expect.stringContaining('请更新') as string,
      })
    // Nothing but field commands waits on phones.
    const desk = await harness.request('POST', orders.detail.path, { token, headers, body: { id } })
    expect(desk.status).toBe(200)
  })
})

describe('several at once', () => {
  it('a key that is sent twice has one effect', async () => {
    const { id } = await field.inHand()
    const { token } = field.people.worker
    const work = await field.detail(id)
    const body = {
      id,
      at: field.now(),
      skew: 0,
      stepNo: 1,
      name: work.stepList[0]!.name,
      done: true,
      value: '1',
      note: '',
      base: work.stepList[0],
    }
    const send = () =>
      harness.request('POST', calls.step.path, {
        token,
        headers: { 'idempotency-key': `step-of-${id}` },
        body,
      })
    const answers = [...(await Promise.all([send(), send()])), await send()]
    expect(answers.map(({ body: { result_data: data } }) => data)).toEqual(
      answers.map(() => ({ outcome: 'done', marks: [], message: '已计入工单' })),
    )
    expect((await field.detail(id)).version).toBe(work.version + 1)
  })

  it('of two phones one value is the order’s, and the other waits for the acceptor', async () => {
    const { id } = await field.inHand()
    const work = await field.detail(id)
    const answers = await Promise.all([
      field.act('step', id, { work, value: '9.1' }),
      field.act('step', id, { work, value: '8.8', ...other() }),
    ])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['both', 'done'])
    const [record] = await field.records(id)
    const values = [(await stepOf(id)).value, record!.lines[0]!.text]
    expect(values.join()).toMatch(/9\.1.*8\.8|8\.8.*9\.1/)
  })

  it('of two submissions one is refused, and the same hours count once', async () => {
    const { id } = await field.inHand()
    const hours = await Promise.all([field.act('hours', id), field.act('hours', id, other())])
    expect(hours.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'same'])
    const { version } = await field.detail(id)
    const { token } = field.people.worker
    await harness.call(token, orders.execute, { id, version, submit: false, ...(await field.filled(id)) })
    const both = await Promise.all([field.outcome('submit', id), field.outcome('submit', id, other())])
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'field.submitted'])
  })
})
