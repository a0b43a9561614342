import type { Received } from '@heliodesk/contract/call.ts'
import type { resourcePlanCalls } from '@heliodesk/contract/resource-plans.ts'
import { forDisplay, forSubmit, isConverted } from '@heliodesk/contract/units.ts'

export type Plan = Received<typeof resourcePlanCalls.query>
export type PlanField = 'planElectric' | 'irradiation' | 'equivalentHours'

/** In the order of the columns, which is that of a pasted block too. */
export const planFields: readonly PlanField[] = ['planElectric', 'irradiation', 'equivalentHours']
export const planTitles: Record<PlanField, string> = {
  planElectric: '计划发电量 万kWh',
  irradiation: '计划辐照量 kWh/m²',
  equivalentHours: '计划等效利用小时 h',
}

type Row = Record<PlanField, string>
/** What stands in the cells, as typed, energy in 万kWh; twelve rows. */
export type Sheet = readonly Row[]

/** The plan as it is shown: energy divided by 10,000 and to 6 decimals (spec 2 §5). */
export const sheetOf = (plan: Plan): Sheet =>
  plan.months.map((month) => {
    const shown = forDisplay(month)
    return rowOf((field) => grouped(shown[field]))
  })

/** The months as they are saved: energy back in kWh. */
export const monthsOf = (sheet: Sheet) =>
  sheet.map((row, at) => ({ month: at + 1, ...forSubmit(rowOf((field) => numberOf(row[field]))) }))

const rowOf = <V>(valueOf: (field: PlanField) => V): Record<PlanField, V> => ({
  planElectric: valueOf('planElectric'),
  irradiation: valueOf('irradiation'),
  equivalentHours: valueOf('equivalentHours'),
})

/** A figure with thousands separators, its decimals as they are. */
function grouped(value: number | string | null): string {
  if (value === null) return ''
  const [whole, ...decimals] = String(value).split('.')
  return [whole!.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}

const NUMBER = /^\d+(\.\d+)?$/
/** As the cells show them. */
const most: Record<PlanField, number> = {
  planElectric: 10_000_000,
  irradiation: 500,
  equivalentHours: 744,
}
const decimalsOf = (field: PlanField) => (isConverted(field) ? 6 : 2)

/** Thousands separators of spreadsheets are read over. */
const plain = (text: string) => text.normalize('NFKC').replaceAll(/[,\s]/g, '')

/** null for an empty cell. */
export const numberOf = (text: string): number | null => (plain(text) === '' ? null : Number(plain(text)))

/** What is wrong with a cell, or null. */
export function cellError(field: PlanField, text: string): string | null {
  const digits = plain(text)
  if (digits === '') return null
  if (!NUMBER.test(digits)) return '请输入数字'
  if (Number(digits) > most[field]) return `不能大于 ${most[field]}`
  const decimals = decimalsOf(field)
  return (digits.split('.')[1]?.length ?? 0) > decimals ? `最多 ${decimals} 位小数` : null
}

/**
 * The sheet with a block of a spreadsheet put in from a cell on: rows go down the months, columns to the right; a
 * single row of twelve goes down too. What falls beyond the sheet is left out.
 */
export function pasted(sheet: Sheet, block: string, month: number, field: PlanField): Sheet {
  const rows = block
    .replaceAll('\r', '')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
  const [first] = rows
  const cells = rows.length === 1 && first!.length > planFields.length ? first!.map((cell) => [cell]) : rows
  const column = planFields.indexOf(field)
  return sheet.map((row, at) => {
    const given = cells[at - month]
    if (at < month || !given) return row
    const entries = given.flatMap((cell, offset) => {
      const target = planFields[column + offset]
      return target ? [[target, cell.trim()] as const] : []
    })
    return { ...row, ...Object.fromEntries(entries) }
  })
}

const MONTH = /^(\d{1,2})\s*月?$/

/** A sheet out of a file's rows: a month and its figures in the order of the columns; null when no row names a month. */
export function imported(sheet: Sheet, rows: readonly (readonly string[])[]): Sheet | null {
  const byMonth = new Map(
    rows.flatMap(([first = '', ...figures]) => {
      const month = Number(MONTH.exec(first.normalize('NFKC').trim())?.[1] ?? 0)
      return month >= 1 && month <= 12 ? [[month, figures] as const] : []
    }),
  )
  if (byMonth.size === 0) return null
  return sheet.map((row, at) => {
    const given = byMonth.get(at + 1)
    if (!given) return row
    return { ...row, ...Object.fromEntries(planFields.map((field, place) => [field, given[place] ?? ''])) }
  })
}

/** The sum of a column's readable cells as text; null where there is none. */
export function sumOf(sheet: Sheet, field: PlanField): string | null {
  const numbers = sheet
    .filter((row) => cellError(field, row[field]) === null)
    .flatMap((row) => numberOf(row[field]) ?? [])
  if (numbers.length === 0) return null
  return grouped(numbers.reduce((sum, each) => sum + each, 0).toFixed(decimalsOf(field)))
}

export const PLAN_TEMPLATE = `\uFEFF月份,${planFields.map((field) => planTitles[field]).join(',')}\r\n${Array.from(
  { length: 12 },
  (_each, at) => `${at + 1}月,,,\r\n`,
).join('')}`
