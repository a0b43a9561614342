import type { TicketKind } from './ticket-kinds.ts'
import { isHot } from './ticket-states.ts'

/** Work tickets and operation tickets are counted apart (domain.md §1.7). */
export const ticketClasses = { work: '工作票', operation: '操作票' } as const
export type TicketClass = keyof typeof ticketClasses

export const classOf = (kind: TicketKind): TicketClass => (kind === 'operation' ? 'operation' : 'work')

type Reason = { title: string; on: 'all' | 'hot' | TicketClass }

/** Why a ticket does not qualify (domain.md §1.7); the last three are ours. Its database holds the keys. */
export const reviewReasons = {
  altered: { title: '任务、时间、签名栏涂改', on: 'all' },
  corrections: { title: '涂改超过两处', on: 'all' },
  dualName: { title: '漏写双重名称', on: 'all' },
  unsigned: { title: '三种人漏签、代签', on: 'all' },
  unlisted: { title: '非公布名单人员', on: 'all' },
  vague: { title: '内容或地点不明确', on: 'all' },
  strike: { title: '划封线不符', on: 'all' },
  wording: { title: '术语不规范', on: 'all' },
  measures: { title: '措施与现场不符', on: 'work' },
  wrongKind: { title: '用错票种', on: 'all' },
  untimely: { title: '提前开工、逾期未终结', on: 'work' },
  unstamped: { title: '漏盖章', on: 'all' },
  earthNumber: { title: '接地线编号漏填', on: 'all' },
  permitFirst: { title: '许可早于签发', on: 'work' },
  unticked: { title: '未逐项打√', on: 'all' },
  operationTime: { title: '操作时间漏填', on: 'operation' },
  sequence: { title: '顺序错误', on: 'operation' },
  vagueRisks: { title: '危险点空泛', on: 'all' },
  overlap: { title: '同一人同时在两张票作业', on: 'all' },
  gas: { title: '动火未按时测定气体', on: 'hot' },
  other: { title: '其他', on: 'all' },
} as const satisfies Record<string, Reason>
export type ReviewReason = keyof typeof reviewReasons

export const titleOfReason = (reason: ReviewReason): string => reviewReasons[reason].title

/** The reasons that a ticket of a kind can have, in the order of the table. */
export const reasonsOf = (kind: TicketKind): ReviewReason[] =>
  (Object.keys(reviewReasons) as ReviewReason[]).filter((reason) => {
    const { on } = reviewReasons[reason]
    return on === 'all' || (on === 'hot' ? isHot(kind) : on === classOf(kind))
  })

export const verdicts = { qualified: '合格', unqualified: '不合格' } as const
export type Verdict = keyof typeof verdicts

/** Why a judgement cannot stand, as a sentence with its field; null if it can. */
export function judgementFault(
  kind: TicketKind,
  { verdict, reasons, note }: { verdict: Verdict; reasons: readonly ReviewReason[]; note: string },
  findings: number,
): { field: 'note' | 'reasons'; text: string } | null {
  if (verdict === 'qualified') {
    if (reasons.length > 0) return { field: 'reasons', text: '评为合格时不填不合格原因' }
    return findings > 0 && note === '' ? { field: 'note', text: '自动检查有发现，评为合格请说明理由' } : null
  }
  if (reasons.length === 0) return { field: 'reasons', text: '请选择不合格原因' }
  const fitting = reasonsOf(kind)
  const wrong = reasons.find((reason) => !fitting.includes(reason))
  if (wrong) return { field: 'reasons', text: `“${titleOfReason(wrong)}”不适用于这种票` }
  return reasons.includes('other') && note === '' ? { field: 'note', text: '选择“其他”时请填写说明' } : null
}

/** A share in percent, exact to 0.01; 100 only of the whole, null of nothing. */
export function rateOf(part: number, whole: number): number | null {
  if (whole === 0) return null
  const rate = Math.round((part * 10_000) / whole) / 100
  return part < whole ? Math.min(rate, 99.99) : rate
}
