import type { FormField } from '@heliodesk/contract/form-fields.ts'
import type { ValueFault } from '@heliodesk/contract/form-values.ts'
import { own } from '@heliodesk/contract/own.ts'
import { sql, type SqlBool } from 'kysely'
import { visibleStations, type Viewer } from '../../kernel/scope.ts'
import { onKey } from '../../platform/on-key.ts'
import type { Db } from '../../platform/postgres.ts'

/** What an id or a code of a form is called now; null for what does not exist, is out of use, or may not be seen. */
type Finder = (db: Db, value: string, field: FormField, applicant: Viewer) => Promise<string | null>

/** What the row that a query finds is called. */
const named = async (query: { executeTakeFirst: () => Promise<{ name: string } | undefined> }) =>
  (await query.executeTakeFirst())?.name ?? null

/** Whether department `d` is within the applicant's data. */
const isWithin = ({ hasAllData, orgCode }: Viewer) =>
  sql<SqlBool>`(${hasAllData} or starts_with(d.org_code, ${orgCode}))`

const person: Finder = (db, id, _field, applicant) =>
  named(
    db
      .selectFrom('app_user as u')
      .innerJoin('department as d', onKey('d.id', 'u.department_id'))
      .select('u.realname as name')
      .where('u.id', '=', id)
      .where('u.status', '=', '1')
      .where(isWithin(applicant)),
  )

const department: Finder = (db, id, _field, applicant) =>
  named(
    db
      .selectFrom('department as d')
      .select('d.name')
      .where('d.id', '=', id)
      .where('d.status', '=', '1')
      .where(isWithin(applicant)),
  )

const station: Finder = (db, id, _field, applicant) => {
  const seen = db.selectFrom('station as s').where(visibleStations(applicant, 's'))
  return named(seen.select('s.name').where('s.id', '=', id))
}

const choice: Finder = async (db, value, field) => {
  if (field.kind !== 'choice') return null
  if (field.dictionary === '') return field.options.find((option) => option.value === value)?.label ?? null
  const { rows } = await sql<{ text: string }>`
    select i.item_text as text from dictionary_item i
    join dictionary d on d.tenant_id = i.tenant_id and d.id = i.dictionary_id
    where d.dict_code = ${field.dictionary} and i.item_value = ${value} and i.status = '1'`.execute(db)
  return rows[0]?.text ?? null
}

const finders: Partial<Record<FormField['kind'], readonly [find: Finder, refusal: string]>> = {
  person: [person, '该人员不存在、已停用或不在您的数据范围内'],
  department: [department, '该部门不存在、已停用或不在您的数据范围内'],
  station: [station, '该电站不存在或无权查看'],
  choice: [choice, '不是可用的选项'],
}

/** The names of everything that the values of a form refer to; what does not exist is a fault of its field. */
export async function namesIn(
  db: Db,
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  applicant: Viewer,
): Promise<{ shown: Record<string, string>; faults: ValueFault[] }> {
  const shown: [string, string][] = []
  const faults: ValueFault[] = []
  for (const field of fields) {
    const value = own(values, field.key)
    const finder = finders[field.kind]
    if (!finder || typeof value !== 'string') continue
    const name = await finder[0](db, value, field, applicant)
    if (name === null) faults.push({ key: field.key, label: field.label, message: finder[1] })
    else shown.push([field.key, name])
  }
  return { shown: Object.fromEntries(shown), faults }
}
