import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { Refusal, renamed, type Names } from './names.ts'
import { wired } from './wiring.ts'

const templates = join(import.meta.dirname, 'template')
const MIGRATIONS = 'server/migrations'

/** The files that a new module adds and changes, by path. Reads only; throws a Refusal. */
export function planOf(names: Names, root: string): Map<string, string> {
  const read = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
  refuseTaken(names, root)
  const added = readdirSync(templates, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tpl'))
    .map((path): [string, string] => [
      renamed(path.slice(0, -'.tpl'.length), names).replace('NNNN', nextMigration(root)),
      renamed(readFileSync(join(templates, path), 'utf8'), names),
    ])
  for (const [path] of added) if (read(path) !== undefined) throw new Refusal(`${path} exists already.`)
  return new Map([...added, ...wired(names, read)])
}

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, MIGRATIONS)).map((name) => Number(/^(\d{4})_/.exec(name)?.[1] ?? 0))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

/** A name that another record has, perhaps in a module with another name. */
function refuseTaken(names: Names, root: string): void {
  const of = (sample: string) => renamed(sample, names)
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const migrations = readdirSync(join(root, MIGRATIONS)).map((name) => read(join(MIGRATIONS, name)))
  const takes: [isTaken: boolean, what: string][] = [
    [
      migrations.some((text) => text.includes(of('create table sample_thing ('))),
      of('The table sample_thing'),
    ],
    [read('contract/src/entities.ts').includes(of(`| 'sampleThing'\n`)), of('The entity sampleThing')],
    [read('contract/src/permissions.ts').includes(of(`: '查看样品',`)), of('The Chinese name 样品')],
    [read('contract/src/paths.ts').includes(of('\n  sampleThings: ')), of('The screen sampleThings')],
  ]
  for (const [isTaken, what] of takes)
    if (isTaken) throw new Refusal(`${what} exists already: choose another name.`)
}

/** Writes all files, or none: a failure puts back what was there. */
export function writeAll(files: ReadonlyMap<string, string>, root: string): void {
  const undo: (() => void)[] = []
  try {
    for (const [path, text] of files) {
      const at = join(root, path)
      const before = existsSync(at) ? readFileSync(at, 'utf8') : null
      mkdirSync(dirname(at), { recursive: true })
      undo.push(() => (before === null ? rmSync(at, { force: true }) : writeFileSync(at, before)))
      writeFileSync(at, text)
    }
  } catch (error) {
    for (const putBack of undo) putBack()
    throw error
  }
}
