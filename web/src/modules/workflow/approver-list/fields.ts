import type { FormField as Field } from '@heliodesk/contract/form-fields.ts'

/** A field of the form that a process decides about: its variable in the process. */
export type FormField = {
  name: string
  title: string
  kind: 'number' | 'text' | 'choice' | 'person' | 'people' | 'department'
  /** The titles by value. */
  choices?: Readonly<Record<string, string>>
}

/** What conditions can ask of the fields of a form; files and the rows of tables are none of it. */
export const fieldsOf = (fields: readonly Field[]): FormField[] => fields.flatMap(partsOf)

function partsOf(field: Field): FormField[] {
  const { key: name, label: title } = field
  switch (field.kind) {
    case 'number':
    case 'money':
      return [{ name, title, kind: 'number' }]
    case 'dateRange':
      return [
        { name: field.from.key, title: field.from.label, kind: 'text' },
        { name: field.until.key, title: field.until.label, kind: 'text' },
        { name: field.days.key, title: field.days.label, kind: 'number' },
      ]
    case 'choice': {
      const choices = Object.fromEntries(field.options.map(({ value, label }) => [value, label]))
      return [
        field.options.length > 0 ? { name, title, kind: 'choice', choices } : { name, title, kind: 'text' },
      ]
    }
    case 'person':
    case 'department':
      return [{ name, title, kind: field.kind }]
    case 'table':
      return field.sum ? [{ name: field.sum.key, title: field.sum.label, kind: 'number' }] : []
    case 'files':
      return []
    default:
      return [{ name, title, kind: 'text' }]
  }
}
