import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { columnEffects, dataColumns, type DataColumn } from '@heliodesk/contract/data-columns.ts'
import { dataRoleCalls, ownOrders } from '@heliodesk/contract/data-roles.ts'
import { siteTypes } from '@heliodesk/contract/station-fields.ts'
import { fieldsIn, type Draft } from '../../kit/use-form.ts'
import { formatNumber } from '../../kit/format.ts'

export type DataRole = Received<typeof dataRoleCalls.list>['records'][number]
export type Rule = Draft<typeof dataRoleCalls.add.input>
export type Impact = Received<typeof dataRoleCalls.impact>

export const fields = dataRoleCalls.add.input

/** A company has few: all are listed at once. */
export const MOST = 500

const ofRecord = fieldsIn(fields)

/** The values of the form for an existing data role. */
export const valuesOf = (role: DataRole): Rule =>
  ofRecord({
    ...role,
    roleIds: role.roles.map(({ id }) => id),
    userIds: role.users.map(({ id }) => id),
    reason: '',
  })

export const fresh: Rule = { enabled: true, columns: {}, roleIds: [], userIds: [] }

/** Part of a sentence: words in bold are values. */
export type Piece = { text: string; isValue?: boolean }

const value = (text: string): Piece => ({ text, isValue: true })
const plain = (text: string): Piece => ({ text })

type Known = {
  roles: ReadonlyMap<string, string>
  users: ReadonlyMap<string, string>
  taskTypes: ReadonlyMap<string, string>
}

const namesIn = (ids: readonly string[] | null | undefined, known: ReadonlyMap<string, string>) =>
  (ids ?? []).map((id) => known.get(id) ?? '…').join('、')

/** The rule as a sentence, one line for each part. */
export function sentenceOf(rule: Rule, known: Known, places: string): Piece[][] {
  const roles = namesIn(rule.roleIds, known.roles)
  const users = namesIn(rule.userIds, known.users)
  const who =
    roles || users
      ? [
          ...(roles ? [plain('角色为 '), value(roles), plain(' 的人')] : []),
          ...(roles && users ? [plain('，以及 ')] : []),
          ...(users ? [value(users)] : []),
          plain('：'),
        ]
      : [value('还没有授予任何人'), plain('，授予后：')]
  const types = rule.siteTypes?.map((type) => siteTypes[type]).join('、')
  const where = [
    plain('在各自的数据范围内，只看 '),
    value(places || '全部'),
    plain(' 的电站'),
    ...(types ? [plain('，类型为 '), value(types)] : []),
    plain('；'),
  ]
  const listed = namesIn(rule.taskTypes?.map(String), known.taskTypes)
  const which = [
    plain('工单 '),
    ...(listed ? [plain(rule.taskTypesExcluded ? '不含 ' : '只含 '), value(listed), plain('，')] : []),
    value(rule.ownOrders ? ownOrders[rule.ownOrders] : '不限'),
    plain('；'),
  ]
  const columns = Object.entries(rule.columns ?? {}).map(
    ([column, effect]) => `${dataColumns[column as DataColumn].title}${columnEffects[effect]}`,
  )
  const most = rule.mostExportRows
  return [
    who,
    where,
    which,
    ...(columns.length > 0 ? [[value(columns.join('，')), plain('；')]] : []),
    most === null || most === undefined
      ? [plain('导出行数不限。')]
      : most === 0
        ? [value('不能导出'), plain('。')]
        : [plain('每次最多导出 '), value(formatNumber(most)), plain(' 行。')],
  ]
}

type Counts = Impact['people'][number]['now']

/** How many people see fewer, as many and more open orders or stations. */
export function directionsOf(people: Impact['people']): { fewer: number; same: number; more: number } {
  const change = (now: Counts, after: Counts) =>
    Math.sign(after.orders - now.orders) || Math.sign(after.stations - now.stations)
  const changes = people.map(({ now, after }) => change(now, after))
  const count = (sign: number) => changes.filter((each) => each === sign).length
  return { fewer: count(-1), same: count(0), more: count(1) }
}

/** What the preview asks: the parts of the rule that decide what is seen. */
export function impactInput(id: string | undefined, rule: Rule): Sent<typeof dataRoleCalls.impact> {
  const { enabled, departmentIds, psaIds, stationIds, siteTypes: sites, taskTypes } = rule
  const { taskTypesExcluded, ownOrders: own, roleIds, userIds } = rule
  return {
    id,
    enabled,
    departmentIds,
    psaIds,
    stationIds,
    siteTypes: sites,
    taskTypes,
    taskTypesExcluded,
    ownOrders: own,
    roleIds,
    userIds,
  }
}
