/** The display group of a status of any record (spec 2 §4 "Status label groups"). */
export type StatusGroup = 'noSubmit' | 'waitBegin' | 'processing' | 'undo' | 'check' | 'finish' | 'stop'

const labels: Record<StatusGroup, readonly string[]> = {
  noSubmit: ['未提交', '未分解', '待分解', '草稿'],
  waitBegin: ['未开始', '已退回'],
  processing: ['进行中', '处理中', '维护中', '已启用'],
  undo: ['待指派', '待审核', '审核中', '未下发', '退回待分解', '待签发', '待许可'],
  check: ['验收中'],
  finish: ['已完成', '已提交', '已生效', '已分解', '已归档'],
  stop: ['已终止', '已结束', '已退场', '已停用'],
}

const groupOf = new Map(
  Object.entries(labels).flatMap(([group, words]) => words.map((word) => [word, group as StatusGroup])),
)

/** The display group of a status label; null for a label without a group. */
export const statusGroup = (label: string): StatusGroup | null => groupOf.get(label) ?? null

/** Completed, or waiting for another person. */
const NOTHING_TO_DEAL_WITH: ReadonlySet<string> = new Set(['1', '3', '4'])

/** Whether a row with this status shows the button for processing it (spec 2 §4 deal-button helper). */
export const showsDealButton = (status: string | number): boolean => !NOTHING_TO_DEAL_WITH.has(String(status))
