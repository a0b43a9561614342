import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { findInstalledPostgres } from './installed-postgres.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliodesk-postgres-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function install(version: string, program = 'initdb'): void {
  mkdirSync(join(folder, version, 'bin'), { recursive: true })
  writeFileSync(join(folder, version, 'bin', program), '')
}

test.for<[what: string, installed: string[], version: number | undefined]>([
  ['the oldest that is new enough', ['17', '15', '14', '9.6'], 15],
  ['a newer one where there is no other', ['18'], 18],
  ['none when all are too old', ['14', '9.6'], undefined],
  ['none where nothing is installed', [], undefined],
])('of the installed versions %s is taken', ([, installed, version]) => {
  for (const each of installed) install(each)
  expect(findInstalledPostgres(folder)?.version).toBe(version)
})

test('a client without a server does not count', () => {
  install('15', 'psql')
  install('16')
  expect(findInstalledPostgres(folder)).toEqual({ version: 16, folder: join(folder, '16', 'bin') })
})
