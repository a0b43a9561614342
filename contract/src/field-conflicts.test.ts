import { describe, expect, it } from 'vitest'
import {
  cameLate,
  estimatedTime,
  fieldActs,
  fieldSituations,
  judge,
  OLD_MS,
  type FieldAct,
  type FieldSituation,
  type Judgement,
  type Meanwhile,
} from './field-conflicts.ts'

/** The hours of the table run from 8 to 10; what happened meanwhile happened at 9. */
const span = { from: 8, until: 10 }
const told: Meanwhile = { situation: 'closed', who: '甲', at: '9:00', what: '乙', since: 9 }

/** What the table of offline.md says, by hand: · is nothing to the act, + counts and is marked, kept stays beside the work, ½ counts up to then. */
const table: Record<FieldSituation, Record<FieldAct, string>> = {
  terminated: row(
    'refused',
    'record',
    'record',
    '½',
    'record',
    'kept',
    'kept',
    'record',
    'record',
    '·',
    'record',
    '·',
    'refused',
  ),
  closed: row(
    'refused',
    'record',
    'record',
    'record',
    'record',
    'kept',
    'kept',
    'record',
    'record',
    '·',
    'record',
    '·',
    'refused',
  ),
  submitted: row(
    'refused',
    'record',
    'record',
    '+late',
    'record',
    '+afterSubmit',
    '+afterSubmit',
    'record',
    'record',
    '·',
    'record',
    '·',
    'refused',
  ),
  reassigned: row(
    'refused',
    'record',
    'record',
    '½',
    'record',
    'kept',
    'kept',
    'record',
    'record',
    '·',
    'record',
    '·',
    'refused',
  ),
  notTheirs: row('·', '·', '·', '·', '·', 'kept', 'kept', '·', '·', '·', '·', '·', '·'),
  crowded: row('·', '·', '·', '·', '·', 'kept', '·', '·', '·', '·', '·', '·', '·'),
  notStarted: row(
    '·',
    'refused',
    'refused',
    'refused',
    'refused',
    '·',
    'refused',
    'refused',
    'refused',
    '·',
    'refused',
    '·',
    'refused',
  ),
  started: row('same', '·', '·', '·', '·', '·', '·', '·', '·', '·', '·', '·', '·'),
  returned: row(
    '·',
    '+returned',
    '+returned',
    '·',
    '+returned',
    '·',
    '·',
    '+returned',
    '+returned',
    '·',
    '+returned',
    '·',
    'refused',
  ),
  ticketWithdrawn: row(
    'refused',
    '+afterTicket',
    '+afterTicket',
    '+afterTicket',
    '+afterTicket',
    '·',
    '·',
    '+afterTicket',
    '+afterTicket',
    '·',
    '+afterTicket',
    '·',
    '·',
  ),
  ticketOpen: row('·', '·', '·', '·', '·', '·', '·', '·', '·', '·', '·', '·', 'refused'),
  sameValue: row('·', 'same', 'same', 'same', 'same', '·', '·', 'same', 'same', '·', 'same', 'same', '·'),
  ownNewer: row('·', 'record', '·', '·', 'record', '·', '·', '·', '·', '·', 'record', '·', '·'),
  otherValue: row('·', 'both', '·', '·', 'both', '·', '·', '·', '·', '·', 'record', '·', '·'),
}

function row(...cells: string[]) {
  const acts = Object.keys(fieldActs) as FieldAct[]
  return Object.fromEntries(acts.map((act, at) => [act, cells[at]!])) as Record<FieldAct, string>
}

const cellOf = ({ outcome, marks, until, message }: Judgement) => {
  if (outcome === 'record' && marks.length > 0) return 'kept'
  if (outcome !== 'done') return outcome
  if (until !== null) return '½'
  if (marks.length > 0) return `+${marks.join('+')}`
  return message === '已计入工单' ? '·' : message
}

const cells = (Object.keys(fieldSituations) as FieldSituation[]).flatMap((situation) =>
  (Object.keys(fieldActs) as FieldAct[]).map((act) => [act, situation, table[situation][act]] as const),
)

const judged = (act: FieldAct, ...situations: FieldSituation[]) =>
  judge(
    act,
    situations.map((situation) => ({ ...told, situation })),
    { span: act === 'hours' ? span : undefined },
  )

describe('the table of conflicts', () => {
  it.each(cells)('%s, %s: %s', (act, situation, expected) => {
    expect(cellOf(judged(act, situation))).toBe(expected)
  })

  it('says why in words', () => {
    const said = cells
      .filter(([, , cell]) => cell !== '·')
      .map(([act, situation]) => `${act} ${situation} ${judged(act, situation).message}`)
    expect(said).toEqual([
      'start terminated 工单已于 9:00 由 甲 作废，不能开始作业',
      'step terminated 工单已于 9:00 由 甲 作废，所填内容作为补充记录保留，不计入工单',
      'prerequisite terminated 工单已于 9:00 由 甲 作废，所填内容作为补充记录保留，不计入工单',
      'hours terminated 工单已于 9:00 由 甲 作废，此前的部分已计入工单，其余作为补充记录保留',
      'note terminated 工单已于 9:00 由 甲 作废，所填内容作为补充记录保留，不计入工单',
      'photo terminated 工单已于 9:00 由 甲 作废，保留在工单中，并注明“终止后补交”',
      'signature terminated 工单已于 9:00 由 甲 作废，保留在工单中，并注明“终止后补交”',
      'reading terminated 工单已于 9:00 由 甲 作废，所填内容作为补充记录保留，不计入工单',
      'exempt terminated 工单已于 9:00 由 甲 作废，所填内容作为补充记录保留，不计入工单',
      'ambient terminated 工单已于 9:00 由 甲 作废，所填内容作为补充记录保留，不计入工单',
      'submit terminated 工单已于 9:00 由 甲 作废，不能提交验收',
      'start closed 工单已于 9:00 由 甲 验收通过，不能开始作业',
      'step closed 工单已于 9:00 由 甲 验收通过，所填内容作为补充记录保留，不计入工单',
      'prerequisite closed 工单已于 9:00 由 甲 验收通过，所填内容作为补充记录保留，不计入工单',
      'hours closed 工单已于 9:00 由 甲 验收通过，所填内容作为补充记录保留，不计入工单',
      'note closed 工单已于 9:00 由 甲 验收通过，所填内容作为补充记录保留，不计入工单',
      'photo closed 工单已于 9:00 由 甲 验收通过，保留在工单中，并注明“关闭后补交”',
      'signature closed 工单已于 9:00 由 甲 验收通过，保留在工单中，并注明“关闭后补交”',
      'reading closed 工单已于 9:00 由 甲 验收通过，所填内容作为补充记录保留，不计入工单',
      'exempt closed 工单已于 9:00 由 甲 验收通过，所填内容作为补充记录保留，不计入工单',
      'ambient closed 工单已于 9:00 由 甲 验收通过，所填内容作为补充记录保留，不计入工单',
      'submit closed 工单已于 9:00 由 甲 验收通过，不能提交验收',
      'start submitted 工单已于 9:00 由 甲 提交验收，不能开始作业',
      'step submitted 工单已于 9:00 由 甲 提交验收，所填内容作为补充记录保留，不计入工单',
      'prerequisite submitted 工单已于 9:00 由 甲 提交验收，所填内容作为补充记录保留，不计入工单',
      'hours submitted 工单已于 9:00 由 甲 提交验收，已计入工单，并注明“提交验收后送达”',
      'note submitted 工单已于 9:00 由 甲 提交验收，所填内容作为补充记录保留，不计入工单',
      'photo submitted 工单已于 9:00 由 甲 提交验收，已计入工单，并注明“提交后补交”',
      'signature submitted 工单已于 9:00 由 甲 提交验收，已计入工单，并注明“提交后补交”',
      'reading submitted 工单已于 9:00 由 甲 提交验收，所填内容作为补充记录保留，不计入工单',
      'exempt submitted 工单已于 9:00 由 甲 提交验收，所填内容作为补充记录保留，不计入工单',
      'ambient submitted 工单已于 9:00 由 甲 提交验收，所填内容作为补充记录保留，不计入工单',
      'submit submitted 工单已于 9:00 由 甲 提交验收，不能提交验收',
      'start reassigned 工单已于 9:00 由 甲 改派给 乙，不能开始作业',
      'step reassigned 工单已于 9:00 由 甲 改派给 乙，所填内容作为补充记录保留，不计入工单',
      'prerequisite reassigned 工单已于 9:00 由 甲 改派给 乙，所填内容作为补充记录保留，不计入工单',
      'hours reassigned 工单已于 9:00 由 甲 改派给 乙，此前的部分已计入工单，其余作为补充记录保留',
      'note reassigned 工单已于 9:00 由 甲 改派给 乙，所填内容作为补充记录保留，不计入工单',
      'photo reassigned 工单已于 9:00 由 甲 改派给 乙，保留在工单中，并注明“非执行人补交”',
      'signature reassigned 工单已于 9:00 由 甲 改派给 乙，保留在工单中，并注明“非执行人补交”',
      'reading reassigned 工单已于 9:00 由 甲 改派给 乙，所填内容作为补充记录保留，不计入工单',
      'exempt reassigned 工单已于 9:00 由 甲 改派给 乙，所填内容作为补充记录保留，不计入工单',
      'ambient reassigned 工单已于 9:00 由 甲 改派给 乙，所填内容作为补充记录保留，不计入工单',
      'submit reassigned 工单已于 9:00 由 甲 改派给 乙，不能提交验收',
      'photo notTheirs 本人不是工单的执行人，保留在工单中，并注明“非执行人补交”',
      'signature notTheirs 本人不是工单的执行人，保留在工单中，并注明“非执行人补交”',
      'photo crowded 乙，保留在工单中，并注明“超出张数”',
      'step notStarted 工单尚未开始作业，不能填写作业步骤，请先开始作业',
      'prerequisite notStarted 工单尚未开始作业，不能填写先决条件，请先开始作业',
      'hours notStarted 工单尚未开始作业，不能登记工时，请先开始作业',
      'note notStarted 工单尚未开始作业，不能填写执行情况，请先开始作业',
      'signature notStarted 工单尚未开始作业，不能签名，请先开始作业',
      'reading notStarted 工单尚未开始作业，不能登记巡检读数，请先开始作业',
      'exempt notStarted 工单尚未开始作业，不能说明免转缺陷，请先开始作业',
      'ambient notStarted 工单尚未开始作业，不能登记环境温度，请先开始作业',
      'submit notStarted 工单尚未开始作业，不能提交验收，请先开始作业',
      'start started 工单已于 9:00 由 甲 开始作业，无需重复',
      'step returned 工单已于 9:00 由 甲 退回，已计入工单，并注明“退回前所做”',
      'prerequisite returned 工单已于 9:00 由 甲 退回，已计入工单，并注明“退回前所做”',
      'note returned 工单已于 9:00 由 甲 退回，已计入工单，并注明“退回前所做”',
      'reading returned 工单已于 9:00 由 甲 退回，已计入工单，并注明“退回前所做”',
      'exempt returned 工单已于 9:00 由 甲 退回，已计入工单，并注明“退回前所做”',
      'ambient returned 工单已于 9:00 由 甲 退回，已计入工单，并注明“退回前所做”',
      'submit returned 工单已于 9:00 由 甲 退回，不能提交验收，请按退回意见处理后重新提交',
      'start ticketWithdrawn 乙 已于 9:00 由 甲 收回，不能开始作业',
      'step ticketWithdrawn 乙 已于 9:00 由 甲 收回，已计入工单，并注明“票已收回后作业”',
      'prerequisite ticketWithdrawn 乙 已于 9:00 由 甲 收回，已计入工单，并注明“票已收回后作业”',
      'hours ticketWithdrawn 乙 已于 9:00 由 甲 收回，已计入工单，并注明“票已收回后作业”',
      'note ticketWithdrawn 乙 已于 9:00 由 甲 收回，已计入工单，并注明“票已收回后作业”',
      'reading ticketWithdrawn 乙 已于 9:00 由 甲 收回，已计入工单，并注明“票已收回后作业”',
      'exempt ticketWithdrawn 乙 已于 9:00 由 甲 收回，已计入工单，并注明“票已收回后作业”',
      'ambient ticketWithdrawn 乙 已于 9:00 由 甲 收回，已计入工单，并注明“票已收回后作业”',
      'submit ticketOpen 还有票未终结：乙，不能提交验收，请先终结',
      'step sameValue 工单中已是相同内容，无需重复',
      'prerequisite sameValue 工单中已是相同内容，无需重复',
      'hours sameValue 工单中已是相同内容，无需重复',
      'note sameValue 工单中已是相同内容，无需重复',
      'reading sameValue 工单中已是相同内容，无需重复',
      'exempt sameValue 工单中已是相同内容，无需重复',
      'ambient sameValue 工单中已是相同内容，无需重复',
      'join sameValue 工单中已是相同内容，无需重复',
      'step ownNewer 本人已于 9:00 填写较新的内容，所填内容作为补充记录保留，不计入工单',
      'note ownNewer 本人已于 9:00 填写较新的内容，所填内容作为补充记录保留，不计入工单',
      'ambient ownNewer 本人已于 9:00 填写较新的内容，所填内容作为补充记录保留，不计入工单',
      'step otherValue 甲 已于 9:00 填写不同的内容，两份内容均已保留，由验收人选定',
      'note otherValue 甲 已于 9:00 填写不同的内容，两份内容均已保留，由验收人选定',
      'ambient otherValue 甲 已于 9:00 填写不同的内容，所填内容作为补充记录保留，不计入工单',
    ])
  })
})

describe('several things that happened', () => {
  it('count from the most decisive on, in whatever order they are named', () => {
    expect(judged('step', 'otherValue', 'reassigned', 'submitted').by).toBe('submitted')
    expect(judged('step', 'otherValue', 'returned', 'ticketWithdrawn')).toMatchObject({
      outcome: 'both',
      marks: ['returned', 'afterTicket'],
    })
  })

  it.each([
    ['before all of it', 7, 'record', null],
    ['as they began', 8, 'record', null],
    ['as they went on', 9, 'done', 9],
    ['as they ended', 10, 'done', null],
  ])('cut hours where the order went %s', (_name, since, outcome, until) => {
    const found = judge('hours', [{ ...told, situation: 'reassigned', since }], { span })
    expect(found).toMatchObject({ outcome, until })
  })

  it('cut hours at the first of them, and mark only what is left', () => {
    const at = (situation: FieldSituation, since: number) => ({ ...told, situation, since })
    const cut = [at('terminated', 9.5), at('reassigned', 9), at('ticketWithdrawn', 9.2)]
    expect(judge('hours', cut, { span })).toMatchObject({ outcome: 'done', until: 9, marks: [] })
    expect(judge('hours', [at('submitted', 1), at('ticketWithdrawn', 9)], { span })).toMatchObject({
      until: null,
      marks: ['late', 'afterTicket'],
    })
  })

  it('keep the marks of the time', () => {
    const { marks, message } = judge('start', [], { known: ['old'] })
    expect([marks, message]).toEqual([['old'], '已计入工单，并注明“7 天以前所做”'])
  })
})

describe('the time of an act', () => {
  const now = 1_800_000_000_000
  it.each([
    ['of a clock that was compared', now + 5_000, 15_000, now - 10_000, []],
    ['of a clock that never was', now - 10_000, null, now - 10_000, []],
    ['is not later than now', now + 5_000, null, now, []],
    ['is marked when it lies in the future', now + 61_000, 0, now, ['future']],
    ['of a compared clock that was set since', now + 61_000, -10_000, now, ['future']],
    ['is marked when it is more than 7 days old', now - OLD_MS - 1, 0, now - OLD_MS - 1, ['old']],
    ['of exactly 7 days is not', now - OLD_MS, null, now - OLD_MS, []],
    ['of a clock that began anew', 0, null, 0, ['old']],
    ['never lies before 1970', 10, 20, 0, ['old']],
  ])('%s', (_name, at, skew, doneAt, marks) => {
    expect(estimatedTime({ at, skew }, now)).toEqual({ doneAt, marks })
  })

  it('is told when it is more than five minutes before the arrival', () => {
    expect([cameLate(now - 300_000, now), cameLate(now - 300_001, now)]).toEqual([false, true])
  })
})
