import { readFileSync } from 'node:fs'

/** The written rules of orders, `docs/order-rules.tsv`, read without anything of the product. */

export const positions = [
  '管理员',
  '管理员负责',
  '管理员曾作业',
  '区域经理',
  '站长',
  '负责人',
  '协作人',
  '班组他人',
  '值班员',
  '安全员',
  '访客',
  '平台运营',
] as const
export type Position = (typeof positions)[number]

export const situations = ['普通', '故障', '有申请', '已延期', '已超期', '无计划'] as const
export type Situation = (typeof situations)[number]

export type Condition = '范围外' | '外公司' | '旧版本' | '通用接口'

export const actionCodes = [
  'assign',
  'claim',
  'reassign',
  'reschedule',
  'start',
  'save',
  'submit',
  'addPhoto',
  'removePhoto',
  'pass',
  'reject',
  'extend',
  'audit',
  'terminate',
  'insurance',
] as const
export type ActionCode = (typeof actionCodes)[number]

/** A pair of flowSts and otherSts, as 2/3. */
export type State = `${number}/${number}`

type Row = Record<string, string>

const sections = read(readFileSync(new URL('../../../docs/order-rules.tsv', import.meta.url), 'utf8'))

function read(text: string): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  let rows: Row[] = []
  let columns: string[] | null = null
  for (const line of lines) {
    const name = /^\[(.+)\]$/.exec(line)?.[1]
    if (name !== undefined) {
      rows = []
      columns = null
      found.set(name, rows)
    } else if (columns === null) columns = line.split('\t')
    else {
      const cells = line.split('\t')
      if (cells.length !== columns.length) throw new Error(`a line with ${cells.length} cells: ${line}`)
      rows.push(Object.fromEntries(columns.map((column, at) => [column, cells[at]!])))
    }
  }
  return found
}

const section = (name: string): Row[] => {
  const rows = sections.get(name)
  if (!rows) throw new Error(`no section ${name}`)
  return rows
}

export const states = section('状态').map((row) => row['状态'] as State)
const nameOfState = new Map(section('状态').map((row) => [row['状态'], row['名称']!]))
const actionOf = new Map(section('操作').map((row) => [row['操作']!, row]))
const codeOf = (action: string): ActionCode => {
  const code = actionOf.get(action)?.['代码']
  if (!actionCodes.includes(code as ActionCode)) throw new Error(`no action ${action}`)
  return code as ActionCode
}
const titleOf = new Map(section('操作').map((row) => [row['代码'], row['称呼']!]))
const answers = new Map(section('原因').map((row) => [row['原因']!, row['答复']!]))

const rules = new Map<string, string>()
const keyOf = (...parts: [Situation, State, ActionCode, Position]) => parts.join(' ')
for (const row of section('规则')) {
  const cells = Object.entries(row).filter(([column]) => !['场合', '状态', '操作'].includes(column))
  for (const state of row['状态']!.split(' '))
    for (const action of row['操作']!.split(' '))
      for (const [column, cell] of cells)
        for (const position of column.split(' ')) {
          const key = keyOf(row['场合'] as Situation, state as State, codeOf(action), position as Position)
          if (rules.has(key)) throw new Error(`${key} is written twice`)
          rules.set(key, cell)
        }
}

/** The cells that are written, and those that a test asked for. */
export const written: ReadonlySet<string> = new Set(rules.keys())
export const asked = new Set<string>()

export type Tried = {
  situation: Situation
  state: State
  action: ActionCode
  position: Position
  conditions?: readonly Condition[]
}

/** The cell of the rules, before what its conditions make of it; a situation lists only what differs. */
export function cellOf({ situation, state, action, position }: Tried): string {
  const own = keyOf(situation, state, action, position)
  const key = rules.has(own) ? own : keyOf('普通', state, action, position)
  asked.add(key)
  const cell = rules.get(key)
  if (cell === undefined) throw new Error(`nothing is written about ${key}`)
  return cell
}

/** Whether the situation itself says something about it. */
export const isListed = ({ situation, state, action, position }: Tried): boolean =>
  situation !== '普通' && rules.has(keyOf(situation, state, action, position))

export type Expected = { allowed: true; state: State } | { allowed: false; why: string }

const conditionRows = section('条件').map((row) => ({
  condition: row['条件'],
  actions: row['操作'] === '全部' ? null : row['操作']!.split(' ').map(codeOf),
  kept: row['不变']!.split(' '),
  instead: row['其余']!,
}))

/** What the written rules say becomes of an action. */
export function expectedOf(tried: Tried): Expected {
  const cell = cellOf(tried)
  let result: Expected =
    cell === '同'
      ? { allowed: true, state: tried.state }
      : /^\d\/\d$/.test(cell)
        ? { allowed: true, state: cell as State }
        : { allowed: false, why: cell }
  for (const condition of tried.conditions ?? []) {
    const row = conditionRows.find(
      (each) =>
        each.condition === condition && (each.actions === null || each.actions.includes(tried.action)),
    )
    if (row && !isKept(result, row.kept)) result = { allowed: false, why: row.instead }
  }
  return result
}

const isKept = (result: Expected, kept: readonly string[]) =>
  !result.allowed &&
  kept.some(
    (each) => each === '拒绝' || each === result.why || (each === '无权' && result.why.startsWith('!')),
  )

export type Answer = { status: number; message: string }

/** Whether a refusal is the one that is written: its status, and its sentence. */
export function isToldAs(why: string, { status, message }: Answer, { state, action, liable }: Told): boolean {
  if (why.startsWith('!')) {
    const named = /^拒绝访问：需要“[^”]+”权限（(order:\w+)）$/.exec(message)?.[1]
    return status === 403 && named === `order:${why.slice(1)}`
  }
  return status === 200 && message === sentenceOf(why, { state, action, liable })
}

type Told = { state: State; action: ActionCode; liable: string }

export function sentenceOf(why: string, { state, action, liable }: Told): string {
  const answer = answers.get(why)
  if (answer === undefined) throw new Error(`no reason ${why}`)
  return answer
    .replace('{状态}', nameOfState.get(state)!)
    .replace('{操作}', titleOf.get(action)!)
    .replace('{负责人}', liable)
}
