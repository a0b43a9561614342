import { ticketContent, tickedLines, type TicketContent } from '@heliodesk/contract/ticket-content.ts'
import { z } from 'zod'
import type { Story, StoryEvent, StoryLine } from './story.ts'

/** A time of 2026-11-24 in the company's zone. */
export const at = (clock: string, day = '2026-11-24') => new Date(`${day}T${clock}:00+08:00`)

const whole = z.object(ticketContent)

export const content = (given: Partial<TicketContent>): TicketContent => ({
  ...whole.parse({ kind: 'first', psId: '7', voltage: '35', task: '更换熔断器' }),
  ...given,
})

export const event = (action: string, clock: string, given: Partial<StoryEvent> = {}): StoryEvent => ({
  at: at(clock),
  actorName: '李沐阳',
  role: null,
  action,
  from: 'toPermit',
  to: 'toPermit',
  note: '',
  contentHash: 'h1',
  qualifiedUntil: null,
  ...given,
})

/** A signature by somebody of the published list. */
const signed = (action: string, clock: string, role: string, to: string, actorName: string) =>
  event(action, clock, { role, from: '', to, actorName, qualifiedUntil: '2027-06-30' })

const ticked = (clock: string, no: number): StoryLine => ({
  no,
  calledAt: null,
  repeatedAt: null,
  operatedAt: null,
  tickedAt: at(clock),
})

const nothing = {
  stationId: '7',
  outsourced: false,
  contentHash: 'h1',
  planStart: at('08:00'),
  permittedAt: null,
  validUntil: null,
  startedAt: null,
  closedAt: null,
  guardId: null,
  guardName: null,
  people: [],
  earths: [],
  readings: [],
}

const firstContent = content({
  places: [{ place: '7号箱变', work: '更换熔断器' }],
  isolate: ['断开断路器431', '拉开负荷开关331'],
  earth: ['在331电源侧装设接地线一组'],
  risks: [{ risk: '触电', control: '停电、验电、接地' }],
})

/** A work ticket of the first kind on which nothing is wrong. */
export const workStory: Story = {
  ...nothing,
  id: '1',
  number: 'GZP1-2611-07-001',
  kind: 'first',
  content: firstContent,
  permittedAt: at('08:30'),
  validUntil: at('18:00'),
  startedAt: at('08:40'),
  finishedAt: at('16:00'),
  closedAt: at('16:30'),
  stampedAt: at('16:30'),
  leaderId: '11',
  leaderName: '李沐阳',
  events: [
    signed('submit', '06:00', 'leader', 'toIssue', '李沐阳'),
    signed('issue', '06:30', 'issuer', 'toReceive', '许嘉木'),
    signed('receive', '07:00', 'shiftLeader', 'toPermit', '孙立诚'),
    signed('permit', '08:30', 'permitter', 'toPermit', '王景行'),
    signed('confirm', '08:40', 'leader', 'working', '李沐阳'),
    event('enter', '08:45', { note: '陶远山', from: 'working', to: 'working' }),
    event('leave', '15:55', { note: '陶远山', from: 'working', to: 'working' }),
    signed('finish', '16:00', 'leader', 'toClose', '李沐阳'),
    signed('close', '16:30', 'permitter', 'closed', '王景行'),
  ],
  lines: tickedLines(firstContent).map((_line, index) => ticked('08:10', index + 1)),
  people: [
    { part: 'leader', personId: '11', name: '李沐阳', briefedAt: at('08:40'), removed: false },
    { part: 'crew', personId: '12', name: '陶远山', briefedAt: at('08:45'), removed: false },
  ],
  earths: [{ name: '1', installedAt: at('08:20'), removedAt: at('16:10'), isHanded: false }],
}

const steps = ['检查3号箱变所带逆变器已停机', '断开低压侧断路器431', '拉开负荷开关331']

const step = (no: number, hour: string): StoryLine => ({
  no,
  calledAt: at(`${hour}:0${no}`),
  repeatedAt: at(`${hour}:1${no}`),
  operatedAt: at(`${hour}:2${no}`),
  tickedAt: at(`${hour}:3${no}`),
})

/** An operation ticket on which nothing is wrong. */
export const operationStory: Story = {
  ...nothing,
  id: '2',
  number: 'CZP-2611-07-001',
  kind: 'operation',
  content: content({ kind: 'operation', steps, risks: [{ risk: '误操作', control: '唱票复诵，核对编号' }] }),
  startedAt: at('09:00'),
  finishedAt: at('12:00'),
  closedAt: at('12:30'),
  stampedAt: at('12:30'),
  leaderId: '21',
  leaderName: '何雨桐',
  guardId: '22',
  guardName: '姜以安',
  events: [
    signed('submit', '06:00', 'operator', 'toReview', '何雨桐'),
    signed('review', '06:30', 'operationGuard', 'toApprove', '姜以安'),
    signed('approve', '07:00', 'shiftLeader', 'toOperate', '孙立诚'),
    signed('start', '09:00', 'operator', 'operating', '何雨桐'),
    signed('complete', '12:00', 'operationGuard', 'toClose', '姜以安'),
    signed('close', '12:30', 'shiftLeader', 'closed', '孙立诚'),
  ],
  lines: [step(1, '09'), step(2, '10'), step(3, '11')],
}

const approved = (action: string, clock: string, role: string, to: string) =>
  event(action, clock, { role, from: '', to, actorName: '秦子墨' })

/** A ticket for hot work of level 2 on which nothing is wrong. */
export const hotStory: Story = {
  ...workStory,
  id: '3',
  number: 'DHP2-2611-07-001',
  kind: 'hotSecond',
  content: { ...firstContent, kind: 'hotSecond', earth: [] },
  events: [
    signed('submit', '06:00', 'leader', 'toIssue', '李沐阳'),
    signed('issue', '06:30', 'issuer', 'toReview', '许嘉木'),
    approved('review', '07:00', 'reviewer', 'toPermit'),
    ...workStory.events.slice(3),
  ],
  finishedAt: at('16:00'),
  lines: [ticked('08:10', 1), ticked('08:11', 2)],
  earths: [],
  readings: [at('08:20'), at('10:10'), at('12:00'), at('13:50'), at('15:40')].map((time) => ({ at: time })),
}
