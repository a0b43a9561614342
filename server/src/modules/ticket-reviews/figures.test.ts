import { rateOf } from '@heliodesk/contract/review-reasons.ts'
import { ticketReviewCalls as calls } from '@heliodesk/contract/ticket-reviews.ts'
import { describe, expect, it } from 'vitest'
import { drawFrom, drawOrder } from './sample.ts'
import { useReviews } from '../../../test/ticket-reviews.ts'

const reviews = useReviews()
const { harness, judges, people, imported } = reviews
const summary = (month: string, given: object = {}, token = judges.reviewer.token) =>
  harness.call(token, calls.summary, { month, ...given })

describe('the rate of a month', () => {
  it('of 118 qualified tickets out of 120 that were carried out is 98.33 %', async () => {
    const stampedAt = '2025-05-10T08:00:00Z'
    for (let at = 0; at < 118; at++) await imported({ stampedAt, verdict: 'qualified' })
    await imported({ stampedAt, verdict: 'unqualified', reasons: ['wording', 'dualName'] })
    await imported({ stampedAt, verdict: 'unqualified', reasons: ['dualName'] })
    await imported({ stampedAt, stamp: 'unused' })
    await imported({ stampedAt, stamp: 'void' })
    await imported({ stampedAt, stamp: 'void' })
    await imported({ stampedAt, kind: 'operation' })
    await imported({ stampedAt, kind: 'operation', verdict: 'qualified' })
    const found = await summary('2025-05')
    expect(found.work).toEqual({
      executed: 120,
      qualified: 118,
      unqualified: 2,
      unreviewed: 0,
      unused: 1,
      void: 2,
      rate: 98.33,
      reviewedRate: 98.33,
    })
    expect(found.operation).toMatchObject({
      executed: 2,
      qualified: 1,
      unqualified: 0,
      unreviewed: 1,
      unused: 0,
      void: 0,
      rate: 50,
      reviewedRate: 100,
    })
    expect(found.reasons).toEqual([
      { reason: 'dualName', count: 2 },
      { reason: 'wording', count: 1 },
    ])
    expect(found.stations).toMatchObject([
      {
        psId: reviews.station().id,
        executed: 122,
        qualified: 119,
        unqualified: 2,
        unreviewed: 1,
        rate: 97.54,
      },
    ])
    const roles = found.people.map(({ personId, role, executed }) => [personId, role, executed])
    expect(roles).toContainEqual([people.leader.id, 'leader', 122])
    expect(roles).toContainEqual([people.issuer.id, 'issuer', 122])
    expect(roles).toContainEqual([people.guard.id, 'guard', 2])
    expect(found.more).toBe(0)
  })

  it.each([
    [0, 0, null],
    [0, 3, 0],
    [2, 3, 66.67],
    [99_999, 100_000, 99.99],
    [120, 120, 100],
  ])('of %d out of %d is %s', (part, whole, rate) => {
    expect(rateOf(part, whole)).toBe(rate)
  })

  it('counts by the time of the stamp in the zone of the company', async () => {
    // Half past midnight of the first of July, and a minute before that day.
    const [july, june] = [
      await imported({ stampedAt: '2025-06-30T16:30:00Z' }),
      await imported({ stampedAt: '2025-06-30T15:59:00Z' }),
    ]
    for (const [month, id] of [
      ['2025-06', june],
      ['2025-07', july],
    ] as const) {
      const { pageList } = await harness.call(judges.reviewer.token, calls.page, { month })
      expect(pageList.map((each) => each.id)).toEqual([id])
      expect((await summary(month)).work.executed).toBe(1)
    }
  })

  it('is of the stations that are asked for, within the scope', async () => {
    const stampedAt = '2025-08-10T08:00:00Z'
    const east = harness.tenant.stations.find(({ depCode }) => depCode.startsWith('A01A01'))!
    await imported({ stampedAt })
    await imported({ stampedAt, psId: east.id })
    const admin = await harness.signIn('a_admin')
    expect((await summary('2025-08', {}, admin)).work.executed).toBe(2)
    expect((await summary('2025-08', { depCode: 'A01A01' }, admin)).stations).toMatchObject([
      { psId: east.id },
    ])
    expect((await summary('2025-08', { psId: [east.id] }, admin)).work.executed).toBe(1)
    expect((await summary('2025-08')).stations).toMatchObject([{ psId: reviews.station().id }])
    expect((await summary('2025-08', { psId: [east.id] })).work.executed).toBe(0)
  })
})

describe('the sample of a month', () => {
  const ids = Array.from({ length: 10 }, (_each, at) => String(at + 1))

  it('comes again from its seed, and another seed draws others', () => {
    expect(drawOrder('a', ids)).toEqual(drawOrder('a', ids.toReversed()))
    expect(drawOrder('a', ids)).not.toEqual(drawOrder('b', ids))
    expect(drawFrom('a', ids, new Set(), 25)).toEqual(drawOrder('a', ids).slice(0, 3))
    expect(drawFrom('a', ids, new Set(), 1)).toHaveLength(1)
    expect(drawFrom('a', ids, new Set(ids.slice(0, 3)), 30)).toEqual([])
    expect(drawFrom('a', ids, new Set(ids), 100)).toEqual([])
  })

  it('has its share of each station, once, whoever draws at the same time', async () => {
    const stampedAt = '2025-09-10T08:00:00Z'
    const pool: string[] = []
    for (let at = 0; at < 7; at++) pool.push(await imported({ stampedAt }))
    const draw = (percent: number, token = judges.reviewer.token) =>
      harness.call(token, calls.draw, { month: '2025-09', percent })
    const both = await Promise.all([draw(30), draw(30, judges.second.token)])
    expect(both.map(({ tickets }) => tickets).toSorted((one, other) => one - other)).toEqual([0, 3])
    const listed = async () =>
      (
        await harness.call(judges.reviewer.token, calls.page, { month: '2025-09', only: 'sampled' })
      ).pageList.map(({ id }) => id)
    const first = await listed()
    expect(first).toHaveLength(3)
    expect(await draw(10)).toEqual({ stations: 1, tickets: 0 })
    await imported({ stampedAt })
    expect(await draw(50)).toEqual({ stations: 1, tickets: 1 })
    const then = await listed()
    expect(then).toHaveLength(4)
    expect(then).toEqual(expect.arrayContaining(first))
    expect(await summary('2025-09')).toMatchObject({ sampled: 4, sampledOpen: 4 })
    const { rows } = await harness.owner.query<{ seed: string; pool: number; ticket_ids: string[] }>(
      `select seed, pool, ticket_ids from ticket_sample_draw join ticket_sample using (tenant_id, station_id, month)
       where month = '2025-09' order by id`,
    )
    expect(rows.map((row) => row.pool)).toEqual([7, 8])
    expect(drawOrder(rows[0]!.seed, pool).slice(0, 3)).toEqual(rows[0]!.ticket_ids)
  })
})
