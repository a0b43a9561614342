import { reasonsOf, type ReviewReason } from '@heliodesk/contract/review-reasons.ts'
import { describe, expect, it } from 'vitest'
import { findingsOf } from './findings.ts'
import type { Story, StoryEvent } from './story.ts'
import { at, content, event, hotStory, operationStory, workStory } from './story.fixture.ts'

const beside = { others: [] as Story[], gasMinutes: 120, timeZone: 'Asia/Shanghai' }
const check = (story: Story, others: Story[] = []) => findingsOf(story, { ...beside, others })

const without = ({ events }: Story, action: string) => events.filter((each) => each.action !== action)
const changed = ({ events }: Story, action: string, given: Partial<StoryEvent>) =>
  events.map((each) => (each.action === action ? { ...each, ...given } : each))
const line = ({ lines }: Story, no: number, given: object) =>
  lines.map((each) => (each.no === no ? { ...each, ...given } : each))

it.each([
  ['a work ticket', workStory],
  ['an operation ticket', operationStory],
  ['a ticket for hot work', hotStory],
])('%s in order has no findings', (_name, story) => {
  expect(check(story)).toEqual([])
})

type Case = [what: string, story: Story, reason: ReviewReason, says: string]

const work = (given: Partial<Story>): Story => ({ ...workStory, ...given })
const operation = (given: Partial<Story>): Story => ({ ...operationStory, ...given })
const sentBack = [
  ...workStory.events.slice(0, 2),
  event('sendBack', '06:40', { to: 'draft' }),
  { ...workStory.events[0]!, at: at('06:50') },
]
const [submit, ...later] = workStory.events as [StoryEvent, ...StoryEvent[]]

const cases: Case[] = [
  ['a step without a signature', work({ events: without(workStory, 'issue') }), 'unsigned', '“签发”没有签名'],
  [
    'a signature of before it was sent back',
    work({ events: [...sentBack, ...workStory.events.slice(2)] }),
    'unsigned',
    '“签发”没有签名',
  ],
  [
    'work of others that their issuer has not signed',
    work({ outsourced: true }),
    'unsigned',
    '“会签”没有签名',
  ],
  [
    'a member who was not briefed',
    work({ people: [...workStory.people, { ...workStory.people[1]!, name: '赵一', briefedAt: null }] }),
    'unsigned',
    '赵一没有签交底',
  ],
  [
    'a signature without an entry of the list',
    work({ events: changed(workStory, 'permit', { qualifiedUntil: null }) }),
    'unlisted',
    '工作许可人王景行“许可”时不在公布名单',
  ],
  [
    'a leader whose entry ended before the work',
    work({ events: changed(workStory, 'confirm', { qualifiedUntil: '2026-11-23' }) }),
    'unlisted',
    '工作负责人李沐阳的资格 2026-11-23 到期，工作到 2026-11-24 16:00',
  ],
  [
    'text that changed after a signature',
    work({ events: changed(workStory, 'issue', { contentHash: 'h0' }) }),
    'altered',
    '工作票签发人许嘉木签名后内容有改动',
  ],
  [
    'three texts after the first',
    work({
      events: [...['a', 'b', 'c'].map((contentHash) => ({ ...submit, contentHash })), submit, ...later],
    }),
    'corrections',
    '退回后修改 3 次，超过 2 次',
  ],
  [
    'a permit before the ticket was received',
    work({ events: changed(workStory, 'permit', { at: at('06:45') }) }),
    'permitFirst',
    '“许可”2026-11-24 06:45 早于“接票”2026-11-24 07:00',
  ],
  [
    'an end before the beginning',
    work({ events: changed(workStory, 'close', { at: at('15:00') }) }),
    'untimely',
    '“终结”2026-11-24 15:00 早于“工作终结”2026-11-24 16:00',
  ],
  [
    'steps of switching signed in another order',
    operation({ events: changed(operationStory, 'approve', { at: at('06:10') }) }),
    'sequence',
    '“批准”2026-11-24 06:10 早于“审核”2026-11-24 06:30',
  ],
  [
    'work before the permit',
    work({ startedAt: at('08:20') }),
    'untimely',
    '2026-11-24 08:20 开工，2026-11-24 08:30 才许可',
  ],
  [
    'work before its planned time',
    work({ planStart: at('09:00') }),
    'untimely',
    '2026-11-24 08:40 开工，计划 2026-11-24 09:00 开始',
  ],
  [
    'work beyond its validity without an extension',
    work({ validUntil: at('15:30') }),
    'untimely',
    '有效期至 2026-11-24 15:30，没有延期，2026-11-24 16:00 才终结工作',
  ],
  [
    'a ticket ended before its work',
    work({ closedAt: at('15:00'), earths: [{ ...workStory.earths[0]!, isHanded: true }] }),
    'untimely',
    '票 2026-11-24 15:00 终结，工作 2026-11-24 16:00 才终结',
  ],
  [
    'a measure that was not ticked',
    work({ lines: workStory.lines.slice(0, 2) }),
    'unticked',
    '安全措施第 3 项没有打√',
  ],
  [
    'a measure that was ticked after the permit',
    work({ lines: line(workStory, 2, { tickedAt: at('08:35') }) }),
    'measures',
    '安全措施第 2 项在许可之后才执行',
  ],
  [
    'fewer earths at the permit than the ticket asks for',
    work({ earths: [{ ...workStory.earths[0]!, installedAt: at('08:50') }] }),
    'earthNumber',
    '应装接地 1 处，许可时登记 0 处',
  ],
  [
    'an earth that was taken down while the work went on',
    work({ earths: [{ ...workStory.earths[0]!, removedAt: at('12:00') }] }),
    'measures',
    '1 号接地 2026-11-24 12:00 在工作期间拆除',
  ],
  [
    'an earth that was taken down after the end',
    work({ earths: [{ ...workStory.earths[0]!, removedAt: at('17:00') }] }),
    'measures',
    '1 号接地 2026-11-24 17:00 在票终结之后才拆除',
  ],
  [
    'an earth that still hangs',
    work({ earths: [{ ...workStory.earths[0]!, removedAt: null }] }),
    'measures',
    '1 号接地没有拆除',
  ],
  [
    'a place without a number',
    work({ content: { ...workStory.content, places: [{ place: '箱变', work: '更换' }] } }),
    'dualName',
    '工作地点“箱变”没有编号',
  ],
  [
    'a step without a number',
    operation({
      content: content({ ...operationStory.content, steps: ['检查', '断开低压侧断路器', '拉开负荷开关331'] }),
    }),
    'dualName',
    '第 2 项“断开低压侧断路器”没有设备编号',
  ],
  [
    'a measure against a risk that says nothing',
    work({ content: { ...workStory.content, risks: [{ risk: '触电', control: '注意安全！' }] } }),
    'vagueRisks',
    '危险点“触电”的措施只写“注意安全！”',
  ],
  [
    'a step that was not ticked',
    operation({ lines: operationStory.lines.slice(0, 2) }),
    'unticked',
    '第 3 项没有打√',
  ],
  [
    'a step ticked before the one before it',
    operation({
      lines: line(operationStory, 3, {
        calledAt: at('10:00'),
        repeatedAt: at('10:01'),
        operatedAt: at('10:02'),
        tickedAt: at('10:03'),
      }),
    }),
    'sequence',
    '第 3 项打√早于第 2 项',
  ],
  [
    'a step done before it was repeated',
    operation({ lines: line(operationStory, 2, { operatedAt: at('10:11') }) }),
    'sequence',
    '第 2 项没有按唱票、复诵、操作、打√的顺序',
  ],
  ['switching without a beginning', operation({ startedAt: null }), 'operationTime', '没有操作开始时间'],
  ['switching without an end', operation({ finishedAt: null }), 'operationTime', '没有操作结束时间'],
  [
    'gas that was measured too late',
    { ...hotStory, readings: hotStory.readings.filter((_reading, index) => index !== 2) },
    'gas',
    '2026-11-24 12:10 应测定气体，到 2026-11-24 13:50 没有测定',
  ],
  [
    'gas that was never measured',
    { ...hotStory, readings: [] },
    'gas',
    '2026-11-24 08:40 应测定气体，到 2026-11-24 16:00 没有测定',
  ],
]

it.each(cases)('%s is found', (_name, story, reason, says) => {
  expect(check(story)).toEqual([{ reason, says }])
})

describe('people under two tickets at once', () => {
  const second = (given: Partial<Story>): Story => ({
    ...workStory,
    id: '9',
    number: 'GZP2-2611-07-009',
    leaderId: '31',
    people: [
      { part: 'leader', personId: '31', name: '陆一', briefedAt: at('08:40'), removed: false },
      { part: 'crew', personId: '12', name: '陶远山', briefedAt: at('08:45'), removed: false },
    ],
    events: changed(workStory, 'confirm', { actorName: '陆一' }),
    ...given,
  })

  it('are found for the time that both have', () => {
    const events = changed(second({}), 'enter', { at: at('15:00') })
    expect(check(workStory, [second({ events })])).toEqual([
      { reason: 'overlap', says: '陶远山 2026-11-24 15:00 至 15:55 同时在 GZP2-2611-07-009 作业' },
    ])
  })

  it('are not found where one is left before the other is entered', () => {
    const events = changed(second({}), 'enter', { at: at('15:55') })
    expect(check(workStory, [second({ events })])).toEqual([])
    expect(check(workStory, [workStory])).toEqual([])
  })

  it('are found without an account by their name at the same station only', () => {
    const outsider = { part: 'crew', personId: null, name: '陶远山', briefedAt: at('08:45'), removed: false }
    const own = work({ people: [workStory.people[0]!, outsider] })
    const other = second({ people: [second({}).people[0]!, outsider] })
    expect(check(own, [other])).toHaveLength(1)
    expect(check(own, [{ ...other, stationId: '8' }])).toEqual([])
  })

  it('are found where the leader switches meanwhile', () => {
    const switching = operation({ leaderId: '11', leaderName: '李沐阳' })
    expect(check(workStory, [switching])).toEqual([
      { reason: 'overlap', says: '李沐阳 2026-11-24 09:00 至 12:00 同时在 CZP-2611-07-001 作业' },
    ])
  })

  it('are out while the work is interrupted', () => {
    const paused = work({
      events: [
        ...workStory.events.slice(0, 6),
        event('pause', '11:00', { from: 'working', to: 'paused' }),
        event('resume', '13:00', { from: 'paused', to: 'working' }),
        ...workStory.events.slice(7),
      ],
    })
    const switching = operation({
      leaderId: '11',
      leaderName: '李沐阳',
      startedAt: at('11:00'),
      finishedAt: at('13:00'),
    })
    expect(check(paused, [switching])).toEqual([])
    expect(check(paused, [{ ...switching, finishedAt: at('13:30') }])).toHaveLength(1)
  })
})

it('an aborted switching keeps its ticks and needs no more', () => {
  const aborted = operation({
    lines: operationStory.lines.slice(0, 1),
    finishedAt: null,
    closedAt: null,
    events: [
      ...operationStory.events.slice(0, 4),
      event('abort', '10:00', { from: 'operating', to: 'closed' }),
    ],
  })
  expect(check(aborted)).toEqual([])
})

it('an earth that another ticket took over was not taken down', () => {
  const earth = { ...workStory.earths[0]!, removedAt: at('12:00'), isHanded: true }
  expect(check(work({ earths: [earth] }))).toEqual([])
})

it('every check stands for a reason that can be chosen on its ticket', () => {
  for (const [, story, reason] of cases) expect(reasonsOf(story.kind)).toContain(reason)
})
