import type { Sent } from '@heliodesk/contract/call.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { ticketReviewCalls as calls } from '@heliodesk/contract/ticket-reviews.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useReviews } from '../../../test/ticket-reviews.ts'

const reviews = useReviews()
const { harness, judges, people } = reviews

beforeAll(async () => {
  const { token } = people.issuer
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, tickets: { receiveDays: 0 } })
})

const thisMonth = () => reviews.inHours(0).slice(0, 7)
const see = (id: string, token = judges.reviewer.token) => harness.call(token, calls.detail, { id })

type Judgement = Omit<Sent<typeof calls.save>, 'id' | 'version'>
const judge = async (id: string, given: Judgement, token = judges.reviewer.token) =>
  harness.call(token, calls.save, { id, version: (await see(id)).version, ...given })
const refusal = async (id: string, given: Judgement, token = judges.reviewer.token) => {
  const { version } = await see(id)
  return (await harness.refused(token, calls.save, { id, version, ...given })).message
}

/** A ticket that went its whole way, where the member of the crew signed the briefing or did not. */
async function closed({ isBriefed }: { isBriefed: boolean }) {
  const ticket = await reviews.begun()
  const { no } = ticket.people.find(({ part }) => part === 'crew')!
  if (isBriefed) await harness.call(people.crew.token, ticketCalls.enter, { id: ticket.id, no })
  return (await reviews.ended(ticket)).id
}

describe('a ticket that was carried out', () => {
  it('is listed in the month of its stamp with what the checks find, and is judged', async () => {
    const [good, bad] = [await closed({ isBriefed: true }), await closed({ isBriefed: false })]
    const month = thisMonth()
    const { pageList } = await harness.call(judges.reviewer.token, calls.page, { month, only: 'unreviewed' })
    expect(pageList.map(({ id }) => id)).toEqual([bad, good])
    const idsOf = async (kind: 'operation' | 'work') =>
      (await harness.call(judges.reviewer.token, calls.page, { month, kind })).pageList.map(({ id }) => id)
    expect(await idsOf('work')).toEqual([bad, good])
    expect(await idsOf('operation')).toEqual([])
    expect(pageList[1]).toMatchObject({
      findings: [],
      review: null,
      version: 0,
      refusal: null,
      isSampled: false,
    })
    expect(pageList[0]!.findings).toEqual([{ reason: 'unsigned', says: 'crew没有签交底' }])

    expect(await refusal(bad, { verdict: 'qualified' })).toBe(
      '说明（note）：自动检查有发现，评为合格请说明理由',
    )
    expect(await refusal(bad, { verdict: 'unqualified' })).toBe('不合格原因（reasons）：请选择不合格原因')
    expect(await refusal(bad, { verdict: 'unqualified', reasons: ['operationTime'] })).toBe(
      '不合格原因（reasons）：“操作时间漏填”不适用于这种票',
    )
    expect(await refusal(bad, { verdict: 'unqualified', reasons: ['other'] })).toBe(
      '说明（note）：选择“其他”时请填写说明',
    )
    expect(await refusal(good, { verdict: 'qualified', reasons: ['wording'] })).toBe(
      '不合格原因（reasons）：评为合格时不填不合格原因',
    )
    expect(await see(bad)).toMatchObject({ review: null, version: 0 })

    expect(await judge(good, { verdict: 'qualified' })).toMatchObject({
      review: { verdict: 'qualified', reasons: [], note: '', reviewerName: 'reviewer' },
      version: 1,
    })
    await judge(bad, { verdict: 'unqualified', reasons: ['unsigned', 'unsigned', 'wording'], note: '补签' })
    expect((await see(bad)).review).toMatchObject({ reasons: ['unsigned', 'wording'], note: '补签' })
    const found = await harness.call(judges.reviewer.token, calls.page, { month, only: 'unqualified' })
    expect(found.pageList.map(({ id }) => id)).toEqual([bad])
  })

  it('is judged again, and keeps every judgement for ever', async () => {
    const id = await closed({ isBriefed: true })
    await judge(id, { verdict: 'unqualified', reasons: ['wording'] })
    await judge(id, { verdict: 'qualified', note: '复核' }, judges.second.token)
    const { version } = await see(id)
    await harness.call(judges.reviewer.token, calls.withdraw, { id, version, note: '重新核对' })
    expect(await see(id)).toMatchObject({ review: null, version: 3 })
    const again = { id, version: 3, note: '' }
    expect((await harness.refused(judges.reviewer.token, calls.withdraw, again)).message).toBe(
      '这张票还没有评价',
    )
    expect(await harness.call(judges.reviewer.token, calls.history, { id })).toMatchObject([
      { actorName: 'reviewer', verdict: null, reasons: [], note: '重新核对' },
      { actorName: 'second.reviewer', verdict: 'qualified', note: '复核' },
      { actorName: 'reviewer', verdict: 'unqualified', reasons: ['wording'] },
    ])
    await expect(
      harness.owner.query('update ticket_review_event set note = $1 where ticket_id = $2', ['x', id]),
    ).rejects.toThrow()
  })

  it('is not judged by those who have a part in it', async () => {
    const id = await closed({ isBriefed: true })
    const { id: role } = (
      await harness.owner.query<{ id: string }>(
        `select r.role_id as id from user_role r where r.tenant_id = $1 and r.user_id = $2`,
        [harness.tenant.tenantId, judges.reviewer.id],
      )
    ).rows[0]!
    await harness.owner.query('insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      harness.tenant.tenantId,
      people.crew.id,
      role,
    ])
    expect(await see(id, people.crew.token)).toMatchObject({ refusal: '不能评价本人参与办理的票' })
    expect(await refusal(id, { verdict: 'qualified' }, people.crew.token)).toBe('不能评价本人参与办理的票')
  })

  it('takes one of two judgements that come at once', async () => {
    const id = await closed({ isBriefed: true })
    const both = [judges.reviewer, judges.second].map(({ token }) =>
      harness.call(token, calls.save, { id, version: 0, verdict: 'qualified' }).then(
        () => 'done',
        (error: Error) => (/两票评价已在别处更新，请刷新后重试/.test(error.message) ? 'late' : error.message),
      ),
    )
    expect((await Promise.all(both)).toSorted()).toEqual(['done', 'late'])
    expect((await see(id)).version).toBe(1)
  })
})

it('tickets that were not carried out are not judged', async () => {
  for (const stamp of ['unused', 'void'] as const) {
    const id = await reviews.imported({ stampedAt: '2025-02-03T08:00:00Z', stamp })
    const sent = { id, version: 0, verdict: 'qualified' }
    expect((await harness.refused(judges.reviewer.token, calls.save, sent)).message).toBe(
      '只评价已执行的票；未执行、作废的票只计数',
    )
    await expect(
      harness.owner.query(
        `insert into ticket_review (tenant_id, id, verdict, reviewer_id, reviewer_name, reviewed_at)
         values ($1, $2, 'qualified', $3, 'x', now())`,
        [harness.tenant.tenantId, id, judges.reviewer.id],
      ),
    ).rejects.toThrow('is not rated')
  }
})

it('people of other stations, of other companies and without the permission see and write nothing', async () => {
  const id = await reviews.imported({ stampedAt: '2025-03-03T08:00:00Z' })
  const sent = { id, version: 0, verdict: 'qualified', note: '抽查' }
  const foreigner = await harness.signIn('b_admin')
  for (const token of [judges.stranger.token, foreigner]) {
    const { pageList, rowCount } = await harness.call(token, calls.page, { month: '2025-03' })
    expect([pageList, rowCount]).toEqual([[], 0])
    expect((await harness.call(token, calls.summary, { month: '2025-03' })).work.executed).toBe(0)
    for (const call of [calls.detail, calls.history, calls.save, calls.withdraw])
      expect((await harness.refused(token, call, sent)).message).toBe('数据不存在或无权查看')
    const draw = { month: '2025-03', percent: 100 }
    expect((await harness.refused(token, calls.draw, draw)).message).toBe('这个月没有已执行的票可抽查')
  }
  for (const call of [calls.save, calls.withdraw, calls.draw])
    expect(
      (await harness.refused(judges.reader.token, call, { ...sent, month: '2025-03', percent: 1 })).message,
    ).toMatch(/评价两票/)
  expect((await see(id, judges.reader.token)).review).toBeNull()
})

it.each([
  [calls.page, { month: '2026-13' }, '参数有误：月份（month）：月份格式应为 YYYY-MM'],
  [calls.page, { month: '2026-11', only: 'good' }, '参数有误：范围（only）：没有这个范围'],
  [calls.draw, { month: '2026-11', percent: 0 }, '参数有误：抽查比例（percent）：抽查比例应在 1~100 之间'],
  [calls.save, { id: '1', version: 0, verdict: 'good' }, '参数有误：评价（verdict）：请选择合格或不合格'],
])('%o refuses %o by the name of its field', async (call, wrong, message) => {
  expect((await harness.refused(judges.reviewer.token, call, wrong)).message).toBe(message)
})
