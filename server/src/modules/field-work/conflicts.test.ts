import { workOrderCalls as orders } from '@heliodesk/contract/work-orders.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS, useField, type ActName } from './field.fixture.ts'

const field = useField()
const { harness } = field

beforeEach(() => field.setClock('2030-01-01T02:00:00Z'))

/** An order to which something happened, when the worker did what comes now, and what the phone showed then. */
type Put = { id: string; at: number; work?: Awaited<ReturnType<typeof field.detail>> }

/** The worker acts so many minutes after something happens, or before it; it arrives an hour later. */
async function begunThen(minutes: number, happens: (id: string) => Promise<unknown>): Promise<Put> {
  const { id } = await field.inHand()
  const work = await field.detail(id)
  field.pass(120)
  const at = field.now() + minutes * MINUTE_MS
  await happens(id)
  field.pass(60)
  return { id, at, work }
}

const writtenByColleague = async (id: string, value: string) => {
  const { stepList, prerequisiteList, version } = await field.detail(id)
  const isSame = value === '9.1'
  return harness.call(field.people.worker2.token, orders.execute, {
    id,
    version,
    submit: false,
    stepList: stepList.map((step, at) =>
      at === 0 ? { ...step, done: true, doneAt: '2030-01-01 10:00:00', value } : step,
    ),
    prerequisiteList: prerequisiteList.map((each) => ({ ...each, met: isSame })),
    workHoursList: [],
    executionNote: isSame ? '已更换熔断器' : '未更换',
  })
}
const submitThenCheck = async (id: string, passes: boolean) => {
  await field.submit({ id })
  await field.check(id, passes)
}
const toColleague = (id: string) => field.reassign(id, field.people.worker2.id)

const situations = {
  terminated: () => begunThen(-10, (id) => field.terminate(id)),
  closed: () => begunThen(-10, (id) => submitThenCheck(id, true)),
  submitted: () => begunThen(-10, (id) => field.submit({ id })),
  'reassigned before': () => begunThen(10, toColleague),
  'reassigned after': () => begunThen(-10, toColleague),
  'not started': async (): Promise<Put> => ({ id: (await field.assigned()).id, at: field.now() }),
  started: () => begunThen(10, () => Promise.resolve()),
  returned: async () => {
    const { work: _seen, ...put } = await begunThen(-10, (id) => submitThenCheck(id, false))
    return put
  },
  'ticket withdrawn before': () => begunThen(10, (id) => field.ticket(id, true)),
  'ticket withdrawn after': () => begunThen(-90, (id) => field.ticket(id, true)),
  'ticket open': () => begunThen(10, (id) => field.ticket(id, false)),
  'same value': () => begunThen(-10, (id) => writtenByColleague(id, '9.1')),
  'other value': () => begunThen(-10, (id) => writtenByColleague(id, '8.8')),
} satisfies Record<string, () => Promise<Put>>
type Situation = keyof typeof situations

const acts = ['start', 'step', 'prerequisite', 'hours', 'note', 'submit'] as const

/** By hand: what becomes of each act, with its marks; ½ is the part that counts. */
const expected: Record<Situation, readonly string[]> = {
  terminated: ['field.terminated', 'record', 'record', 'done ½', 'record', 'field.terminated'],
  closed: ['field.closed', 'record', 'record', 'record', 'record', 'field.closed'],
  submitted: ['field.submitted', 'record', 'record', 'done late', 'record', 'field.submitted'],
  'reassigned before': ['field.reassigned', 'record', 'record', 'done ½', 'record', 'field.reassigned'],
  'reassigned after': ['field.reassigned', 'done', 'done', 'done ½', 'done', 'field.reassigned'],
  'not started': ['done', ...Array<string>(5).fill('field.notStarted')],
  started: ['same', 'done', 'done', 'done', 'done', 'order.incomplete'],
  returned: ['same', 'same', 'same', 'done', 'same', 'field.returned'],
  'ticket withdrawn before': ['same', ...Array<string>(4).fill('done afterTicket'), 'order.incomplete'],
  'ticket withdrawn after': ['same', 'done', 'done', 'done', 'done', 'order.incomplete'],
  'ticket open': ['same', 'done', 'done', 'done', 'done', 'field.ticketOpen'],
  'same value': ['same', 'same', 'same', 'done', 'same', 'order.incomplete'],
  'other value': ['same', 'both', 'done', 'done', 'both', 'order.incomplete'],
}

const cells = (Object.keys(situations) as Situation[]).flatMap((situation) =>
  acts.map((act, at) => [act, situation, expected[situation][at]!] as const),
)

const written: Record<ActName, RegExp> = {
  start: /./,
  step: /9\.1/,
  prerequisite: /"met":true|已满足/,
  hours: /李沐阳/,
  note: /已更换熔断器/,
  submit: /./,
}

/** What an order has, apart from its supplementary records. */
const stateOf = async (id: string) => [await field.detail(id), await field.history(id)] as const

describe('the table of conflicts on a server', () => {
  it.each(cells)('%s, %s: %s', async (act: ActName, situation, expects) => {
    const put: Put = await situations[situation]()
    const [before, told] = await stateOf(put.id)
    const { outcome, marks, message } = await field.outcome(act, put.id, put)
    const records = await field.records(put.id)
    const isCut = records.some((record) => record.outcome === 'record') && outcome === 'done'
    expect([outcome, ...marks, ...(isCut ? ['½'] : [])].join(' ')).toBe(expects)
    expect(message).toMatch(/[\u4e00-\u9fff]/)
    // A record is kept where the act has no effect, waits, or is marked, and nowhere else.
    const kept = outcome === 'record' || outcome === 'both' || isCut || marks.length > 0
    expect(records.length).toBe(kept ? 1 : 0)
    const [after, toldAfter] = await stateOf(put.id)
    // Unless it is refused, and so stays on the phone, what was written is there.
    const wrote = JSON.stringify([after, records])
    if (!outcome.includes('.')) expect(wrote).toMatch(written[act])
    if (outcome === 'done') {
      expect(after.version).toBe(before.version + 1)
      expect(toldAfter.length).toBe(told.length + 1)
      expect(toldAfter[0]).toMatchObject({ actorName: '甲公司worker', toSts: before.flowSts })
    } else {
      expect([{ ...after, fieldRecords: 0 }, toldAfter]).toEqual([{ ...before, fieldRecords: 0 }, told])
      expect(after.fieldRecords).toBe(records.length)
    }
  })
})
