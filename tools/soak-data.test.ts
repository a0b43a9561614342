import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { findDataFolder, findModelsFolder } from './soak-data.ts'

let given: string
let beside: string
beforeEach(() => {
  given = mkdtempSync(join(tmpdir(), 'heliodesk-data-'))
  beside = mkdtempSync(join(tmpdir(), 'heliodesk-data-'))
})
afterEach(() => {
  for (const folder of [given, beside]) rmSync(folder, { recursive: true, force: true })
})

function fill(folder: string, ...names: string[]): void {
  for (const name of names) writeFileSync(join(folder, name), '')
}

const all = ['china_solar_plants.csv', 'om_events_52k.csv']

test('the folder that is named comes before the one beside the project', () => {
  fill(given, ...all)
  fill(beside, ...all)
  expect(findDataFolder(given, beside)).toBe(given)
  expect(findDataFolder(undefined, beside)).toBe(beside)
})

test('what is missing is named, with its source', () => {
  fill(given, 'om_events_52k.csv')
  fill(beside, ...all)
  const look = () => findDataFolder(given, beside)
  expect(look).toThrow(/china_solar_plants\.csv: .*https:/)
  expect(look).toThrow(/HELIODESK_DATA/)
  expect(look).not.toThrow(/om_events/)
})

test('a folder without models is told apart from none, and both say where models are', () => {
  expect(() => findModelsFolder('')).toThrow(/HELIODESK_BPMN_MODELS names no folder[^]*https:/)
  expect(() => findModelsFolder(given)).toThrow(new RegExp(`in ${given}[^]*https:`))
  fill(given, 'A.1.1.bpmn')
  expect(findModelsFolder(given)).toBe(given)
})
