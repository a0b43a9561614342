import { constants, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { findBrowser } from '../browser.ts'
import { packageCommand, repository } from '../processes.ts'

// Generates a module in a copy of the project, and runs there what such a module must pass, up to the first failure.

const NAME = 'spare-parts'
const notCopied = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', '.cache'])

/** The tests about every module, and the module's own. */
const tests = {
  tools: ['layout', 'rooms', 'styles', 'interface-text', 'name-maps'].map((name) => `tools/${name}.test.ts`),
  web: ['web/src/list-filters.test.ts'],
  server: [
    `server/src/modules/${NAME}`,
    'server/src/modules/exports/kinds.test.ts',
    'server/src/seed/first-start.test.ts',
    'server/src/seed/permissions.test.ts',
    ...['registry', 'tenancy', 'openapi', 'versions', 'one-record', 'limits'].map(
      (name) => `server/test/${name}.test.ts`,
    ),
  ],
}

const root = mkdtempSync(join(tmpdir(), 'heliodesk-new-module-'))

function copyProject(): void {
  const filter = (path: string) => !notCopied.has(basename(path))
  for (const name of readdirSync(repository))
    if (!notCopied.has(name)) cpSync(join(repository, name), join(root, name), { recursive: true, filter })
  // A whole copy, because TypeScript names the types of packages by their real paths. The links of the project's own
  // packages are relative, so that in the copy they lead into the copy.
  cpSync(join(repository, 'node_modules'), join(root, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !['.cache', '.vite', '.vite-temp'].includes(basename(path)),
  })
}

function run(command: string[], env: Record<string, string> = {}): void {
  console.log(`\n$ ${command.join(' ')}`)
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${command[0]} ended with ${status}`)
}

try {
  copyProject()
  run(['tools/new.ts', NAME, '备件'])
  run(['tools/test.ts', '--only=build,types,lint,format,knip'])
  for (const [side, files] of Object.entries(tests))
    run([packageCommand('vitest', 'vitest', root), 'run', '--config', `${side}/vitest.config.ts`, ...files])
  const { executablePath } = await findBrowser()
  run([packageCommand('@playwright/test', 'playwright', root), 'test', `${NAME}.journey`], {
    HELIODESK_BROWSER: executablePath,
  })
} finally {
  rmSync(root, { recursive: true, force: true })
}
