import { wireOf, type OrderBar } from './plan-time.ts'

/** A Monday. */
export const MONDAY = Date.UTC(2026, 10, 16)
const HOUR = 3_600_000

/** An order in progress, planned in hours after the beginning of Monday. */
export const barAt = (id: string, from: number, to: number, more: Partial<OrderBar> = {}): OrderBar => ({
  id,
  version: 2,
  workCode: `GD2026111600000${id}`,
  psId: '12',
  psName: '射阳一期',
  taskType: 7,
  taskDescription: `风扇异响 ${id}`,
  flowSts: 2,
  otherSts: 3,
  needTicket: 0,
  liableUserId: '9',
  liablePerson: '陈建国',
  assistUserIds: [],
  reporterId: '8',
  extensionAskerId: null,
  extensionCount: 0,
  planStartTime: wireOf(MONDAY + from * HOUR),
  planEndTime: wireOf(MONDAY + to * HOUR),
  impCommitTime: null,
  overHours: null,
  ...more,
})
