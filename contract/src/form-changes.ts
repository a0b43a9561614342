import { fieldKinds, type FormDefinition, type FormField } from './form-fields.ts'

/** What differs between two versions of a form, in sentences. */
export function changesBetween(before: FormDefinition | null, after: FormDefinition): string[] {
  if (!before) return []
  const changes: string[] = []
  if (before.name !== after.name) changes.push(`名称由“${before.name}”改为“${after.name}”`)
  if (before.title !== after.title) changes.push('修改标题模板')
  return [...changes, ...changesOfFields(before.fields, after.fields)]
}

/** What differs between the fields of two versions, in sentences. */
export function changesOfFields(before: readonly FormField[], after: readonly FormField[]): string[] {
  const changes: string[] = []
  const old = new Map(before.map((field) => [field.key, field]))
  const kept = new Set(after.map(({ key }) => key))
  for (const field of before) if (!kept.has(field.key)) changes.push(`删除“${field.label}”`)
  for (const field of after) {
    const known = old.get(field.key)
    if (!known) changes.push(`新增“${field.label}”（${fieldKinds[field.kind]}）`)
    else changes.push(...changesOf(known, field))
  }
  const order = (fields: readonly FormField[], other: ReadonlySet<string>) =>
    fields.flatMap(({ key }) => (other.has(key) ? [key] : [])).join(' ')
  if (order(before, kept) !== order(after, new Set(old.keys()))) changes.push('调整字段顺序')
  return changes
}

function changesOf(before: FormField, after: FormField): string[] {
  const name = `“${after.label}”`
  if (before.kind !== after.kind) return [`${name}由${fieldKinds[before.kind]}改为${fieldKinds[after.kind]}`]
  const changes: string[] = []
  if (before.label !== after.label) changes.push(`“${before.label}”改名为${name}`)
  if (before.required !== after.required) changes.push(`${name}改为${after.required ? '必填' : '可不填'}`)
  if (before.when !== after.when) changes.push(`修改${name}的显示条件`)
  const rest = ({ label: _label, required: _required, when: _when, ...others }: FormField) =>
    JSON.stringify(Object.entries(others).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  if (rest(before) !== rest(after)) changes.push(`修改${name}的设置`)
  return changes
}
