import { conditionOf, fieldsOf } from './form-conditions.ts'
import { partsOf, type FieldOf, type FormDefinition, type FormField } from './form-fields.ts'

/** What is wrong with a form, and in which field; null: in its title. */
export type FormFault = { field: string | null; message: string }

/** The placeholders of a title. */
export const PLACEHOLDER = /\{([^{}]*)\}/g

/** Everything that keeps a form from being published, beyond what its schema says. `nodes` are the steps of its process. */
export function faultsOf(
  { title, fields }: FormDefinition,
  nodes: ReadonlySet<string> = new Set(),
): FormFault[] {
  const faults = faultsOfFields(fields, nodes)
  const known = new Map(fields.flatMap((field) => keysOf(field).map(({ key }) => [key, field])))
  for (const [, key = ''] of title.matchAll(PLACEHOLDER)) {
    const field = known.get(key)
    if (
      key !== 'applicant' &&
      (!field || field.kind === 'files' || (field.kind === 'table' && field.key === key))
    )
      faults.push({ field: null, message: `标题模板中的 {${key}} 不是可用的字段` })
  }
  return faults
}

/** The same for fields without a title. */
export function faultsOfFields(
  fields: readonly FormField[],
  nodes: ReadonlySet<string> = new Set(),
): FormFault[] {
  const faults: FormFault[] = []
  const known = new Map<string, FormField>()
  for (const field of fields) {
    const say = (message: string) => faults.push({ field: field.key, message: `“${field.label}”${message}` })
    faultsOfField(field, known, say)
    for (const { key } of keysOf(field)) {
      if (known.has(key)) say(`的编码 ${key} 已被“${known.get(key)?.label ?? ''}”使用`)
      else if (nodes.has(key)) say(`的编码 ${key} 是流程中一个环节的编码，请换一个`)
      known.set(key, field)
    }
  }
  return faults
}

/** The key of a range itself stands for no value, yet it names the field. */
const keysOf = (field: FormField) =>
  field.kind === 'dateRange' ? [{ key: field.key }, ...partsOf(field)] : partsOf(field)

type Say = (message: string) => void

function faultsOfField(field: FormField, before: ReadonlyMap<string, FormField>, say: Say): void {
  if (field.when !== '') {
    try {
      for (const name of fieldsOf(conditionOf(field.when)))
        if (!before.has(name)) say(`的显示条件用到 ${name}，它不是前面的字段`)
    } catch (error) {
      say(`的显示条件有误：${(error as Error).message}`)
    }
  }
  if ('min' in field && field.min !== undefined && field.max !== undefined && field.min > field.max)
    say('的最小值大于最大值')
  if (field.kind === 'choice') {
    if (field.dictionary === '') faultsOfOptions(field, say)
    else if (field.options.length > 0) say('既有选项又有字典，请只留一种')
  }
  if (field.kind === 'table') faultsOfTable(field, say)
}

function faultsOfOptions({ options }: { options: FieldOf<'choice'>['options'] }, say: Say, of = ''): void {
  if (options.length === 0) say(`${of}没有选项`)
  const values = options.map(({ value }) => value)
  const twice = values.find((value, at) => values.indexOf(value) < at)
  if (twice !== undefined) say(`${of}有两个值为 ${twice} 的选项`)
}

function faultsOfTable({ columns, sum }: FieldOf<'table'>, say: Say): void {
  const keys = columns.map(({ key }) => key)
  const twice = keys.find((key, at) => keys.indexOf(key) < at)
  if (twice !== undefined) say(`有两列的编码为 ${twice}`)
  for (const column of columns)
    if (column.kind === 'choice') faultsOfOptions(column, say, `的“${column.label}”列`)
  if (!sum) return
  const summed = columns.find(({ key }) => key === sum.column)
  if (!summed) say('合计的列不存在')
  else if (summed.kind !== 'number' && summed.kind !== 'money') say(`合计的列“${summed.label}”不是数字`)
}
