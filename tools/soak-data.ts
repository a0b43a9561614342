import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { repository } from './processes.ts'

/** The complete public files for the import tests, and their sources. */
const files = {
  'china_solar_plants.csv':
    'the solar plants of China in the Global Power Plant Database (World Resources Institute, CC BY 4.0): https://datasets.wri.org/datasets/global-power-plant-database',
  'om_events_52k.csv':
    'the O&M events of the pvOps example data (Sandia National Laboratories, BSD 3-Clause): https://github.com/sandialabs/pvOps',
}

/**
 * The folder with the full data files: HELIODESK_DATA, or shared/data beside the project. Throws, naming what is
 * missing and where to get it.
 */
export function findDataFolder(
  given = process.env.HELIODESK_DATA,
  beside = resolve(repository, '../shared/data'),
): string {
  const folder = given ? resolve(given) : beside
  const missing = Object.entries(files).filter(([name]) => !existsSync(join(folder, name)))
  if (missing.length === 0) return folder
  throw new Error(
    [
      `The full data files are not all in ${folder}:`,
      ...missing.map(([name, source]) => `  ${name}: ${source}`),
      'Their columns are those of the excerpts in server/src/modules/data-import/fixtures.',
      'Put them into one folder and name it with HELIODESK_DATA.',
    ].join('\n'),
  )
}

/** The folder with the models of processes: HELIODESK_BPMN_MODELS. Throws, saying where to get them, when it has none. */
export function findModelsFolder(given = process.env.HELIODESK_BPMN_MODELS): string {
  const folder = given && resolve(given)
  if (folder && existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.bpmn')))
    return folder
  throw new Error(
    [
      folder
        ? `There are no models (*.bpmn) in ${folder}.`
        : 'HELIODESK_BPMN_MODELS names no folder with models (*.bpmn).',
      'The reference models of the BPMN Model Interchange Working Group are the folder Reference of',
      'https://github.com/bpmn-miwg/bpmn-miwg-test-suite',
    ].join('\n'),
  )
}
