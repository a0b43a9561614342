/** The kinds of tickets (domain.md §1.1). */
export const ticketKinds = {
  first: '第一种工作票',
  second: '第二种工作票',
  live: '带电作业票',
  low: '低压工作票',
  hotFirst: '一级动火票',
  hotSecond: '二级动火票',
  emergency: '事故抢修单',
  operation: '操作票',
} as const
export type TicketKind = keyof typeof ticketKinds

/** What a crew is protected by, in the order in which it is put in place. */
export const measureGroups = {
  isolate: '应断开的断路器、隔离开关',
  earth: '应装设的接地线、应合上的接地刀闸',
  board: '应设的遮栏、标示牌',
  care: '注意事项',
} as const
export type MeasureGroup = keyof typeof measureGroups

export const groupNames = Object.keys(measureGroups) as MeasureGroup[]
