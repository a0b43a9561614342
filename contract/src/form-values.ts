import { z } from 'zod'
import { day, id } from './fields.ts'
import { conditionOf, holds, type Condition } from './form-conditions.ts'
import type { FieldOf, FormColumn, FormField } from './form-fields.ts'
import { own } from './own.ts'
import { filePath, tooManyFiles } from './stored-file.ts'

export type FormValues = Readonly<Record<string, unknown>>

export const NEEDED = '此项为必填项'

const DAY_MS = 86_400_000

/** The days of a range, both ends included; null while they are not known. */
export function daysBetween(from: unknown, until: unknown): number | null {
  const [first, last] = [day.safeParse(from), day.safeParse(until)]
  if (!first.success || !last.success || last.data < first.data) return null
  return Math.round((Date.parse(last.data) - Date.parse(first.data)) / DAY_MS) + 1
}

/** The sum of a column, without the errors of binary fractions. */
export function sumOf({ columns, sum }: FieldOf<'table'>, rows: unknown): number {
  const column = columns.find(({ key }) => key === sum?.column)
  if (!column || !Array.isArray(rows)) return 0
  const scale = 10 ** (column.kind === 'money' ? 2 : column.decimals)
  const total = rows.reduce<number>((before, row: FormValues) => {
    const value = typeof row === 'object' && row !== null ? own(row, column.key) : undefined
    return before + (typeof value === 'number' ? Math.round(value * scale) : 0)
  }, 0)
  return total / scale
}

const conditions = new WeakMap<FormField, Condition | null>()

function conditionFor(field: FormField): Condition | null {
  let known = conditions.get(field)
  if (known === undefined) conditions.set(field, (known = field.when === '' ? null : conditionOf(field.when)))
  return known
}

/** The fields that are shown with these values. A field that is hidden counts as empty for those after it. */
export function visibleFields(fields: readonly FormField[], values: FormValues): FormField[] {
  const scope = new Map<string, unknown>()
  return fields.filter((field) => {
    const condition = conditionFor(field)
    if (condition && !holds(condition, Object.fromEntries(scope))) return false
    for (const [name, value] of entriesOf(field, values)) scope.set(name, value)
    return true
  })
}

/** What a field puts into the form: what was typed, and what is computed of it. */
function entriesOf(field: FormField, values: FormValues): [string, unknown][] {
  const given = (name: string): [string, unknown] => [name, own(values, name)]
  if (field.kind === 'dateRange') {
    const { from, until, days, halfDays } = field
    const length = daysBetween(own(values, from.key), own(values, until.key))
    return [given(from.key), given(until.key), halfDays ? given(days.key) : [days.key, length ?? undefined]]
  }
  if (field.kind === 'table' && field.sum)
    return [given(field.key), [field.sum.key, sumOf(field, own(values, field.key))]]
  return [given(field.key)]
}

const said = (fault: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? NEEDED : fault),
})
const texts = (max: number) =>
  z.string(said('应为文字')).trim().min(1, NEEDED).max(max, `最多允许输入${max}个字符`)

type Bounds = { min?: number | undefined; max?: number | undefined; decimals: number }

const numbers = ({ min = -1e12, max = 1e12, decimals }: Bounds) =>
  z
    .number(said('应为数字'))
    .min(min, `不能小于 ${min}`)
    .max(max, `不能大于 ${max}`)
    .refine(
      (value) => Number(value.toFixed(decimals)) === value,
      decimals === 0 ? '应为整数' : `最多 ${decimals} 位小数`,
    )

const oneOf = (options: FormColumn['options']) =>
  z
    .string(said('不是可用的选项'))
    .refine((value) => options.some((option) => option.value === value), '不是可用的选项')

const days = z.string(said('日期格式应为 YYYY-MM-DD')).pipe(day)
const ids = z.string(said('不是有效的编号')).pipe(id)

function schemaOfColumn(column: FormColumn): z.ZodType {
  const { kind, decimals } = column
  const schema =
    kind === 'text'
      ? texts(200)
      : kind === 'number'
        ? numbers({ decimals })
        : kind === 'money'
          ? numbers({ decimals: 2 })
          : kind === 'date'
            ? days
            : oneOf(column.options)
  return column.required ? schema : schema.optional()
}

function schemaOfRange(
  { from, until, days: length, required, halfDays }: FieldOf<'dateRange'>,
  values: FormValues,
) {
  const ofDay: z.ZodType<string | undefined> = required ? days : days.optional()
  const start = own(values, from.key)
  const most = daysBetween(start, own(values, until.key))
  const ofUntil = ofDay.refine(
    (value) => value === undefined || typeof start !== 'string' || start <= value,
    `不能早于${from.label}`,
  )
  const halves = z
    .number(said('应为数字'))
    .min(0.5, '至少半天')
    .max(most ?? 366_000, `不能大于 ${most ?? 366_000}`)
    .multipleOf(0.5, '以半天计')
  const ofLength = halfDays ? (required ? halves : halves.optional()) : z.unknown()
  return [
    [from.key, ofDay],
    [until.key, ofUntil],
    [length.key, ofLength],
  ] as [string, z.ZodType][]
}

function schemasOf(field: FormField, values: FormValues): [string, z.ZodType][] {
  if (field.kind === 'dateRange') return schemaOfRange(field, values)
  const schema = schemaOfOne(field)
  return [[field.key, field.required ? schema : schema.optional()]]
}

function schemaOfOne(field: Exclude<FormField, { kind: 'dateRange' }>): z.ZodType {
  switch (field.kind) {
    case 'text':
    case 'longText':
      return texts(field.max)
    case 'number':
      return numbers(field)
    case 'money':
      return numbers({ min: field.min, max: field.max, decimals: 2 })
    case 'date':
      return days
    case 'choice':
      return field.dictionary === '' ? oneOf(field.options) : texts(64)
    case 'files':
      return z.array(filePath, said('应为文件列表')).min(1, NEEDED).max(field.max, tooManyFiles(field.max))
    case 'table':
      return z
        .array(
          z.object(
            Object.fromEntries(field.columns.map((column) => [column.key, schemaOfColumn(column)])),
            '应为一行',
          ),
          said('应为明细行'),
        )
        .min(1, NEEDED)
        .max(field.max, `最多 ${field.max} 行`)
    default:
      return ids
  }
}

/** A value that is wrong: its key, its label, and why. */
export type ValueFault = { key: string; label: string; message: string }

/** The values of a form that are shown and right, with what is computed of them; or what is wrong. */
export function readForm(
  fields: readonly FormField[],
  given: FormValues,
): { values: Record<string, unknown>; faults: ValueFault[] } {
  const shown = visibleFields(fields, given)
  const values: [string, unknown][] = []
  const faults: ValueFault[] = []
  for (const field of shown) {
    const read = new Map<string, unknown>()
    for (const [key, schema] of schemasOf(field, given)) {
      const parsed = schema.safeParse(blankless(own(given, key)))
      if (parsed.success) read.set(key, parsed.data)
      else faults.push({ key, label: labelOf(field, key), message: messageOf(field, parsed.error) })
    }
    values.push(...entriesOf(field, Object.fromEntries(read)).filter(([, value]) => value !== undefined))
  }
  return { values: Object.fromEntries(values), faults }
}

const blankless = (value: unknown) => (value === null || value === '' ? undefined : value)

function labelOf(field: FormField, key: string): string {
  if (field.kind !== 'dateRange') return field.label
  return [field.from, field.until, field.days].find((part) => part.key === key)?.label ?? field.label
}

/** A fault in a table names its row and column. */
function messageOf(field: FormField, { issues }: z.ZodError): string {
  const [first] = issues
  if (!first) return ''
  const [row, column] = first.path
  if (field.kind !== 'table' || typeof row !== 'number') return first.message
  const label = field.columns.find(({ key }) => key === column)?.label
  return `第 ${row + 1} 行${label === undefined ? '' : `“${label}”`}：${first.message}`
}

/** The schema of what a person fills in, for forms over schemas: its faults are those of `readForm`. */
export function formSchema(
  fields: readonly FormField[],
): z.ZodType<Record<string, unknown>, Record<string, unknown>> {
  const keys = fields.flatMap((field) =>
    field.kind === 'dateRange' ? [field.from.key, field.until.key, field.days.key] : [field.key],
  )
  return z
    .object(Object.fromEntries(keys.map((key) => [key, z.unknown().optional()])))
    .superRefine((values, context) => {
      for (const { key, message } of readForm(fields, values).faults)
        context.addIssue({ code: 'custom', path: [key], message })
    })
}
