import './require-node.mjs'

import { ensureChineseFonts, findBrowser } from './browser.ts'
import { runFromCommandLine } from './command-line-gate.ts'
import type { Bench, Step } from './gate.ts'
import { packageCommand } from './processes.ts'
import { isWebBuilt } from './web-build.ts'

const client = /^(?:web|contract)\//
const server = /^(?:server|contract|tools)\/|^docs\/permissions\.md$|^web\/src\/modules\/[^/]+\/index\.ts$/

/**
 * In the order they start; two at a time, but the journeys alone: with them in parallel, everything takes several times
 * as long, because browsers and the server's tests push each other out of two cores.
 */
const steps: Step[] = [
  {
    name: 'build',
    heading: 'Build of the web client',
    weight: 1,
    reads: client,
    run: ({ check }) =>
      check([packageCommand('vite'), 'build', 'web', '--config', 'web/vite.config.ts'], {
        env: { NODE_ENV: 'production' },
      }),
  },
  // Another step runs beside it, and several checkers would each check the types that they share.
  checkStep('types', 'Types (tsc)', [
    packageCommand('typescript', 'tsc'),
    '-b',
    '--pretty',
    'false',
    '--checkers',
    '1',
  ]),
  vitestStep('server', 'Tests of the server and the contract', server),
  vitestStep('web', 'Tests of the web client', client),
  vitestStep('tools', 'Tests of the tools and the layout'),
  checkStep('lint', 'Lint (oxlint)', [packageCommand('oxlint'), '--type-aware', '--deny-warnings']),
  checkStep('format', 'Format (oxfmt)', [packageCommand('oxfmt'), '--check', '.']),
  checkStep('knip', 'Dead code (knip)', [packageCommand('knip'), '--no-progress']),
  {
    name: 'journeys',
    heading: 'Journeys in a browser',
    weight: 2,
    after: 'build',
    reads: /^(?:web|server|contract|e2e|tools)\//,
    run: runJourneys,
  },
]

function checkStep(name: string, heading: string, command: string[]): Step {
  return { name, heading, weight: 1, run: ({ check }) => check(command) }
}

function vitestStep(name: string, heading: string, reads?: RegExp): Step {
  const config = ['--config', `${name}/vitest.config.ts`]
  return { name, heading, weight: 1, reads, run: ({ tests }) => tests('vitest', config) }
}

async function runJourneys({ note, tests }: Bench) {
  const browser = await findBrowser(undefined, undefined, note)
  note(`Browser: ${browser.executablePath} (${browser.source})`)
  await ensureChineseFonts().catch((error: Error) => note(error.message))
  return tests('playwright', [], { env: { HELIODESK_BROWSER: browser.executablePath } })
}

/** Journeys need the built client. */
function withBuild(chosen: Step[]): Step[] {
  const needsBuild = chosen.some(({ name }) => name === 'journeys') && !isWebBuilt()
  return needsBuild ? steps.filter((step) => step.name === 'build' || chosen.includes(step)) : chosen
}

await runFromCommandLine(steps, { complete: withBuild })
