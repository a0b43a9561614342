import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** One text file of the repository; the path is relative to its root, with forward slashes. */
export interface TreeFile {
  path: string
  text: string
}

const notOurs = new Set([
  'node_modules',
  '.git',
  'dist',
  'data',
  'test-results',
  '.cache',
  'package-lock.json',
])

const isText =
  /\.(?:ts|tsx|js|mjs|cjs|json|jsonc|css|html|svg|sql|md|txt|ya?ml|toml|sh|bpmn|xml)$|^[^.]+$|^\.[a-z]+$/

/** Larger files count as data. */
const largestText = 2 * 1024 * 1024

/** Every text file of the project, found by walking the folders, so that it also works outside of Git. */
export function readTree(root: string): TreeFile[] {
  const files: TreeFile[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (notOurs.has(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile() && isText.test(entry.name) && statSync(path).size <= largestText) {
        files.push({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') })
      }
    }
  }
  walk(root)
  return files
}
