import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const inputs = [
  'web/src',
  'web/service-worker',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/finish-build.ts',
  'web/offline-build.ts',
  'web/style-modules.ts',
  'contract/src',
  'package-lock.json',
]

/** Lies beside the built files and holds the hash of what they were built from. */
export const buildHashFile = '.build-hash'

/** One hash over names and contents of everything the web build reads; tests and the gallery are not part of it. */
export function hashBuildInputs(repository: string): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of listFiles(join(repository, input))) {
      hash.update(`${relative(repository, file).split(sep).join('/')}\0`)
      hash.update(createHash('sha256').update(readFileSync(file)).digest())
    }
  }
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(?:test|gallery)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
