import { faultsOfFields } from '@heliodesk/contract/form-faults.ts'
import { INSPECTION, productTypes } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { present } from '../../platform/certain.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'
import { tellDictionary } from './dictionary.ts'
import { readTemplates } from './first-data/templates.ts'

/** The types that come with the product, in the company's first version of each; later versions are its own. */
async function addTypes(db: Db): Promise<void> {
  const types = readTemplates()
  for (const { type, definition } of types) {
    const [fault] = faultsOfFields(definition.fields)
    if (fault) throw new Error(`task type ${type}: ${fault.message}`)
  }
  const now = new Date().toISOString()
  const heads = types.map(({ type, definition: { name } }, at) => ({
    id: type,
    name,
    place: at + 1,
    current_version: 1,
    updated_at: now,
  }))
  const versions = types.map(({ type, definition }) => ({
    type_id: type,
    version: 1,
    definition,
    scored: definition.scored,
    published_at: now,
  }))
  await insertRows(db, 'task_type', heads)
  await insertRows(db, 'task_type_version', versions)
}

/** The type of inspections came later: a company that named one of its own so keeps it beside ours. */
async function addInspections(db: Db): Promise<void> {
  const known = await db
    .selectFrom('task_type')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('id', '=', INSPECTION), eb('name', '=', productTypes[INSPECTION])]))
    .execute()
  if (known.some(({ id }) => id === INSPECTION)) return
  const { definition } = present(readTemplates().find(({ type }) => type === INSPECTION))
  const name = known.length > 0 ? `${definition.name}（计划）` : definition.name
  const { rows } = await sql<{ place: number }>`
    with head as (
      insert into task_type (id, name, place, current_version, updated_at, updated_by)
      select ${INSPECTION}, ${name}, coalesce(max(place), 0) + 1, 1, now(), null from task_type returning *
    ), first as (
      insert into task_type_version (type_id, version, definition, scored, published_at, published_by)
      select id, 1, ${JSON.stringify({ ...definition, name })}::jsonb, ${definition.scored}, now(), null from head
    )
    select place from head`.execute(db)
  if (rows.length > 0) await tellDictionary(db, { id: INSPECTION, name, active: true })
}

offerFirstData('task-types', { after: ['dictionaries'], standard: addTypes, renew: addInspections })
