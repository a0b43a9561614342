import { calendarCalls as calls, type SpecialDay } from '@heliodesk/contract/calendar.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../../test/hire.ts'
import { skipWait } from '../../../../test/job-tools.ts'
import { inTenant } from '../../../kernel/transaction.ts'
import { deploy } from '../definitions.ts'
import { drawn } from '../diagram.fixture.ts'
import { sketch, step } from '../engine/process.fixture.ts'
import { registerBusiness } from './business.ts'
import { startProcess } from './steps.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  keeper: { username: 'calendar.keeper', codes: ['calendar:manage'] },
  worker: 'a_worker',
})
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
registerBusiness('calendar test', { title: '试验', moved: async () => undefined })

let rows = 0
/** Starts a step that is due in two working days, with a timer of three beside it, at this moment. */
async function start(now: string): Promise<string> {
  rows += 1
  const businessId = String(rows)
  const key = `calendar_${businessId}`
  const nodes = {
    work: step('a', 'wf:workingDays="2"'),
    late: `<bpmn:boundaryEvent id="%id" attachedToRef="work" cancelActivity="false">
      <bpmn:timerEventDefinition wf:workingDays="3" /></bpmn:boundaryEvent>`,
    after: step('a'),
  }
  const xml = drawn(sketch(nodes, ['start > work', 'work > end', 'late > after', 'after > end'], key))
  return inTenant(harness.pool, harness.tenant.tenantId, async (db) => {
    await deploy(db, xml, new Date(now))
    return startProcess(
      { db, now: new Date(now) },
      {
        key,
        businessType: 'calendar test',
        businessId,
        title: '试验',
        depCode: 'A01A02A01',
        psaId: null,
        starter: idOf('worker'),
        variables: { a: idOf('worker') },
      },
    )
  })
}

async function duesOf(id: string) {
  const { rows: found } = await harness.owner.query<{ task: Date; timer: Date; next: Date }>(
    `select t.due_at as task, j.due_at as timer, j.next_at as next from process_task t, job j
     where t.instance_id = $1 and j.payload->>'instanceId' = $1::text`,
    [id],
  )
  const { task, timer, next } = found[0]!
  expect(next).toEqual(timer)
  return [task.toISOString(), timer.toISOString()]
}

const off = (...days: string[]): SpecialDay[] => days.map((day) => ({ day, kind: 'off', name: '春节' }))
const yearOf = (year: number) => harness.call(people.keeper.token, calls.year, { year })

async function enable(year: number, days: SpecialDay[]) {
  const { version } = await harness.call(people.keeper.token, calls.saveDraft, {
    year,
    version: (await yearOf(year)).version,
    days,
  })
  return harness.call(people.keeper.token, calls.enable, { year, version })
}

afterEach(() => harness.owner.query('delete from job'))

describe('a calendar', () => {
  it('counts nothing before it is enabled, and then moves open due times and timers together', async () => {
    // A Friday, 10:00 in Shanghai.
    const id = await start('2031-01-17T02:00:00Z')
    expect(await duesOf(id)).toEqual(['2031-01-21T02:00:00.000Z', '2031-01-22T02:00:00.000Z'])
    expect(await yearOf(2031)).toMatchObject({ version: 0, days: null, draft: null })

    const days = off('2031-01-20', '2031-01-21', '2031-01-22')
    const preview = await harness.call(people.keeper.token, calls.preview, { year: 2031, days })
    expect(preview).toEqual({ later: 2, earlier: 0, same: 0, overdue: 0 })
    const saved = await harness.call(people.keeper.token, calls.saveDraft, { year: 2031, version: 0, days })
    expect(saved).toMatchObject({ version: 1, days: null, draft: days, updatedBy: 'calendar.keeper' })
    expect(await duesOf(id)).toEqual(['2031-01-21T02:00:00.000Z', '2031-01-22T02:00:00.000Z'])

    expect(await harness.call(people.keeper.token, calls.enable, { year: 2031, version: 1 })).toEqual(preview)
    expect(await duesOf(id)).toEqual(['2031-01-24T02:00:00.000Z', '2031-01-27T02:00:00.000Z'])
    expect(await yearOf(2031)).toMatchObject({ version: 2, days, draft: null })
    // New steps count by it, a day that is made up for among them.
    await enable(2031, [...days, { day: '2031-01-25', kind: 'work', name: '' }])
    expect(await duesOf(id)).toEqual(['2031-01-24T02:00:00.000Z', '2031-01-25T02:00:00.000Z'])
    const other = await start('2031-01-17T02:00:00Z')
    expect(await duesOf(other)).toEqual(await duesOf(id))

    const { pageList } = await harness.call(people.keeper.token, calls.history, { year: 2031 })
    expect(pageList.map(({ action, off: free, work, moved }) => [action, free, work, moved])).toEqual([
      ['enable', 3, 1, 1],
      ['save', 3, 1, 0],
      ['enable', 3, 0, 2],
      ['save', 3, 0, 0],
    ])
  })

  it('leaves alone what a timer has begun', async () => {
    const id = await start('2032-01-16T02:00:00Z')
    await skipWait(harness, { kind: 'process timer' })
    await harness.owner.query(
      `update job set attempts = 1, lease = gen_random_uuid() where kind = 'process timer'`,
    )
    const timers = `select due_at, next_at from job where kind = 'process timer'`
    const before = await harness.owner.query(timers)
    await enable(2032, off('2032-01-19'))
    expect((await harness.owner.query(timers)).rows).toEqual(before.rows)
    expect(
      (await harness.owner.query('select due_at from process_task where instance_id = $1', [id])).rows,
    ).toEqual([{ due_at: new Date('2032-01-21T02:00:00Z') }])
  })

  it('refuses days of another year, twice the same, and a draft that is not there', async () => {
    const { version } = await yearOf(2033)
    const save = (days: SpecialDay[]) =>
      harness.refused(people.keeper.token, calls.saveDraft, { year: 2033, version, days })
    expect((await save(off('2034-01-01'))).message).toBe('2034-01-01 不在 2033 年')
    expect((await save(off('2033-01-01', '2033-01-01'))).message).toBe('2033-01-01 出现了两次')
    expect((await save([{ day: '2033-02-30', kind: 'off', name: '' }])).message).toContain('没有这一天')
    expect(
      (await harness.refused(people.keeper.token, calls.enable, { year: 2033, version: 0 })).message,
    ).toBe('2033 年没有待启用的草稿')
    expect(await yearOf(2033)).toMatchObject({ version: 0 })
  })

  it('can be dropped while it is a draft, and belongs to one company', async () => {
    await enable(2034, off('2034-01-02'))
    const { version } = await harness.call(people.keeper.token, calls.saveDraft, {
      year: 2034,
      version: (await yearOf(2034)).version,
      days: [],
    })
    const kept = await harness.call(people.keeper.token, calls.dropDraft, { year: 2034, version })
    expect(kept).toMatchObject({ days: off('2034-01-02'), draft: null })
    const stranger = await signInAdministrator(harness, harness.otherTenant)
    expect(await harness.call(stranger, calls.year, { year: 2034 })).toMatchObject({ version: 0, days: null })
  })

  it('is enabled once by two people at once, and a step meanwhile counts by one or the other', async () => {
    const { version } = await harness.call(people.keeper.token, calls.saveDraft, {
      year: 2035,
      version: 0,
      days: off('2035-01-22'),
    })
    const enabling = () =>
      harness.request('POST', calls.enable.path, {
        token: people.keeper.token,
        body: { year: 2035, version },
      })
    const [first, second, ...ids] = await Promise.all([
      enabling(),
      enabling(),
      ...Array.from({ length: 6 }, () => start('2035-01-19T02:00:00Z')),
    ])
    expect([first, second].filter(({ body }) => body.result_code === '1')).toHaveLength(1)
    for (const id of ids) expect((await duesOf(id))[0]).toBe('2035-01-24T02:00:00.000Z')
  })
})
