import { readdirSync, readFileSync } from 'node:fs'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { hasRow } from '../../kernel/one-row.ts'
import type { Db } from '../../platform/postgres.ts'
import { deploy } from './definitions.ts'

const folder = new URL('./first-data/', import.meta.url)

/** The processes that come with the product, in the company's first version of each; later versions are its own. */
async function addProcesses(db: Db): Promise<void> {
  for (const file of readdirSync(folder)) {
    const key = file.replace(/\.bpmn$/, '').replaceAll('-', '_')
    if (await hasRow(db.selectFrom('process_definition').where('key', '=', key))) continue
    await deploy(db, readFileSync(new URL(file, folder), 'utf8'), new Date())
  }
}

offerFirstData('workflow', { standard: addProcesses, renew: addProcesses })
