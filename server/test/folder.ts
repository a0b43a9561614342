import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for the tests of one file, which goes with them. */
export function useFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `heliodesk-${name}-`))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}
