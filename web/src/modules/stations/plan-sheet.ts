import type { Received } from '@heliodesk/contract/call.ts'
import type { resourcePlanCalls } from '@heliodesk/contract/resource-plans.ts'
import { forDisplay, forSubmit, isConverted } from '@heliodesk/contract/units.ts'

export type Plan = Received<typeof resourcePlanCalls.query>
export type PlanField = 'planElectric' | 'irradiation' | 'equivalentHours'

/** In the order of the columns, which a pasted block follows too. */
export const planFields: readonly PlanField[] = ['planElectric', 'irradiation', 'equivalentHours']
export const planTitles: Record<PlanField, string> = {
  planElectric: '计划发电量 万kWh',
  irradiation: '计划辐照量 kWh/m²',
  equivalentHours: '计划等效利用小时 h',
}

type Row = Record<PlanField, string>
/** The typed content of the cells, energy in 万kWh; twelve rows. */
export type Sheet = readonly Row[]

/** The plan as shown: energy divided by 10,000, with up to 6 decimals (spec 2 §5). */
export const sheetOf = (plan: Plan): Sheet =>
  plan.months.map((month) => {
    const shown = forDisplay(month)
    return rowOf((field) => grouped(shown[field]))
  })

/** The months as saved: energy in kWh. */
export const monthsOf = (sheet: Sheet) =>
  sheet.map((row, at) => ({ month: at + 1, ...forSubmit(rowOf((field) => numberOf(row[field]))) }))

const rowOf = <V>(valueOf: (field: PlanField) => V): Record<PlanField, V> => ({
  planElectric: valueOf('planElectric'),
  irradiation: valueOf('irradiation'),
  equivalentHours: valueOf('equivalentHours'),
})

/** A figure with thousands separators and unchanged decimals. */
function grouped(value: number | string | null): string {
  if (value === null) return ''
  const [whole, ...decimals] = String(value).split('.')
  return [whole!.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}

const NUMBER = /^\d+(\.\d+)?$/
/** In the units of the cells. */
const most: Record<PlanField, number> = {
  planElectric: 10_000_000,
  irradiation: 500,
  equivalentHours: 744,
}
const decimalsOf = (field: PlanField) => (isConverted(field) ? 6 : 2)

/** Thousands separators from spreadsheets are ignored. */
const plain = (text: string) => text.normalize('NFKC').replaceAll(/[,\s]/g, '')

/** null for an empty cell. */
export const numberOf = (text: string): number | null => (plain(text) === '' ? null : Number(plain(text)))

/** The error of a cell, or null. */
export function cellError(field: PlanField, text: string): string | null {
  const digits = plain(text)
  if (digits === '') return null
  if (!NUMBER.test(digits)) return '请输入数字'
  if (Number(digits) > most[field]) return `不能大于 ${most[field]}`
  const decimals = decimalsOf(field)
  return (digits.split('.')[1]?.length ?? 0) > decimals ? `最多 ${decimals} 位小数` : null
}

/**
 * The sheet with a pasted spreadsheet block, starting at a cell: rows are months, columns go to the right; a single row
 * of twelve is pasted downwards. Cells outside the sheet are dropped.
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

/** A sheet from a file's rows: a month and its figures in column order; null when no row names a month. */
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

/** The sum of a column's valid cells as text; null without any. */
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
