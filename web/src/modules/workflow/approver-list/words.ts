import type {
  Actor,
  Approval,
  Condition,
  Copy,
  Handling,
  Operator,
  Row,
  Time,
} from '@heliodesk/contract/approver-list/model.ts'
import { own } from '@heliodesk/contract/own.ts'
import { rightInWords } from '../right-in-words.ts'
import { formatNumber } from '../../../kit/format.ts'
import type { FormField } from './fields.ts'

/** The names of what a list refers to; a name that has not been read is its id. */
export type Names = {
  person: (id: string) => string
  role: (code: string) => string
  department: (id: string) => string
  fields: readonly FormField[]
}

const titleOf = ({ fields }: Names, name: string) =>
  fields.find((field) => field.name === name)?.title ?? name

export function actorInWords(actor: Actor, names: Names): string {
  switch (actor.kind) {
    case 'starter':
      return '发起人'
    case 'superior':
      return '发起人的上级'
    case 'person':
      return names.person(actor.id)
    case 'role':
      return names.role(actor.code)
    case 'right':
      return rightInWords(actor.code)
    case 'headOf':
      return `${names.department(actor.departmentId)}负责人`
    case 'field':
    case 'people':
      return `表单“${titleOf(names, actor.name)}”`
    case 'headOfField':
      return `表单“${titleOf(names, actor.name)}”的负责人`
  }
}

export function whoInWords({ who }: Approval | Handling | Copy, names: Names): string {
  if (who.length === 0) return '还没有选人'
  return who.map((actor) => actorInWords(actor, names)).join('、')
}

export function passInWords({ pass, inOrder }: Approval | Handling): string {
  const order = inOrder ? '依次' : '同时'
  switch (pass.of) {
    case 'any':
      return '任一人'
    case 'all':
      return `全部，${order}`
    case 'count':
      return `${pass.count} 人同意，${order}`
    case 'percent':
      return `${pass.percent}% 同意，${order}`
  }
}

const HOURS = /^PT(\d+)H$/
const DAYS = /^P(\d+)D$/

export const timeUnits = { workday: '工作日', day: '天', hour: '小时' } as const
export type TimeUnit = keyof typeof timeUnits

/** A time as a number of a unit; null for another duration. */
export function unitOf(time: Time): { count: number; unit: TimeUnit } | null {
  if ('workingDays' in time) return { count: time.workingDays, unit: 'workday' }
  const [hours, days] = [HOURS.exec(time.duration)?.[1], DAYS.exec(time.duration)?.[1]]
  if (hours !== undefined) return { count: Number(hours), unit: 'hour' }
  return days === undefined ? null : { count: Number(days), unit: 'day' }
}

export function timeOfUnit(count: number, unit: TimeUnit): Time {
  if (unit === 'workday') return { workingDays: count }
  return { duration: unit === 'day' ? `P${count}D` : `PT${count}H` }
}

export function timeInWords(time: Time): string {
  const known = unitOf(time)
  if (known) return `${known.count} ${timeUnits[known.unit]}`
  return 'duration' in time ? time.duration : ''
}

export const operators: Readonly<Record<Operator, string>> = {
  '=': '等于',
  '!=': '不等于',
  '<': '小于',
  '<=': '不超过',
  '>': '超过',
  '>=': '不小于',
  in: '是其中之一',
  contains: '包含',
}

function valueInWords({ field: name, value }: Row, { fields }: Names): string {
  const choices = fields.find((field) => field.name === name)?.choices ?? {}
  if (typeof value === 'number') return formatNumber(value)
  return (typeof value === 'string' ? [value] : value).map((each) => own(choices, each) ?? each).join('、')
}

/** A condition in words; null for the branch of everything else. */
export function conditionInWords(condition: Condition | null, names: Names): string {
  if (condition === null) return '其余情况'
  if ('feel' in condition) return condition.feel
  if (condition.rows.length === 0) return '还没有条件'
  return condition.rows
    .map((row) => `${titleOf(names, row.field)}${operators[row.operator]} ${valueInWords(row, names)}`)
    .join('，且')
}
