import './require-node.mjs'

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { readNames, Refusal, renamed } from './new/names.ts'
import { planOf, writeAll } from './new/plan.ts'
import { packageCommand, repository } from './processes.ts'

const USAGE = `Usage: npm run new -- <plural> <Chinese name> [--singular <singular>]
Example: npm run new -- contracts 合同`

/** Files with changes that are not committed: what this tool adds to them could not be told apart. */
function refuseUncommitted(paths: string[]): void {
  // Outside of Git there is nothing to commit.
  const { stdout: changed } = spawnSync('git', ['status', '--porcelain', '--', ...paths], {
    cwd: repository,
    encoding: 'utf8',
  })
  if (changed) throw new Refusal(`Commit or undo these changes first:\n${changed.trimEnd()}`)
}

/** Runs a script with this Node; returns what it prints. */
function run(command: string[]): string {
  const { status, stdout } = spawnSync(process.execPath, command, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Refusal(`${stdout}\n"node ${command.join(' ')}" failed.`)
  return stdout
}

/** What is generated from the sources: each is also a command of its own. */
const derived: [what: string, make: () => void][] = [
  ['database types', () => run(['tools/generate-db-types.ts'])],
  ['pictures of the rooms', () => run(['tools/rooms-picture.ts'])],
  [
    'table of permissions',
    () => writeFileSync(join(repository, 'docs/permissions.md'), run(['tools/permissions.ts'])),
  ],
  [
    'list of limits',
    () =>
      run([
        packageCommand('vitest'),
        'run',
        '--config=server/vitest.config.ts',
        'server/test/limits.test.ts',
        // The last one, because it takes a word that follows as its value.
        '--update',
      ]),
  ],
]

function generate(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { singular: { type: 'string' } },
  })
  if (positionals.length !== 2) throw new Refusal(USAGE)
  const names = readNames(positionals[0], positionals[1], values.singular)
  const files = planOf(names, repository)
  refuseUncommitted([...files.keys()])
  writeAll(files, repository)
  console.log(`${[...files.keys()].toSorted().join('\n')}\n`)
  run([packageCommand('oxfmt'), ...files.keys()])
  for (const [what, make] of derived) {
    console.log(`Generating the ${what} …`)
    make()
  }
  console.log(
    renamed(
      `
The module 样品 is complete and passes "npm test". To make it your own:
1. Its fields: contract/src/sample-things.ts, the new migration (until it is committed), the queries of the server module,
   the form and the columns of the list page.
   After a change of the migration: delete the database of "npm start" (data/) and run "npm run db:types".
2. Who may do what: grant its permissions to roles in server/src/standard-roles.ts; only administrators have them so
   far. In server/src/menu.ts you move it to another menu and give it another icon (web/src/modules/sample-things/index.ts).
3. Its rules, with a test for each, in server/src/modules/sample-things.
4. CONTRIBUTING.md, "Add a module", says the rest.`,
      names,
    ),
  )
}

try {
  generate()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 2
}
