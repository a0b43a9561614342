/**
 * What a technician did on a phone × what happened to the order meanwhile → what becomes of it, with the words for it. The
 * server judges every command of `field-work.ts` by this table.
 */

export const fieldActs = {
  start: '开始作业',
  step: '填写作业步骤',
  prerequisite: '填写先决条件',
  hours: '登记工时',
  note: '填写执行情况',
  photo: '添加照片',
  signature: '签名',
  reading: '登记巡检读数',
  exempt: '说明免转缺陷',
  defect: '转缺陷',
  ambient: '登记环境温度',
  join: '并入已有缺陷',
  submit: '提交验收',
} as const
export type FieldAct = keyof typeof fieldActs

/** What the acceptor is told of an act that took effect. */
export const fieldMarks = {
  afterTicket: '票已收回后作业',
  late: '提交验收后送达',
  returned: '退回前所做',
  future: '设备时间晚于实际时间',
  old: '7 天以前所做',
  handedOver: '交由站长处理',
  afterSubmit: '提交后补交',
  afterClose: '关闭后补交',
  afterEnd: '终止后补交',
  notTheirs: '非执行人补交',
  crowded: '超出张数',
} as const
export type FieldMark = keyof typeof fieldMarks

/** What happened meanwhile, the most decisive first; `{who}`, `{at}` and `{what}` are those of the situation. */
export const fieldSituations = {
  terminated: '工单已于 {at} 由 {who} 作废',
  closed: '工单已于 {at} 由 {who} 验收通过',
  submitted: '工单已于 {at} 由 {who} 提交验收',
  /** Away from who did it, before they did it; of hours, since when. */
  reassigned: '工单已于 {at} 由 {who} 改派给 {what}',
  /** Whoever did it never executed the order. */
  notTheirs: '本人不是工单的执行人',
  /** The step has as many photos, or films, as it may have. */
  crowded: '{what}',
  notStarted: '工单尚未开始作业',
  started: '工单已于 {at} 由 {who} 开始作业',
  /** After it was done. */
  returned: '工单已于 {at} 由 {who} 退回',
  /** Before it was done; of hours, since when. */
  ticketWithdrawn: '{what} 已于 {at} 由 {who} 收回',
  ticketOpen: '还有票未终结：{what}',
  /** The order has it already, whoever wrote it. */
  sameValue: '工单中已是相同内容',
  ownNewer: '本人已于 {at} 填写较新的内容',
  otherValue: '{who} 已于 {at} 填写不同的内容',
} as const
export type FieldSituation = keyof typeof fieldSituations

/**
 * `part`: what lies before the situation counts, the rest is a supplementary record. `markPart`: all of it counts, and is
 * marked if something of it lies behind the situation. `kept`: it stays on the order beside the work, which does not wait for it.
 */
export type FieldVerdict = Ending | 'part' | 'markPart' | { marked: FieldMark } | { kept: FieldMark }
type Ending = 'same' | 'both' | 'record' | 'refused'

type Cells = Partial<Record<FieldSituation, FieldVerdict>>

/** What is written into the order. */
const written: Cells = {
  terminated: 'record',
  closed: 'record',
  submitted: 'record',
  reassigned: 'record',
  notStarted: 'refused',
  returned: { marked: 'returned' },
  ticketWithdrawn: { marked: 'afterTicket' },
  sameValue: 'same',
}

/** What is evidence stays on the order in every case, and says when it came. */
const evidence: Cells = {
  terminated: { kept: 'afterEnd' },
  closed: { kept: 'afterClose' },
  submitted: { marked: 'afterSubmit' },
  reassigned: { kept: 'notTheirs' },
  notTheirs: { kept: 'notTheirs' },
}

/** Without a cell a situation is nothing to the act; an act that no cell ends is done. */
export const fieldConflicts: Record<FieldAct, Cells> = {
  start: {
    terminated: 'refused',
    closed: 'refused',
    submitted: 'refused',
    reassigned: 'refused',
    started: 'same',
    ticketWithdrawn: 'refused',
  },
  step: { ...written, ownNewer: 'record', otherValue: 'both' },
  prerequisite: written,
  note: { ...written, ownNewer: 'record', otherValue: 'both' },
  hours: {
    terminated: 'part',
    closed: 'record',
    submitted: { marked: 'late' },
    reassigned: 'part',
    notStarted: 'refused',
    ticketWithdrawn: 'markPart',
    sameValue: 'same',
  },
  photo: { ...evidence, crowded: { kept: 'crowded' } },
  signature: { ...evidence, notStarted: 'refused' },
  reading: written,
  exempt: written,
  /** Creates its order in any case. */
  defect: {},
  /** Of two temperatures the one taken later stands. */
  ambient: { ...written, ownNewer: 'record', otherValue: 'record' },
  /** Tells the defect in any case, like the one that makes it. */
  join: { sameValue: 'same' },
  submit: {
    terminated: 'refused',
    closed: 'refused',
    submitted: 'refused',
    reassigned: 'refused',
    notStarted: 'refused',
    returned: 'refused',
    ticketOpen: 'refused',
  },
}

/** A situation with its people, and its instant in milliseconds where one counts. */
export type Meanwhile = {
  situation: FieldSituation
  who?: string
  at?: string
  what?: string
  since?: number
}

export type Judgement = {
  outcome: 'done' | Ending
  /** What decided; null if nothing did. */
  by: FieldSituation | null
  marks: FieldMark[]
  /** A sentence with the reasons. */
  message: string
  /** The instant from which on hours do not count; null if all of them do. */
  until: number | null
}

const decisive = Object.keys(fieldSituations) as FieldSituation[]

/** The words of a situation. */
export const wordsOf = ({ situation, who = '', at = '', what = '' }: Meanwhile): string =>
  fieldSituations[situation].replace('{who}', who).replace('{at}', at).replace('{what}', what)

type Span = { from: number; until: number }

/**
 * What becomes of an act; `known` are the marks that its time has already, `span` is what hours are about, in milliseconds.
 */
export function judge(
  act: FieldAct,
  found: readonly Meanwhile[],
  { known = [], span }: { known?: readonly FieldMark[]; span?: Span | undefined } = {},
): Judgement {
  const marks = [...known]
  const why: string[] = []
  let until = span?.until ?? 0
  const inOrder = found.toSorted(
    (one, other) => decisive.indexOf(one.situation) - decisive.indexOf(other.situation),
  )
  for (const each of inOrder) {
    const verdict = fieldConflicts[act][each.situation]
    if (verdict === undefined) continue
    const { since = 0 } = each
    if (verdict === 'part') {
      if (!span || span.from >= since) return ending(act, each, 'record', marks)
      if (until <= since) continue
      until = since
    } else if (verdict === 'markPart') {
      if (until <= since) continue
      marks.push('afterTicket')
    } else if (typeof verdict === 'string') return ending(act, each, verdict, marks)
    else if ('kept' in verdict) return kept(each, [...marks, verdict.kept])
    else marks.push(verdict.marked)
    why.push(wordsOf(each))
  }
  const isCut = span !== undefined && until < span.until
  const counts = isCut ? '此前的部分已计入工单，其余作为补充记录保留' : '已计入工单'
  return {
    outcome: 'done',
    by: null,
    marks,
    message: [...why, `${counts}${wordsOfMarks(marks)}`].join('，'),
    until: isCut ? until : null,
  }
}

function kept(each: Meanwhile, marks: FieldMark[]): Judgement {
  const message = `${wordsOf(each)}，保留在工单中${wordsOfMarks(marks)}`
  return { outcome: 'record', by: each.situation, marks, message, until: null }
}

function ending(act: FieldAct, each: Meanwhile, outcome: Ending, marks: FieldMark[]): Judgement {
  const { situation } = each
  const message = [wordsOf(each), endings[outcome](act, situation)].join('，')
  return { outcome, by: situation, marks, message, until: null }
}

const endings: Record<Ending, (act: FieldAct, situation: FieldSituation) => string> = {
  same: () => '无需重复',
  both: () => '两份内容均已保留，由验收人选定',
  record: () => '所填内容作为补充记录保留，不计入工单',
  refused: (act, situation) => `不能${fieldActs[act]}${advice[situation] ?? ''}`,
}

const advice: Partial<Record<FieldSituation, string>> = {
  notStarted: '，请先开始作业',
  returned: '，请按退回意见处理后重新提交',
  ticketOpen: '，请先终结',
}

export const wordsOfMarks = (marks: readonly FieldMark[]): string =>
  marks.length > 0 ? `，并注明“${marks.map((mark) => fieldMarks[mark]).join('、')}”` : ''

/** What a person filled in of a step, in one line. */
export const textOfStep = ({ done, value, note }: { done: boolean; value: string; note: string }): string =>
  [done ? '已完成' : '未完成', value, note].filter((each) => each !== '').join('，')

const DAY_MS = 86_400_000
/** Clocks that differ by less are the same: a skew is measured over a line that takes its time. */
const TOLERANCE_MS = 60_000
export const OLD_MS = 7 * DAY_MS

export type DeviceTime = {
  /** The time on the device's clock, in milliseconds since 1970. */
  at: number
  /** How far that clock was ahead of the server's when last compared; null if it never was. */
  skew: number | null
}

/** When something was done by the server's clock, as well as is known, and what is odd about it. */
export function estimatedTime({ at, skew }: DeviceTime, now: number): { doneAt: number; marks: FieldMark[] } {
  const told = at - (skew ?? 0)
  const doneAt = Math.max(0, Math.min(told, now))
  if (told > now + TOLERANCE_MS) return { doneAt, marks: ['future'] }
  return { doneAt, marks: now - doneAt > OLD_MS ? ['old'] : [] }
}

/** What was done so long before it arrived came from a phone without a signal. */
const LATE_MS = 5 * 60_000
export const cameLate = (doneAt: number, arrivedAt: number): boolean => arrivedAt - doneAt > LATE_MS
