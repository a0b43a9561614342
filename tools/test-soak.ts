import './require-node.mjs'

import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

import { ensureChineseFonts, findBrowser } from './browser.ts'
import { runFromCommandLine } from './command-line-gate.ts'
import type { Bench, Step } from './gate.ts'
import { findInstalledPostgres, startTemporaryCluster } from './installed-postgres.ts'
import { repository } from './processes.ts'
import { findDataFolder, findModelsFolder } from './soak-data.ts'
import { buildWeb, isWebBuilt } from './web-build.ts'

const installed = findInstalledPostgres()

/** They measure time and load, so each runs alone on the machine. */
const steps: Step[] = [
  trial('kills', 'The server is killed 20 times while it creates', {
    files: ['server/test/crash.test.ts'],
    env: { HELIODESK_SERVER_KILLS: '20' },
  }),
  trial('process-kills', 'Two servers are killed 50 times while people and timers move processes', {
    files: ['server/test/soak/process-kills.soak.ts'],
    env: { HELIODESK_SOAK: '1', HELIODESK_SERVER_KILLS: '50' },
  }),
  trial('ticket-kills', 'Two servers are killed 30 times while people sign tickets', {
    files: ['server/test/soak/ticket-kills.soak.ts'],
    env: { HELIODESK_SOAK: '1', HELIODESK_SERVER_KILLS: '30' },
  }),
  trial('department-moves', 'A department with 10,000 stations and a million orders moves', {
    files: ['server/test/soak/department-moves.soak.ts'],
    env: { HELIODESK_SOAK: '1' },
  }),
  trial(
    'inspection-plans',
    '50,000 inspection plans that are due on one morning are made beside other work',
    {
      files: [
        'server/test/soak/inspection-plans.soak.ts',
        'server/src/modules/inspection-plans/generation.test.ts',
      ],
      env: { HELIODESK_SOAK: '1', HELIODESK_RUNS: '50' },
    },
  ),
  trial('company-removal', 'A company with 200,000 orders is removed', {
    files: ['server/test/soak/company-removal.soak.ts'],
    env: { HELIODESK_SOAK: '1' },
  }),
  trial('processes', 'Lists of to-dos read only what is their own at 100,000 running processes', {
    files: ['bench/processes.soak.ts'],
    env: { HELIODESK_SOAK: '1' },
  }),
  trial('launcher', 'The embedded PostgreSQL is started and killed 400 times', {
    files: ['server/src/platform/embedded-postgres/launch.soak.ts'],
    env: { HELIODESK_SOAK: '1', HELIODESK_KILL_ROUNDS: '200' },
  }),
  trial('parallel', '1,000 orders are created at once', {
    files: ['server/src/modules/work-orders/concurrency.test.ts', 'server/test/two-servers.test.ts'],
    env: { HELIODESK_PARALLEL_CREATES: '1000' },
  }),
  trial('properties', 'Properties hold for thousands of random cases', {
    files: [
      'server/src/modules/work-orders/list.test.ts',
      'server/test/order-rules.test.ts',
      'server/src/modules/data-import/identity.test.ts',
      'server/src/modules/captcha/',
      'server/src/modules/workflow/engine/random.test.ts',
      'server/src/modules/workflow/instances/random.test.ts',
    ],
    env: { HELIODESK_RUNS: '50' },
  }),
  trial('data-roles', '2,040 random people, data roles and filters agree with a plain model', {
    files: ['server/src/modules/data-roles/narrowing.property.test.ts'],
    env: { HELIODESK_RUNS: '34' },
  }),
  trial(
    'sequences',
    '10,000 sequences of three people and two servers go as the written rules of orders say',
    {
      files: ['server/test/soak/order-sequences.soak.ts'],
      env: { HELIODESK_SOAK: '1' },
    },
  ),
  trial('tickets', '10,000 sequences of five people and two servers go as the model of tickets says', {
    files: ['server/test/soak/ticket-sequences.soak.ts'],
    env: { HELIODESK_SOAK: '1' },
  }),
  trial('outbox', '300 stories of phones without a signal lose, double and damage nothing', {
    part: 'web',
    files: ['web/src/lib/outbox/simulation.test.ts'],
    env: { HELIODESK_OUTBOX_ROUNDS: '300' },
  }),
  trial('stories', '300 stories of two phones and two servers: what was kept is on its order once', {
    files: ['stories/field.test.ts'],
    env: { HELIODESK_RUNS: '15' },
  }),
  {
    name: 'outbox-kills',
    heading: 'A browser with queued work is killed 60 times',
    weight: 2,
    run: inBrowser('outbox-kills.soak'),
  },
  {
    name: 'field',
    heading: '200 acts with 50 photos of 3 MB are kept on a phone without a signal, and arrive',
    weight: 2,
    run: inBrowser('field.soak'),
  },
  { name: 'data', heading: 'The full data files are imported', weight: 2, run: importFullFiles },
  {
    name: 'models',
    heading:
      'Reference models of the BPMN interchange group are read without loss, and run or refused by name',
    weight: 2,
    run: readModels,
  },
  trial('memory', 'Memory and rows stay level under steady load', {
    files: ['server/test/soak/memory.soak.ts'],
    env: { HELIODESK_SOAK: '1' },
  }),
  trial('million', 'Lists are right and planned well at a million orders', {
    files: ['bench/million.soak.ts'],
    env: { HELIODESK_SOAK: '1' },
  }),
  {
    name: 'frame',
    heading: 'Hundreds of tab and theme switches in a browser leave nothing behind',
    weight: 2,
    run: inBrowser('frame.soak'),
  },
  {
    name: 'trees',
    heading: 'A tree of 50,000 nodes opens, checks, searches and scrolls in a browser',
    weight: 2,
    run: inBrowser('tree.soak'),
  },
  {
    name: 'tables',
    heading: 'A table of 500 rows scrolls in a browser',
    weight: 2,
    run: inBrowser('table.soak'),
  },
  {
    name: 'gantt',
    heading: 'A Gantt chart of 5,000 bars scrolls and drags in a browser',
    weight: 2,
    run: inBrowser('gantt.soak'),
  },
  {
    name: 'budget',
    heading: 'Presses, pages, drawers and links at a million orders, in a browser four times slower',
    weight: 2,
    run: inBrowser('budget.soak'),
  },
  trial('messages', '100,000 messages arrive although mail servers, robots and servers die', {
    files: ['server/test/soak/messages.soak.ts'],
    env: { HELIODESK_SOAK: '1' },
  }),
  trial('queue', '1,000 due jobs a second begin in time, and waiting costs nearly nothing', {
    files: ['server/test/soak/queue.soak.ts'],
    env: { HELIODESK_SOAK: '1' },
  }),
  trial(
    'audit',
    '10,000 changes cost at most 1.3 times, and one changed byte of a million entries is found',
    {
      files: ['server/test/soak/audit.soak.ts'],
      env: { HELIODESK_SOAK: '1' },
    },
  ),
  trial('exports', '200,000 orders are exported in a small heap', {
    files: ['server/src/modules/exports/memory.test.ts'],
    env: { HELIODESK_EXPORT_ROWS: '200000' },
  }),
  trial('fuzz', '200,000 strange requests break nothing and hold nothing up', {
    files: ['server/test/fuzz.test.ts'],
    env: { HELIODESK_FUZZ_REQUESTS: '200000' },
  }),
  trial('uploads', '2 GB are uploaded through a small heap', {
    files: ['server/src/modules/files/streaming.test.ts'],
    env: { HELIODESK_UPLOAD_MB: '2048' },
  }),
  {
    name: 'postgres',
    heading: `Tests of the server on an installed PostgreSQL${installed ? ` ${installed.version}` : ''}`,
    weight: 2,
    run: testOnInstalledPostgres,
  },
  {
    name: 'new',
    heading: 'A generated module passes all checks, its tests and its journey',
    weight: 2,
    run: ({ check }) => check([join(repository, 'tools/new/trial.ts')], { deadlineMinutes: 60 }),
  },
  {
    name: 'mutants',
    heading: 'Nine in ten lines changed as if by mistake are noticed',
    weight: 2,
    run: ({ check }) => check([join(repository, 'tools/mutants.ts')], { deadlineMinutes: 24 * 60 }),
  },
]

/** Vitest would silently skip a file that was moved. */
function vitest(part: 'server' | 'web', ...files: string[]): string[] {
  const gone = files.filter((file) => !existsSync(join(repository, file)))
  if (gone.length > 0) throw new Error(`There is no ${gone.join(' and no ')}.`)
  return ['--config', `${part}/vitest.config.ts`, '--testTimeout=3600000', ...files]
}

function trial(
  name: string,
  heading: string,
  { part = 'server', files, env }: { part?: 'server' | 'web'; files: string[]; env?: Record<string, string> },
): Step {
  return {
    name,
    heading,
    weight: 2,
    run: ({ tests }) => tests('vitest', vitest(part, ...files), { env, deadlineMinutes: 60 }),
  }
}

async function importFullFiles({ note, tests }: Bench) {
  const folder = findDataFolder()
  note(`Data files from ${folder}`)
  return tests('vitest', vitest('server', 'server/test/soak/data-import.soak.ts'), {
    env: { HELIODESK_SOAK: '1', HELIODESK_DATA: folder },
    deadlineMinutes: 30,
  })
}

async function readModels({ note, tests }: Bench) {
  const folder = findModelsFolder()
  note(`Models from ${folder}`)
  return tests('vitest', vitest('server', 'server/test/soak/models.soak.ts'), {
    env: { HELIODESK_SOAK: '1', HELIODESK_BPMN_MODELS: folder },
    deadlineMinutes: 30,
  })
}

function inBrowser(file: string) {
  return async ({ note, tests }: Bench) => {
    if (!isWebBuilt()) await buildWeb()
    const browser = await findBrowser(undefined, undefined, note)
    // Without them, every character searches all fonts, which takes longer than what is measured.
    await ensureChineseFonts()
    return tests('playwright', [file], {
      env: { HELIODESK_BROWSER: browser.executablePath, HELIODESK_SOAK: '1' },
      deadlineMinutes: 40,
    })
  }
}

async function testOnInstalledPostgres({ note, tests }: Bench) {
  if (!installed)
    throw new Error('No PostgreSQL 15 or newer is installed: on Debian, "apt-get install postgresql-15".')
  const cluster = await startTemporaryCluster(installed)
  try {
    note(`PostgreSQL from ${installed.folder}`)
    return await tests('vitest', ['--config', 'server/vitest.config.ts'], {
      env: { HELIODESK_TEST_DATABASE_URL: cluster.url },
      deadlineMinutes: 60,
    })
  } finally {
    await cluster.stop()
  }
}

const logFolder = join(repository, 'node_modules/.cache/heliodesk/soak')
console.log(`Figures are in ${relative(repository, logFolder)}/*.log`)
await runFromCommandLine(steps, { logFolder })
