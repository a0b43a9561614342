import { readdirSync, readFileSync } from 'node:fs'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import type { Db } from '../../platform/postgres.ts'
import { deploy, keepsOwn } from './definitions.ts'

const folder = new URL('./first-data/', import.meta.url)

/**
 * The processes that come with the product, each in the version of today; one whose newest version is
 * the company's own stays as it is, unless it was deployed before there was a rule that refuses it.
 */
async function addProcesses(db: Db): Promise<void> {
  for (const file of readdirSync(folder)) {
    const key = file.replace(/\.bpmn$/, '').replaceAll('-', '_')
    if (await keepsOwn(db, key)) continue
    await deploy(db, readFileSync(new URL(file, folder), 'utf8'), new Date())
  }
}

offerFirstData('workflow', { standard: addProcesses, renew: addProcesses })
