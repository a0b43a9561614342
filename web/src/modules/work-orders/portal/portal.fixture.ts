import type { DayEvent, Queue, QueueRow, RankedPeople, Statistics } from './portal.ts'

export const dayEvent = (kind: DayEvent['kind'], clock: string, more: Partial<DayEvent> = {}): DayEvent => ({
  kind,
  at: `2026-11-24 ${clock}:00`,
  orderId: clock.replace(':', ''),
  taskDescription: `${clock} 的工单`,
  psName: '红柳沟一期',
  done: false,
  ...more,
})

/** The day of a station master. */
export const statistics: Statistics = {
  at: '2026-11-24 14:32:00',
  mine: { orders: 8, dueToday: 3 },
  overdue: { orders: 2, longestHours: 5.5, inScope: true },
  toCheck: { orders: 4, earliest: '2026-11-23 16:20:00' },
  toAssign: { orders: 9, lossPower: 1748.9 },
  toClaim: null,
  week: {
    hours: 13.5,
    days: ['23', '24', '25', '26', '27', '28', '29'].map((day, at) => ({
      day: `2026-11-${day}`,
      hours: [4.5, 9, 0, 0, 0, 0, 0][at]!,
    })),
  },
  today: {
    sunrise: '2026-11-24 07:41:00',
    sunset: '2026-11-24 17:34:00',
    planned: 2,
    done: 1,
    events: [dayEvent('finished', '09:00', { done: true }), dayEvent('due', '18:00')],
  },
}

const queueRow = (id: string, more: Partial<QueueRow> = {}): QueueRow => ({
  id,
  workCode: `GD${id}`,
  psName: '红柳沟一期',
  taskTypeLabel: '抢修',
  taskDescription: `第 ${id} 项`,
  flowSts: 1,
  action: 'assign',
  lossPower: 1520,
  planEndTime: '2026-11-24 18:00:00',
  overHours: null,
  hoursLeft: 3.5,
  liablePerson: null,
  reasons: [{ rule: 'loss', text: '损失最大' }],
  ...more,
})

export const queue: Queue = {
  total: 18,
  rows: [
    queueRow('1'),
    queueRow('2', { action: 'follow', overHours: 5.5, hoursLeft: null }),
    queueRow('3', { action: 'check', hoursLeft: 1.9, lossPower: 0, reasons: [] }),
  ],
}

export const ranking: RankedPeople = {
  begin: '2026-11-01',
  rows: [
    { id: '7', realname: '周砚秋', finished: 18, due: 20, onTime: 20, hours: 126 },
    { id: '8', realname: '吴承泽', finished: 2, due: 0, onTime: 0, hours: 4.5 },
  ],
}
