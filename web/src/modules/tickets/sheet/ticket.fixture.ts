import type {
  HangingEarth,
  TicketDetail,
  TicketEvent,
  TicketLine,
  TicketPerson,
} from '@heliodesk/contract/ticket-rows.ts'

export const LEADER = '31'
export const ISSUER = '32'
export const MEMBER = '33'
export const OPERATOR = '34'
export const GUARD = '35'

const day = (time: string) => `2026-11-21 ${time}:00`

export const lineOf = (no: number, text: string, more: Partial<TicketLine> = {}): TicketLine => ({
  no,
  group: 'isolate',
  text,
  called: null,
  repeated: null,
  operated: null,
  ticked: null,
  ...more,
})

const ticked = (time: string) => ({ ticked: { at: day(time), name: '马晓东' } })

const personOf = (no: number, name: string, more: Partial<TicketPerson> = {}): TicketPerson => ({
  no,
  part: 'crew',
  personId: null,
  name,
  watch: '',
  certificate: '',
  briefedTime: day('10:50'),
  isInside: true,
  leftTime: null,
  isRemoved: false,
  ...more,
})

const earthOf = (id: string, earthName: string, more: Partial<HangingEarth> = {}): HangingEarth => ({
  id,
  earthId: `9${id}`,
  earthName,
  kindLabel: '接地线',
  place: '高压熔断器负荷侧 A、B、C 相',
  testedTime: day('10:38'),
  installedTime: day('10:41'),
  installedBy: '马晓东',
  installedGuard: '周敏',
  removedTime: null,
  removedBy: null,
  removedGuard: null,
  handedTo: null,
  installedPhotos: [],
  removedPhotos: [],
  ...more,
})

const eventOf = (id: string, at: string, more: Partial<TicketEvent>): TicketEvent => ({
  id,
  at: day(at),
  actorName: '李志强',
  roleName: '工作负责人',
  actionName: '提交',
  note: '',
  stateLabel: null,
  address: '10.2.0.7',
  device: 'Chrome',
  contentHash: '8f3a21c9',
  isOutdated: false,
  ...more,
})

const events: TicketEvent[] = [
  eventOf('1', '09:20', { actionName: '开票', roleName: '', stateLabel: '草稿' }),
  eventOf('2', '09:31', { stateLabel: '待签发' }),
  eventOf('3', '09:58', {
    actorName: '赵海燕',
    roleName: '工作票签发人',
    actionName: '签发',
    stateLabel: '待接票',
  }),
  eventOf('4', '10:05', {
    actorName: '孙立诚',
    roleName: '值班负责人',
    actionName: '接票',
    stateLabel: '待许可',
  }),
  eventOf('5', '10:44', { actorName: '马晓东', roleName: '工作许可人', actionName: '许可' }),
  eventOf('6', '10:46', { actionName: '确认开工', stateLabel: '执行中', isOutdated: true }),
]

/** A first-kind ticket under which work goes on: one earth hangs, one member is inside. */
export const workTicket: TicketDetail = {
  id: '7',
  version: 6,
  ticketNo: 'GZP-1121-06',
  ticketTypeLabel: '工作票',
  ticketTypeDtlLabel: '第一种工作票',
  workContent: '7 号箱变高压侧熔断器更换',
  flowUser: '李志强',
  createUserName: '李志强',
  ticketCreateTime: day('09:20'),
  kind: 'first',
  state: 'working',
  stateLabel: '执行中',
  stamp: null,
  psId: '12',
  psName: '共和恒昌一期',
  depName: '共和运维一班',
  leaderName: '李志强',
  issuerName: '赵海燕',
  permitterName: '马晓东',
  planStartTime: day('09:30'),
  planEndTime: day('18:00'),
  validUntil: day('18:00'),
  isLate: false,
  orders: [{ id: '70', workCode: 'GD20261121000038' }],
  isTodo: true,
  ticked: 2,
  lines: 3,
  hanging: 1,
  content: {
    kind: 'first',
    psId: '12',
    voltage: '35',
    unit: '共和运维一班',
    task: '7 号箱变高压侧熔断器更换',
    places: [{ place: '7 号箱变高压室', work: '更换 B 相高压熔断器' }],
    planStartTime: day('09:30'),
    planEndTime: day('18:00'),
    conditions: '停电',
    isolate: ['断开 7 号箱变低压侧 400 断路器', '拉开 7 号箱变高压负荷开关 371'],
    earth: ['在高压熔断器两侧各装设接地线一组'],
    board: [],
    care: ['与相邻 6、8 号箱变保持 1.00 m'],
    steps: [],
    risks: [{ risk: '误登带电箱变', control: '专责监护，挂“止步，高压危险！”' }],
    isOutsourced: false,
    leaderId: LEADER,
    issuerId: ISSUER,
    cosignerId: null,
    guardId: null,
    people: [
      { part: 'crew', personId: MEMBER, name: '扎西', watch: '', certificate: '' },
      { part: 'crew', personId: null, name: '索南', watch: '', certificate: '' },
    ],
    mainId: null,
    hotWork: null,
    orderedBy: '',
    drawings: [],
    remark: '',
  },
  leaderId: LEADER,
  issuerId: ISSUER,
  guardId: null,
  guardName: null,
  cosignerName: null,
  shiftLeaderName: '孙立诚',
  authorId: LEADER,
  permitMode: 'face',
  permittedTime: day('10:44'),
  startedTime: day('10:46'),
  finishedTime: null,
  closedTime: null,
  liveParts: '相邻 6、8 号箱变高压侧',
  supplement: '',
  stampReason: '',
  stampedBy: null,
  stampedTime: null,
  extensions: 0,
  leaderChanged: false,
  drawings: [],
  lineList: [
    lineOf(1, '断开 7 号箱变低压侧 400 断路器', ticked('10:26')),
    lineOf(2, '拉开 7 号箱变高压负荷开关 371', ticked('10:31')),
    lineOf(3, '在高压熔断器两侧各装设接地线一组', { group: 'earth', ...ticked('10:41') }),
  ],
  people: [
    personOf(1, '李志强', { part: 'leader', personId: LEADER }),
    personOf(2, '扎西', { personId: MEMBER }),
    personOf(3, '索南', { isInside: false, leftTime: day('14:12') }),
  ],
  earths: [
    earthOf('1', '1 号', {
      place: '高压熔断器电源侧 A、B、C 相',
      removedTime: day('14:20'),
      removedBy: '马晓东',
      removedGuard: '周敏',
    }),
    earthOf('2', '2 号'),
  ],
  events,
  changes: [],
  readings: [],
  readingDue: null,
  main: null,
  hotTickets: [],
  sharing: [],
  points: ['400', '371'],
  locks: [
    { what: '工单开始作业', needs: '工作票已许可', isMet: true },
    { what: '工单提交验收', needs: '工作票已终结', isMet: false },
    { what: '工作票终结', needs: '2 号接地线拆除', isMet: false },
  ],
  acts: [
    { act: 'finish', title: '工作终结', refusal: '工作班成员尚有 1 人未离场' },
    { act: 'pause', title: '间断', refusal: null },
    { act: 'recall', title: '收回', refusal: null },
  ],
  askable: [
    { change: 'extend', title: '延期', refusal: null },
    { change: 'leader', title: '负责人变更', refusal: '请先间断工作，再变更负责人' },
  ],
  mayTick: false,
  mayHang: true,
  isLeader: true,
  processInstanceId: null,
}

/** A ticket with some of that changed. */
export const ticketOf = (more: Partial<TicketDetail>): TicketDetail => ({ ...workTicket, ...more })

const taken = (name: string, time: string) => ({ at: day(time), name })

const stepOf = (no: number, text: string, more: Partial<TicketLine> = {}) =>
  lineOf(no, text, { group: 'step', ...more })

const doneStep = (no: number, text: string, time: string) =>
  stepOf(no, text, {
    called: taken('王景行', time),
    repeated: taken('何雨桐', time),
    operated: taken('何雨桐', time),
    ticked: taken('王景行', time),
  })

/** A switching of which four steps are done; the fifth has been called out and repeated. */
export const operationTicket: TicketDetail = ticketOf({
  id: '8',
  ticketNo: 'CZP-1124-02',
  ticketTypeLabel: '操作票',
  ticketTypeDtlLabel: '操作票',
  workContent: '3 号箱变由运行转检修',
  kind: 'operation',
  state: 'operating',
  stateLabel: '执行中',
  content: {
    ...workTicket.content,
    kind: 'operation',
    task: '3 号箱变由运行转检修',
    places: [],
    isolate: [],
    earth: [],
    care: [],
    people: [],
    leaderId: OPERATOR,
    issuerId: null,
    guardId: GUARD,
    orderedBy: '孙立诚',
  },
  leaderId: OPERATOR,
  leaderName: '何雨桐',
  issuerId: null,
  issuerName: null,
  permitterName: null,
  guardId: GUARD,
  guardName: '王景行',
  permitMode: null,
  permittedTime: null,
  people: [],
  earths: [],
  hanging: 0,
  ticked: 4,
  lines: 6,
  lineList: [
    doneStep(1, '检查 3 号箱变所带逆变器已停机', '14:18'),
    doneStep(2, '断开低压侧断路器 431', '14:21'),
    doneStep(3, '检查 431 在分位', '14:23'),
    doneStep(4, '断开高压侧负荷开关 331', '14:25'),
    stepOf(5, '检查 331 在分位', {
      called: taken('王景行', '14:26'),
      repeated: taken('何雨桐', '14:27'),
    }),
    stepOf(6, '合上接地刀闸 33117'),
  ],
  events: [],
  locks: [],
  acts: [
    { act: 'complete', title: '操作完毕', refusal: '还有 2 步未打√' },
    { act: 'abort', title: '中止操作', refusal: null },
  ],
  askable: [],
  mayTick: true,
  mayHang: false,
  isLeader: false,
})

/** Second-level work with fire, measured once. */
export const hotTicket: TicketDetail = ticketOf({
  id: '9',
  kind: 'hotSecond',
  ticketNo: 'DHP-1121-01',
  ticketTypeLabel: '动火票',
  ticketTypeDtlLabel: '二级动火票',
  content: {
    ...workTicket.content,
    kind: 'hotSecond',
    mainId: '7',
    hotWork: { method: '电焊', plantMeasures: '隔离电缆沟', workMeasures: '接火斗、灭火器 2 具' },
  },
  readings: [
    { id: '1', at: day('10:40'), gas: '可燃气体', value: '0.2 %LEL', isSafe: true, byName: '马晓东' },
  ],
  readingDue: day('12:40'),
  askable: [],
})
