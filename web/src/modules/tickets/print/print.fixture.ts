import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketChangeRow, TicketDetail, TicketEvent } from '@heliodesk/contract/ticket-rows.ts'
import { hotTicket, lineOf, operationTicket, ticketOf, workTicket } from '../sheet/ticket.fixture.ts'

let last = 100

/** Something that happened, after all that the ticket of the fixture has. */
export const happened = (
  at: string,
  actorName: string,
  roleName: string,
  actionName: string,
  more: Partial<TicketEvent> = {},
): TicketEvent => ({
  ...workTicket.events[0]!,
  id: String((last += 1)),
  at: `2026-11-${at}:00`,
  actorName,
  roleName,
  actionName,
  stateLabel: null,
  ...more,
})

const LEADS = '工作负责人'
const PERMITS = '工作许可人'

const agreed = (
  id: string,
  change: TicketChangeRow['change'],
  more: Partial<TicketChangeRow>,
): TicketChangeRow => ({
  id,
  change,
  title: '',
  state: 'done',
  stateLabel: '已办理',
  says: '',
  reason: '',
  askedBy: '李志强',
  askedTime: '2026-11-21 15:00:00',
  agreed: [{ roleName: PERMITS, name: '马晓东', at: '2026-11-21 15:05:00' }],
  waitsFor: '',
  isTodo: false,
  ...more,
})

/** Nothing is signed beyond what the leader wrote. */
export const draft: TicketDetail = ticketOf({
  state: 'draft',
  ticketNo: '',
  permitMode: null,
  permittedTime: null,
  startedTime: null,
  liveParts: '',
  events: workTicket.events.slice(0, 1),
  lineList: workTicket.lineList.map((line) => ({ ...line, ticked: null })),
  people: [],
  earths: [],
})

/** A first-kind ticket over two days, with another leader, an extension, a guard, and an earth left to another ticket. */
export const closedTicket: TicketDetail = ticketOf({
  state: 'closed',
  stateLabel: '已终结',
  stamp: 'executed',
  stampedBy: '马晓东',
  stampedTime: '2026-11-22 17:30:00',
  permitMode: 'phone',
  finishedTime: '2026-11-22 17:02:00',
  closedTime: '2026-11-22 17:30:00',
  leaderName: '王建国',
  leaderChanged: true,
  extensions: 1,
  supplement: '7 号箱变高压室门外装设围栏',
  content: {
    ...workTicket.content,
    board: ['在 371 操作把手上悬挂“禁止合闸，有人工作！”', '在工作地点悬挂“在此工作！”'],
    people: [
      ...workTicket.content.people,
      { part: 'guard', personId: '41', name: '周敏', watch: '7 号箱变高压室 B 相', certificate: '' },
    ],
    remark: '现场风力四级',
  },
  lineList: [
    ...workTicket.lineList,
    lineOf(4, '在 371 操作把手上悬挂“禁止合闸，有人工作！”', {
      group: 'board',
      ticked: { at: '2026-11-21 10:42:00', name: '马晓东' },
    }),
    lineOf(5, '在工作地点悬挂“在此工作！”', { group: 'board' }),
  ],
  earths: [
    workTicket.earths[0]!,
    {
      ...workTicket.earths[1]!,
      removedTime: '2026-11-22 17:20:00',
      removedBy: '马晓东',
      removedGuard: '周敏',
      handedTo: { id: '77', ticketNo: 'GZP1-2611-12-004' },
    },
  ],
  people: [
    { ...workTicket.people[0]!, isRemoved: true },
    ...workTicket.people.slice(1),
    { ...workTicket.people[1]!, no: 4, part: 'guard', personId: '41', name: '周敏' },
    { ...workTicket.people[0]!, no: 5, personId: '51', name: '王建国' },
  ],
  changes: [
    agreed('4', 'task', {
      title: '增加任务',
      says: '7 号箱变高压室 A 相：紧固熔断器底座',
      agreed: [
        { roleName: '工作票签发人', name: '赵海燕', at: '2026-11-22 09:00:00' },
        { roleName: PERMITS, name: '马晓东', at: '2026-11-22 09:05:00' },
      ],
    }),
    agreed('3', 'resume', {
      title: '隔日复工',
      reason: '措施完好',
      askedTime: '2026-11-22 08:30:00',
      agreed: [{ roleName: PERMITS, name: '马晓东', at: '2026-11-22 08:35:00' }],
    }),
    agreed('2', 'leader', {
      title: '负责人变更',
      says: '由 王建国 担任工作负责人',
      reason: '外出开会',
      askedTime: '2026-11-21 18:10:00',
      agreed: [
        { roleName: '工作票签发人', name: '赵海燕', at: '2026-11-21 18:15:00' },
        { roleName: LEADS, name: '王建国', at: '2026-11-21 18:20:00' },
      ],
    }),
    agreed('1', 'extend', {
      title: '延期',
      says: '延期至 2026-11-22 18:00',
      reason: '备件晚到',
    }),
    agreed('0', 'extend', { title: '延期', state: 'refused', says: '延期至 2026-11-30 18:00' }),
  ],
  events: [
    ...workTicket.events.map((event) => ({ ...event, isOutdated: false })),
    happened('21 12:00', '李志强', LEADS, '间断'),
    happened('21 13:00', '李志强', LEADS, '复工'),
    happened('21 14:10', '李志强', LEADS, '减少人员', { note: '索南：身体不适' }),
    happened('21 18:00', '李志强', LEADS, '间断'),
    happened('22 17:02', '王建国', LEADS, '工作终结', { stateLabel: '待终结' }),
    happened('22 17:30', '马晓东', PERMITS, '终结', { stateLabel: '已终结' }),
  ].map((event) =>
    event.actionName === '确认开工' ? { ...event, note: '复诵：371 已拉开，已接地' } : event,
  ),
})

/** The same work on the form of another kind. */
export const onForm = (kind: TicketKind, more: Partial<TicketDetail> = {}): TicketDetail => ({
  ...closedTicket,
  kind,
  content: { ...closedTicket.content, kind },
  ...more,
})

const approvedFire: TicketEvent[] = [
  happened('21 09:31', '李志强', LEADS, '提交'),
  happened('21 09:40', '赵海燕', '工作票签发人', '签发'),
  happened('21 09:50', '卫明哲', '消防安监审核人', '审核'),
  happened('21 10:00', '陈砺锋', '厂级批准人', '批准'),
  happened('21 10:44', '马晓东', PERMITS, '许可'),
]

/** First-level work with fire that goes on, measured twice. */
export const fireTicket: TicketDetail = {
  ...hotTicket,
  kind: 'hotFirst',
  content: {
    ...hotTicket.content,
    kind: 'hotFirst',
    people: [
      { part: 'hotWorker', personId: null, name: '索南', watch: '', certificate: 'HJ-6301-2291' },
      { part: 'fireGuard', personId: '41', name: '周敏', watch: '', certificate: '' },
    ],
  },
  main: {
    id: '7',
    ticketNo: 'GZP1-2611-12-003',
    kindLabel: '第一种工作票',
    stateLabel: '执行中',
    task: '7 号箱变高压侧熔断器更换',
  },
  readings: [
    {
      id: '2',
      at: '2026-11-21 12:30:00',
      gas: '可燃气体',
      value: '0.1 %LEL',
      isSafe: true,
      byName: '马晓东',
    },
    ...hotTicket.readings,
  ],
  events: approvedFire,
}

/** Switching that was stopped after four of six steps. */
export const abortedSwitching: TicketDetail = {
  ...operationTicket,
  state: 'closed',
  stateLabel: '已执行',
  stamp: 'executed',
  stampReason: '331 机构卡涩，无法确认位置',
  stampedBy: '王景行',
  stampedTime: '2026-11-21 14:40:00',
  startedTime: '2026-11-21 14:15:00',
  events: [
    happened('21 13:30', '何雨桐', '操作人', '提交'),
    happened('21 13:40', '王景行', '操作监护人', '审核'),
    happened('21 13:50', '孙立诚', '值班负责人', '批准'),
    happened('21 14:15', '何雨桐', '操作人', '预演并开始操作'),
    happened('21 14:28', '何雨桐', '操作人', '有疑问，暂停', { note: '331 指示不明' }),
    happened('21 14:40', '王景行', '操作监护人', '中止操作', { note: '331 机构卡涩，无法确认位置' }),
  ],
}
