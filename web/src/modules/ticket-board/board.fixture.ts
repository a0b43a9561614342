import type { BoardBay, BoardTicket, TicketBoard } from '@heliodesk/contract/ticket-board.ts'

const day = '2026-11-24'
const at = (clock: string) => `${day} ${clock}:00`

const ticket = (given: Partial<BoardTicket>): BoardTicket => ({
  id: '1',
  ticketNo: 'GZP1-2611-01',
  kind: 'first',
  kindLabel: '第一种工作票',
  task: '2号箱变补油、换密封垫',
  state: 'working',
  stateLabel: '执行中',
  stamp: null,
  people: [
    { role: '负责人', name: '李沐阳' },
    { role: '许可人', name: '王景行' },
  ],
  planStartTime: at('12:00'),
  planEndTime: at('17:00'),
  permittedTime: at('12:58'),
  startedTime: at('13:00'),
  finishedTime: null,
  validUntil: at('17:00'),
  stampedTime: null,
  ticked: 4,
  lines: 4,
  isTodo: false,
  isLate: false,
  waiting: null,
  holds: [],
  ...given,
})

const point = (given: Partial<BoardBay['points'][number]>): BoardBay['points'][number] => ({
  name: '321',
  device: 'switch',
  isOpen: true,
  isNext: false,
  reliesOn: null,
  ...given,
})

/** The drawn day of a station, at half past two. */
export const board: TicketBoard = {
  psId: '8',
  psName: '晴川红柳沟一期',
  day,
  tickets: [
    ticket({
      id: '3',
      ticketNo: 'GZP1-2611-03',
      task: '3号箱变低压侧检修',
      state: 'toIssue',
      stateLabel: '待签发',
      people: [{ role: '负责人', name: '李沐阳' }],
      planStartTime: at('15:00'),
      planEndTime: at('18:00'),
      permittedTime: null,
      startedTime: null,
      validUntil: null,
      ticked: 0,
      isTodo: true,
      waiting: { text: '等您签发', tone: 'todo' },
      holds: ['操作票 CZP-2611-02 正在操作', '李沐阳仍在 GZP1-2611-01 下作业'],
    }),
    ticket({
      state: 'toClose',
      stateLabel: '待终结',
      finishedTime: at('14:24'),
      waiting: { text: '接地 1 组未拆', tone: 'bad' },
    }),
    ticket({
      id: '2',
      ticketNo: 'CZP-2611-02',
      kind: 'operation',
      kindLabel: '操作票',
      task: '3号箱变由运行转检修',
      state: 'operating',
      people: [
        { role: '操作', name: '何雨桐' },
        { role: '监护', name: '王景行' },
      ],
      permittedTime: null,
      startedTime: at('14:18'),
      validUntil: null,
      ticked: 6,
      lines: 10,
      waiting: { text: '第 7 步 验明无电', tone: 'plain' },
    }),
    ticket({
      id: '4',
      ticketNo: 'GZP2-2611-04',
      kind: 'second',
      kindLabel: '第二种工作票',
      task: '直流屏绝缘监察装置校验',
    }),
    ticket({
      id: '5',
      ticketNo: 'GZP2-2611-05',
      task: '1号箱变测温',
      state: 'closed',
      stateLabel: '已终结',
      stamp: 'executed',
      permittedTime: at('08:30'),
      finishedTime: at('09:30'),
      stampedTime: at('09:40'),
    }),
  ],
  bays: [
    {
      ticketId: '1',
      ticketNo: 'GZP1-2611-01',
      name: '2号箱变',
      state: 'isolated',
      stateLabel: '检修',
      points: [point({}), point({ name: '421', reliesOn: 'GZP1-2611-09' })],
      next: null,
    },
    {
      ticketId: '2',
      ticketNo: 'CZP-2611-02',
      name: '3号箱变由运行转检修',
      state: 'switching',
      stateLabel: '操作中 6/10',
      points: [
        point({ name: '331' }),
        point({ name: '33117', device: 'earth', isNext: true }),
        point({ name: '431', isOpen: false }),
      ],
      next: '第 7 步 验明无电',
    },
  ],
  hanging: [
    {
      id: '91',
      kind: 'wire',
      kindLabel: '接地线',
      name: '1',
      place: '321电源侧',
      ticketId: '1',
      ticketNo: 'GZP1-2611-01',
      installedTime: at('12:40'),
    },
    {
      id: '92',
      kind: 'switch',
      kindLabel: '接地刀闸',
      name: '35117',
      place: '351柜',
      ticketId: '4',
      ticketNo: 'GZP2-2611-04',
      installedTime: '2026-11-23 16:00:00',
    },
  ],
  ledger: { stored: 9, hanging: 2, testing: 1 },
  inside: [
    {
      ticketId: '1',
      ticketNo: 'GZP1-2611-01',
      no: 1,
      name: '李沐阳',
      partLabel: '工作负责人',
      place: '2号箱变',
      since: at('13:00'),
    },
    {
      ticketId: '1',
      ticketNo: 'GZP1-2611-01',
      no: 2,
      name: '陶远山',
      partLabel: '工作班成员',
      place: '2号箱变',
      since: at('13:05'),
    },
    {
      ticketId: '2',
      ticketNo: 'CZP-2611-02',
      no: 1,
      name: '何雨桐',
      partLabel: '操作人',
      place: '3号箱变由运行转检修',
      since: at('14:18'),
    },
  ],
  left: 3,
}

/** A station where nothing is open, hangs or was done today. */
export const idle: TicketBoard = {
  ...board,
  tickets: [],
  bays: [],
  hanging: [],
  ledger: { stored: 12, hanging: 0, testing: 0 },
  inside: [],
  left: 0,
}

export const stations = [
  { psId: '8', psName: '晴川红柳沟一期', open: 4, todo: 1 },
  { psId: '9', psName: '晴川红柳沟二期', open: 0, todo: 0 },
]
