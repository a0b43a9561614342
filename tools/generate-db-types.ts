import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Writes server/src/platform/db-types.ts from a migrated database (`npm run db:types`, after every new migration). With
 * `--verify` it changes nothing and fails if the file is out of date.
 */
const outFile = fileURLToPath(new URL('../server/src/platform/db-types.ts', import.meta.url))

export function generateDbTypes(url: string, verify: boolean): void {
  const options = [
    ['--dialect', 'postgres'],
    ['--url', url],
    ['--out-file', outFile],
    ['--default-schema', 'public'],
    ['--exclude-pattern', 'app.*'],
    ['--date-parser', 'string'],
    ['--numeric-parser', 'number'],
  ].flat()
  execFileSync('kysely-codegen', verify ? [...options, '--verify'] : options, { stdio: 'inherit' })
}

if (import.meta.main) {
  const { readEnv } = await import('@heliodesk/server/env.ts')
  const { openToolDatabase } = await import('@heliodesk/server/platform/database.ts')
  const database = await openToolDatabase(readEnv())
  try {
    generateDbTypes(database.url, process.argv.includes('--verify'))
  } finally {
    await database.close()
  }
}
