import type { Received } from '@heliodesk/contract/call.ts'
import { faultsOf } from '@heliodesk/contract/form-faults.ts'
import {
  fieldKinds,
  formDefinition,
  formField,
  partsOf,
  type FieldKind,
  type FormDefinition,
  type FormField,
} from '@heliodesk/contract/form-fields.ts'
import type { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { own } from '@heliodesk/contract/own.ts'

export type DesignedForm = Received<typeof oaFormCalls.detail>

/** What an administrator changes of a form. */
export type Design = Pick<DesignedForm, 'about' | 'definition' | 'departmentIds' | 'roleIds'>

export const designOf = ({ about, departmentIds, roleIds, definition }: DesignedForm): Design => ({
  about,
  departmentIds,
  roleIds,
  definition,
})

/** What a new field of a kind begins with. */
const firstOf: Partial<Record<FieldKind, (key: string) => object>> = {
  dateRange: (key) => ({
    from: { key: `${key}From`, label: '开始日期' },
    until: { key: `${key}Until`, label: '结束日期' },
    days: { key: `${key}Days`, label: '天数' },
  }),
  choice: () => ({
    options: [
      { value: 'a', label: '选项一' },
      { value: 'b', label: '选项二' },
    ],
  }),
  table: (key) => ({
    columns: [
      { key: 'about', label: '说明', kind: 'text' },
      { key: 'amount', label: '金额（元）', kind: 'money', required: true },
    ],
    sum: { column: 'amount', key: `${key}Total`, label: '合计' },
  }),
}

/** Keys that are taken: those of all fields with their parts. */
const keysIn = (fields: readonly FormField[]) =>
  new Set(fields.flatMap((field) => [field.key, ...partsOf(field).map(({ key }) => key)]))

function freeKey(fields: readonly FormField[]): string {
  const taken = keysIn(fields)
  for (let at = fields.length + 1; ; at += 1) if (!taken.has(`field${at}`)) return `field${at}`
}

export function newField(kind: FieldKind, fields: readonly FormField[]): FormField {
  const key = freeKey(fields)
  const first = own(firstOf as Record<string, (key: string) => object>, kind)
  return formField.parse({ kind, key, label: fieldKinds[kind], ...first?.(key) })
}

/** The same field again under keys of its own. */
export function copyOf(field: FormField, fields: readonly FormField[]): FormField {
  const key = freeKey(fields)
  const label = `${field.label}（副本）`.slice(0, 30)
  if (field.kind === 'dateRange') {
    const { from, until, days } = field
    return {
      ...field,
      key,
      label,
      from: { ...from, key: `${key}From` },
      until: { ...until, key: `${key}Until` },
      days: { ...days, key: `${key}Days` },
    }
  }
  if (field.kind === 'table' && field.sum)
    return { ...field, key, label, sum: { ...field.sum, key: `${key}Total` } }
  return { ...field, key, label }
}

/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_each, at) => at !== from)
  const entry = list[from]
  return entry === undefined || to < 0 || to >= list.length ? [...list] : rest.toSpliced(to, 0, entry)
}

/** What is wrong with a form, by field; `''` is the form itself. */
export function faultsByField(definition: FormDefinition, nodes: readonly string[]): Map<string, string[]> {
  const faults = new Map<string, string[]>()
  const add = (field: string, message: string) => faults.set(field, [...(faults.get(field) ?? []), message])
  const parsed = formDefinition.safeParse(definition)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] === 'fields' && typeof path[1] === 'number' ? definition.fields[path[1]] : undefined
    add(field?.key ?? '', field ? `“${field.label || field.key}”：${message}` : message)
  }
  if (parsed.success)
    for (const { field, message } of faultsOf(definition, new Set(nodes))) add(field ?? '', message)
  return faults
}
