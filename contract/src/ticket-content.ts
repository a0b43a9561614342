import { z } from 'zod'
import { id, keyOf, named, requiredText, text, time } from './fields.ts'
import { kilovolts } from './kilovolts.ts'
import { drawings, faultsOfDrawings, type MarkableLine } from './ticket-drawings.ts'
import { groupNames, ticketKinds, type MeasureGroup, type TicketKind } from './ticket-kinds.ts'
import { ticketLines, upToMost } from './ticket-lines.ts'
import { apartOn, roleTitle, type TicketRole } from './ticket-roles.ts'
import { isHot } from './ticket-states.ts'

/** What somebody does on a ticket besides those who sign its states. */
export const ticketParts = {
  crew: '工作班成员',
  guard: '专责监护人',
  hotWorker: '动火执行人',
  fireGuard: '消防监护人',
} as const
export type TicketPart = keyof typeof ticketParts

const place = z.object({
  /** With name and number (双重名称). */
  place: named('工作地点', requiredText(100)),
  work: named('工作内容', requiredText(200)),
})

const person = z.object({
  part: named('分工', keyOf(ticketParts, '没有这种分工')),
  /** Null for somebody of another company, who has no account but a name. */
  personId: named('人员', id.nullable().default(null)),
  name: named('姓名', text(50).default('')),
  /** What a guard watches. */
  watch: named('监护范围', text(100).default('')),
  certificate: named('证书编号', text(60).default('')),
})

/** Where the risk of fire is and how it is met, on tickets for hot work. */
const hotWork = z.object({
  method: named('动火方式', requiredText(60)),
  plantMeasures: named('运行侧措施', text(500).default('')),
  workMeasures: named('作业侧措施', text(500).default('')),
})

/** What a ticket says: everything that is signed. */
export const ticketContent = {
  kind: named('票种', keyOf(ticketKinds, '请选择票种')),
  psId: named('电站', id),
  voltage: named('电压等级', keyOf(kilovolts, '请选择电压等级')),
  unit: named('单位班组', text(60).default('')),
  task: named('工作任务', requiredText(200)),
  places: upToMost('工作地点及内容', place),
  planStartTime: named('计划开始时间', time.nullable().default(null)),
  planEndTime: named('计划结束时间', time.nullable().default(null)),
  /** 停电, 不停电, or what live parts are near (domain.md §1.5). */
  conditions: named('工作条件', text(200).default('')),
  ...ticketLines,
  isOutsourced: named('外委作业', z.boolean().default(false)),
  leaderId: named('工作负责人', id.nullable().default(null)),
  issuerId: named('工作票签发人', id.nullable().default(null)),
  cosignerId: named('会签人', id.nullable().default(null)),
  guardId: named('操作监护人', id.nullable().default(null)),
  people: upToMost('人员', person, '人'),
  /** The ticket that work with fire belongs to. */
  mainId: named('主票', id.nullable().default(null)),
  hotWork: named('动火', hotWork.nullable().default(null)),
  /** Who ordered the switching. */
  orderedBy: named('发令人', text(50).default('')),
  drawings,
  remark: named('备注', text(200).default('')),
} as const
const whole = z.object(ticketContent)
export type TicketContent = z.output<typeof whole>

/** Lines that are done and ticked one after another before the permit, or are the switching itself. */
export function tickedLines({
  kind,
  isolate,
  earth,
  board,
  steps,
}: Pick<TicketContent, 'board' | 'earth' | 'isolate' | 'kind' | 'steps'>): MarkableLine[] {
  if (kind === 'operation') return steps.map((line) => ({ group: 'step', text: line }))
  const of = (group: MeasureGroup, texts: readonly string[]) => texts.map((line) => ({ group, text: line }))
  return [...of('isolate', isolate), ...of('earth', earth), ...of('board', board)]
}

/** The numbers of switching devices in a line, such as 331 and 33117; voltages are none. */
export const pointsOf = (line: string): string[] => [
  ...new Set(line.match(/(?<![\d.])\d{3,6}(?![\d.]*\s*(?:k?V|伏|千伏))(?!\d)/gi) ?? []),
]

/** Whether a line switches on: what is isolated for others, or earthed, must not be (domain.md §1.4, §1.6). */
export const switchesOn = (line: string): boolean =>
  !/^(检查|核对|确认)/.test(line) && /合上|推上|投入/.test(line) && !/接地/.test(line)

/** What is isolated for the work: two tickets never rely on the same point without knowing of each other. */
export const isolationPoints = ({ kind, isolate }: Pick<TicketContent, 'isolate' | 'kind'>): string[] =>
  kind === 'operation' ? [] : [...new Set(isolate.flatMap(pointsOf))]

/** Who takes part by name, with the qualification that each needs. */
export function namedRoles(
  content: TicketContent,
): { role: TicketRole; personId: string; field: keyof TicketContent }[] {
  const { kind, leaderId, issuerId, cosignerId, guardId, people } = content
  const isOperation = kind === 'operation'
  const of = (role: TicketRole, personId: string | null, field: keyof TicketContent) =>
    personId === null ? [] : [{ role, personId, field }]
  return [
    ...of(isOperation ? 'operator' : 'leader', leaderId, 'leaderId'),
    ...of('issuer', issuerId, 'issuerId'),
    ...of('coIssuer', cosignerId, 'cosignerId'),
    ...of('operationGuard', guardId, 'guardId'),
    ...people.flatMap(({ part, personId }) => (part === 'crew' ? [] : of(part, personId, 'people'))),
  ]
}

/** Roles that the same person has on this ticket although they must be apart (domain.md §1.2); null if there are none. */
export function unseparated(
  kind: TicketKind,
  roles: readonly { role: TicketRole; personId: string }[],
): string | null {
  for (const [at, one] of roles.entries())
    for (const other of roles.slice(at + 1))
      if (one.personId === other.personId && apartOn(kind, one.role, other.role))
        return `${roleTitle(one.role)}和${roleTitle(other.role)}不能是同一人`
  return null
}

export type ContentFault = { field: keyof TicketContent; text: string }

const isFilled = (value: string | null) => value !== null && value !== ''

/** What is missing or wrong before a ticket can be submitted, by field. Drafts may be saved without it. */
export function faultsOf(content: TicketContent): ContentFault[] {
  const { kind, isOutsourced } = content
  const found: ContentFault[] = []
  const demand = (field: keyof TicketContent, isMet: boolean, says: string) => {
    if (!isMet) found.push({ field, text: says })
  }
  const isOperation = kind === 'operation'
  const isSigned = !isOperation && kind !== 'emergency'
  demand('leaderId', isFilled(content.leaderId), isOperation ? '请选择操作人' : '请选择工作负责人')
  if (isSigned) demand('issuerId', isFilled(content.issuerId), '请选择工作票签发人')
  if (isSigned && isOutsourced && !isHot(kind))
    demand('cosignerId', isFilled(content.cosignerId), '外委作业请选择会签人')
  demand('planStartTime', isFilled(content.planStartTime), '请填写计划开始时间')
  demand('planEndTime', isFilled(content.planEndTime), '请填写计划结束时间')
  if (content.planStartTime && content.planEndTime)
    demand('planEndTime', content.planEndTime > content.planStartTime, '计划结束时间应晚于计划开始时间')
  if (isOperation) {
    demand('guardId', isFilled(content.guardId), '请选择操作监护人')
    demand('steps', content.steps.length > 0, '请填写操作项目')
    demand('orderedBy', isFilled(content.orderedBy), '请填写发令人')
  } else found.push(...faultsOfWork(content))
  demand('risks', content.risks.length > 0, '请填写危险点与控制措施')
  for (const says of faultsOfDrawings(content.drawings, tickedLines(content))) demand('drawings', false, says)
  const together = unseparated(kind, namedRoles(content))
  if (together) found.push({ field: 'people', text: together })
  return found
}

function faultsOfWork(content: TicketContent): ContentFault[] {
  const { kind, places, people } = content
  const found: ContentFault[] = []
  const demand = (field: keyof TicketContent, isMet: boolean, says: string) => {
    if (!isMet) found.push({ field, text: says })
  }
  demand('places', places.length > 0, '请填写工作地点及内容')
  for (const [at, each] of places.entries())
    demand('places', /\d/.test(each.place), `第 ${at + 1} 处工作地点缺少编号（双重名称）`)
  for (const [at, line] of content.isolate.entries())
    demand('isolate', pointsOf(line).length > 0, `第 ${at + 1} 条缺少设备编号（双重名称）`)
  demand(
    'isolate',
    kind !== 'first' || content.isolate.length > 0,
    '第一种工作票请填写应断开的断路器、隔离开关',
  )
  demand('earth', kind !== 'first' || content.earth.length > 0, '第一种工作票请填写应装设的接地')
  demand(
    'isolate',
    groupNames.some((group) => content[group].length > 0),
    '请至少填写一条安全措施',
  )
  demand('people', people.some(({ part }) => part === 'crew') || isHot(kind), '请填写工作班成员')
  demand(
    'people',
    people.every(({ part, watch }) => part !== 'guard' || watch !== ''),
    '请填写专责监护人的监护范围',
  )
  const ids = people.flatMap(({ part, personId }) => (part === 'crew' && personId ? [personId] : []))
  demand('people', new Set(ids).size === ids.length, '同一人在工作班中只填一次')
  demand('people', !ids.includes(content.leaderId ?? ''), '工作负责人不再填入工作班成员')
  const guards = new Set(
    people.flatMap(({ part, personId }) => (part === 'guard' && personId ? [personId] : [])),
  )
  demand('people', !ids.some((each) => guards.has(each)), '专责监护人不能参加被监护的工作')
  if (!isHot(kind)) return found
  const workers = people.filter(({ part }) => part === 'hotWorker')
  demand('mainId', isFilled(content.mainId), '请选择主票')
  demand('hotWork', content.hotWork !== null, '请填写动火方式')
  demand('people', workers.length > 0, '请填写动火执行人')
  demand(
    'people',
    workers.every(({ certificate }) => certificate !== ''),
    '请填写动火执行人的证书编号',
  )
  demand(
    'people',
    people.some(({ part }) => part === 'fireGuard'),
    '请填写消防监护人',
  )
  return found
}
