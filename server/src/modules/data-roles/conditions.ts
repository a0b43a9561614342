import { columnEffects, dataColumns, type DataColumn } from '@heliodesk/contract/data-columns.ts'
import { dataRule, ownOrders, type DataRule } from '@heliodesk/contract/data-roles.ts'
import type { z } from 'zod'
import { DomainError } from '../../kernel/context.ts'

/*
 * A data role as conditions of the Jeecg family: a column, how it is compared, and a value. Each has a key, which says what
 * it narrows by: a data role has at most one of each.
 */

export type Narrowing = z.output<typeof dataRule>

type Part = { ruleColumn: string; ruleConditions: 'IN' | '!=' | '='; ruleValue: string }
type SentPart = { ruleColumn: string; ruleConditions: string; ruleValue: string }

const lists = {
  departmentId: 'departmentIds',
  psaId: 'psaIds',
  stationId: 'stationIds',
  siteType: 'siteTypes',
  taskType: 'taskTypes',
} as const satisfies Record<string, keyof DataRule>
const listKeys = Object.keys(lists) as (keyof typeof lists)[]

const columnKeys = Object.keys(dataColumns) as DataColumn[]

/** The keys of the conditions that it has. */
export const keysOf = (rule: Narrowing): string[] => [
  ...listKeys.filter((key) => rule[lists[key]] !== null),
  ...(rule.ownOrders === null ? [] : ['ownOrders']),
  ...columnKeys.filter((key) => rule.columns[key] !== undefined),
]

export const isIn = (rule: Narrowing, key: string): boolean => keysOf(rule).includes(key)

const listKeyOf = (key: string) => listKeys.find((each) => each === key)
const columnKeyOf = (key: string) => columnKeys.find((each) => each === key)

/** One of the conditions that a data role has. */
export function partOf(rule: Narrowing, key: string): Part {
  const list = listKeyOf(key)
  if (list) {
    const excluded = list === 'taskType' && rule.taskTypesExcluded
    return {
      ruleColumn: key,
      ruleConditions: excluded ? '!=' : 'IN',
      ruleValue: (rule[lists[list]] ?? []).join(','),
    }
  }
  const column = columnKeyOf(key)
  if (!column) return { ruleColumn: key, ruleConditions: '=', ruleValue: rule.ownOrders ?? '' }
  const effect = rule.columns[column]
  return {
    ruleColumn: dataColumns[column].title,
    ruleConditions: '=',
    ruleValue: effect ? columnEffects[effect] : '',
  }
}

export function without(rule: Narrowing, key: string): Narrowing {
  const list = listKeyOf(key)
  if (list)
    return {
      ...rule,
      [lists[list]]: null,
      taskTypesExcluded: list !== 'taskType' && rule.taskTypesExcluded,
    }
  const column = columnKeyOf(key)
  if (!column) return { ...rule, ownOrders: null }
  const { [column]: _gone, ...columns } = rule.columns
  return { ...rule, columns }
}

const names = [...listKeys, 'ownOrders', ...Object.values(dataColumns).map(({ title }) => title)]

function keyOf(ruleColumn: string): string {
  const column = columnKeys.find((each) => each === ruleColumn || dataColumns[each].title === ruleColumn)
  const key = column ?? listKeyOf(ruleColumn) ?? (ruleColumn === 'ownOrders' ? ruleColumn : undefined)
  if (key) return key
  throw new DomainError(
    'dataRule.column',
    `规则字段（ruleColumn）：数据规则不能按“${ruleColumn}”，可用${names.join('、')}`,
  )
}

/** Adds a condition as a stock form sends it; one that cannot be said with data roles is refused by name. */
export function withPart(
  rule: Narrowing,
  { ruleColumn, ruleConditions, ruleValue }: SentPart,
): { key: string; narrowing: Narrowing } {
  const key = keyOf(ruleColumn)
  if (isIn(rule, key))
    throw new DomainError('dataRule.twice', `规则字段（ruleColumn）：该数据角色已有“${ruleColumn}”的规则`)
  const list = listKeyOf(key)
  const usable = list === 'taskType' ? ['IN', '=', '!='] : list ? ['IN', '='] : ['=']
  if (!usable.includes(ruleConditions))
    throw new DomainError(
      'dataRule.condition',
      `条件规则（ruleConditions）：“${ruleColumn}”不能用“${ruleConditions}”，可用${usable.join('、')}`,
    )
  const read = dataRule.safeParse({ ...rule, ...partSent(key, ruleConditions, ruleValue, rule) })
  if (!read.success) {
    const [issue] = read.error.issues
    throw new DomainError('dataRule.value', `规则值（ruleValue）：${issue?.message ?? '不是有效的值'}`)
  }
  return { key, narrowing: read.data }
}

function partSent(key: string, condition: string, value: string, rule: Narrowing): object {
  const list = listKeyOf(key)
  if (list) {
    const values = value.split(',').flatMap((each) => each.trim() || [])
    return {
      [lists[list]]: values,
      ...(list === 'taskType' ? { taskTypesExcluded: condition === '!=' } : {}),
    }
  }
  if (!columnKeyOf(key)) return { ownOrders: wordOf(ownOrders, value) }
  return { columns: { ...rule.columns, [key]: wordOf(columnEffects, value) } }
}

/** A choice by its key or by its title. */
const wordOf = (choices: Readonly<Record<string, string>>, value: string): string =>
  Object.entries(choices).find(([, title]) => title === value)?.[0] ?? value
