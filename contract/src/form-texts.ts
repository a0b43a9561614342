import { PLACEHOLDER } from './form-faults.ts'
import { partsOf, type FieldOf, type FormColumn, type FormDefinition, type FormField } from './form-fields.ts'
import { visibleFields, type FormValues } from './form-values.ts'
import { own } from './own.ts'

/** What ids and codes of a request were called when it was sent, by the key of their field. */
export type Shown = Readonly<Record<string, string>>

/** A line of a request, as details and prints show it. */
export type FormLine = { key: string; label: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'files' }
  | { kind: 'table'; table: FormTable }
)
export type FormTable = {
  columns: { key: string; label: string; isNumber: boolean }[]
  rows: string[][]
  sum: { label: string; text: string } | null
}

const money = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const decimal = (digits: number) => new Intl.NumberFormat('zh-CN', { maximumFractionDigits: digits })

const numberText = (
  value: unknown,
  { kind, unit = '', decimals = 6 }: { kind: string; unit?: string; decimals?: number },
) => {
  if (typeof value !== 'number') return ''
  const said = kind === 'money' ? money.format(value) : decimal(decimals).format(value)
  return unit === '' ? said : `${said} ${unit}`
}

const optionText = (options: FormColumn['options'], value: unknown) =>
  options.find((option) => option.value === value)?.label ?? plain(value)

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The text of one value of a field. */
function textOf(field: FormField, key: string, values: FormValues, shown: Shown): string {
  const value = own(values, key)
  const kept = own(shown, key)
  if (value === undefined || value === null) return ''
  if (kept !== undefined) return kept
  if (field.kind === 'number') return numberText(value, field)
  if (field.kind === 'money') return inYuan(value)
  if (field.kind === 'choice') return optionText(field.options, value)
  if (field.kind === 'table' && field.sum?.key === key) return sumText(field, value)
  return plain(value)
}

const cellText = (column: FormColumn, value: unknown): string => {
  if (column.kind === 'number' || column.kind === 'money') return numberText(value, column)
  return column.kind === 'choice' ? optionText(column.options, value) : plain(value)
}

const inYuan = (value: unknown) => numberText(value, { kind: 'money', unit: '元' })

/** The text of a table's sum. */
export function sumText({ columns, sum }: FieldOf<'table'>, value: unknown): string {
  const column = columns.find(({ key }) => key === sum?.column)
  return column?.kind === 'money' ? inYuan(value) : numberText(value, column ?? { kind: 'number' })
}

function tableOf(field: FieldOf<'table'>, values: FormValues): FormTable {
  const rows = own(values, field.key)
  return {
    columns: field.columns.map(({ key, label, kind }) => ({
      key,
      label,
      isNumber: kind === 'number' || kind === 'money',
    })),
    rows: (Array.isArray(rows) ? rows : []).map((row: FormValues) =>
      field.columns.map((column) => cellText(column, own(row, column.key))),
    ),
    sum: field.sum && { label: field.sum.label, text: sumText(field, own(values, field.sum.key)) },
  }
}

/** The lines of a request: all fields that are shown with its values. */
export function linesOf(
  { fields }: Pick<FormDefinition, 'fields'>,
  values: FormValues,
  shown: Shown,
): FormLine[] {
  return visibleFields(fields, values).flatMap((field): FormLine[] => {
    const { key, label } = field
    if (field.kind === 'files') return [{ key, label, kind: 'files' }]
    if (field.kind === 'table') return [{ key, label, kind: 'table', table: tableOf(field, values) }]
    return partsOf(field).map((part) => ({
      ...part,
      kind: 'text',
      text: textOf(field, part.key, values, shown),
    }))
  })
}

/** A longer title is cut. */
const LONGEST_TITLE = 200

/** What lists call a request. */
export function titleFor(
  { title, fields }: FormDefinition,
  values: FormValues,
  shown: Shown,
  applicant: string,
): string {
  const owners = new Map(fields.flatMap((field) => partsOf(field).map(({ key }) => [key, field] as const)))
  const text = title.replaceAll(PLACEHOLDER, (_whole, key: string) => {
    if (key === 'applicant') return applicant
    const field = owners.get(key)
    return field ? textOf(field, key, values, shown) : ''
  })
  const said = text.trim() || applicant
  return said.length > LONGEST_TITLE ? `${said.slice(0, LONGEST_TITLE - 1)}…` : said
}
