import { faultsOf, faultsOfFields } from '@heliodesk/contract/form-faults.ts'
import {
  fieldKinds,
  formDefinition,
  formField,
  partsOf,
  type FieldKind,
  type FormDefinition,
  type FormField,
} from '@heliodesk/contract/form-fields.ts'
import { own } from '@heliodesk/contract/own.ts'
import { taskTypeDefinition, type TaskTypeDefinition } from '@heliodesk/contract/task-types.ts'
import type { z } from 'zod'

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

export type Faults = ReadonlyMap<string, readonly string[]>

type Fault = { field: string | null; message: string }

/** Faults by the key of their field; `''` is what belongs to none. */
function byField(faults: readonly Fault[]): Faults {
  const found = new Map<string, string[]>()
  for (const { field, message } of faults)
    found.set(field ?? '', [...(found.get(field ?? '') ?? []), message])
  return found
}

/** What the schema of a definition with `fields` says is wrong. */
function faultsBySchema(schema: z.ZodType, definition: { fields: readonly FormField[] }): readonly Fault[] {
  return (schema.safeParse(definition).error?.issues ?? []).map(({ path, message }) => {
    const field = path[0] === 'fields' && typeof path[1] === 'number' ? definition.fields[path[1]] : undefined
    return field
      ? { field: field.key, message: `“${field.label || field.key}”：${message}` }
      : { field: null, message }
  })
}

/** What is wrong with a form, by field; `''` is the form itself. */
export function faultsByField(definition: FormDefinition, nodes: readonly string[]): Faults {
  const faults = faultsBySchema(formDefinition, definition)
  return byField(faults.length > 0 ? faults : faultsOf(definition, new Set(nodes)))
}

/** What is wrong with a type of orders, by field; `''` is the type itself. */
export function faultsOfType(definition: TaskTypeDefinition): Faults {
  const faults = faultsBySchema(taskTypeDefinition, definition)
  return byField(faults.length > 0 ? faults : faultsOfFields(definition.fields))
}
