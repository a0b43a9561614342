import './require-node.mjs'

import { runGate, stopStepsOnSignals, type Bench, type Step } from './gate.ts'
import { findInstalledPostgres, startTemporaryCluster, type InstalledPostgres } from './installed-postgres.ts'

const serverTests = ['--config', 'server/vitest.config.ts']

/** The long trials measure time and load, so each has the machine for itself. */
const steps: Step[] = [
  {
    name: 'soak',
    heading: 'Long trials of the server',
    weight: 2,
    run: ({ tests }) => tests('vitest', serverTests, { env: { HELIODESK_SOAK: '1' }, deadlineMinutes: 240 }),
  },
]

const installed = findInstalledPostgres()
if (installed) {
  steps.push({
    name: 'postgres',
    heading: `Tests of the server on the installed PostgreSQL ${installed.version}`,
    weight: 2,
    run: (bench) => testOn(installed, bench),
  })
} else {
  console.log('No PostgreSQL 15 or newer is installed: the server tests are not repeated on one.')
}

async function testOn(postgres: InstalledPostgres, { note, tests }: Bench) {
  const cluster = await startTemporaryCluster(postgres)
  try {
    note(`PostgreSQL from ${postgres.folder}`)
    return await tests('vitest', serverTests, {
      env: { HELIODESK_TEST_DATABASE_URL: cluster.url },
      deadlineMinutes: 60,
    })
  } finally {
    await cluster.stop()
  }
}

stopStepsOnSignals()
const succeeded = await runGate(steps)
process.exit(succeeded ? 0 : 1)
