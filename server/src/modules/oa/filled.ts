import type { FormDefinition, FormField } from '@heliodesk/contract/form-fields.ts'
import { titleFor } from '@heliodesk/contract/form-texts.ts'
import { readForm, visibleFields, type FormValues, type ValueFault } from '@heliodesk/contract/form-values.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { Who } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import type { Viewer } from '../../kernel/scope.ts'
import type { Db } from '../../platform/postgres.ts'
import { namesIn } from './references.ts'

/** A form that was filled in and is right. */
export type Filled = {
  title: string
  values: Record<string, unknown>
  shown: Record<string, string>
  /** The paths of the files of its fields. */
  files: ReadonlyMap<string, string[]>
}

/** Reads what a person sent by the description of fields; throws a sentence that names every field that is wrong. */
export async function fillFields(
  db: Db,
  described: readonly FormField[],
  given: FormValues,
  person: Viewer,
): Promise<Pick<Filled, 'shown' | 'values'>> {
  const { values, faults } = readForm(described, given)
  refuse(faults)
  const named = await namesIn(db, visibleFields(described, values), values, person)
  refuse(named.faults)
  return { values, shown: named.shown }
}

/** What fields have while nobody has filled them in, and which of them would have to be. */
export async function fillWhatFits(
  db: Db,
  described: readonly FormField[],
  person: Viewer,
): Promise<Pick<Filled, 'shown' | 'values'> & { missing: string[] }> {
  const { values, faults } = readForm(described, {})
  const { shown } = await namesIn(db, visibleFields(described, values), values, person)
  return { values, shown, missing: faults.map(({ label }) => label) }
}

/** As `fillFields`, for a whole form, with the title of the request. */
export async function fill(
  db: Db,
  definition: FormDefinition,
  given: FormValues,
  applicant: Viewer & Pick<Who, 'realname'>,
): Promise<Filled> {
  const { values, shown } = await fillFields(db, definition.fields, given, applicant)
  const fields = visibleFields(definition.fields, values)
  const files = fields.flatMap(({ key, kind }) =>
    kind === 'files' ? [[key, (own(values, key) as string[] | undefined) ?? []] as const] : [],
  )
  return {
    title: titleFor(definition, values, shown, applicant.realname),
    values,
    shown,
    files: new Map(files),
  }
}

function refuse(faults: readonly ValueFault[]): void {
  if (faults.length === 0) return
  const sentences = faults.slice(0, 5).map(({ key, label, message }) => `${label}（${key}）：${message}`)
  throw new InvalidInput(`参数有误：${sentences.join('；')}`)
}

/** The variables of the process: a field that is empty or hidden is null, also where it had a value before. */
export const variablesOf = ({ fields }: FormDefinition, { values }: Filled): Record<string, unknown> => ({
  ...Object.fromEntries(fields.flatMap(namesOf).map((name) => [name, null])),
  ...values,
})

const namesOf = (field: FormDefinition['fields'][number]): string[] => {
  if (field.kind === 'dateRange') return [field.from.key, field.until.key, field.days.key]
  return field.kind === 'table' && field.sum ? [field.key, field.sum.key] : [field.key]
}
