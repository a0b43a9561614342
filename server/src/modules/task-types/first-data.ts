import { faultsOfFields } from '@heliodesk/contract/form-faults.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'
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

offerFirstData('task-types', { standard: addTypes })
