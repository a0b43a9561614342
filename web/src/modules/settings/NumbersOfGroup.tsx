import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import type { Draft } from './use-draft.ts'

type Groups = Pick<BusinessSettings, 'appearance' | 'cleaning' | 'losses' | 'tickets'>

/** The numbers among the values of a group. */
type NumberIn<Values> = {
  [Name in keyof Values & string]: Values[Name] extends number ? Name : never
}[keyof Values & string]

type NumbersOfGroupProps<Group extends keyof Groups> = {
  draft: Draft<BusinessSettings>
  group: Group
  fields: readonly {
    name: NumberIn<Groups[Group]>
    label: string
    suffix: string
    precision: number
    hint: string
  }[]
}

/** The numbers of a group of settings, which is stored as one value. */
export function NumbersOfGroup<Group extends keyof Groups>({
  draft,
  group,
  fields,
}: NumbersOfGroupProps<Group>) {
  const values = draft.values[group]
  return fields.map(({ name, ...field }) => (
    <NumberField
      key={name}
      {...field}
      required
      controls
      error={draft.errorOf(`${group}.${name}`)}
      value={values[name] as number}
      onChange={(next) => draft.set(group, { ...values, [name]: next ?? 0 })}
    />
  ))
}
