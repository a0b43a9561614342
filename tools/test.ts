import './require-node.mjs'

import { parseArgs } from 'node:util'

import { ensureChineseFonts, findBrowser } from './browser.ts'
import { runGate, stopStepsOnSignals, type Bench, type Step } from './gate.ts'
import { packageCommand } from './processes.ts'
import { isWebBuilt } from './web-build.ts'

/** In the order they start; two at a time, the journeys by themselves because they watch the clock. */
const steps: Step[] = [
  {
    name: 'build',
    heading: 'Build of the web client',
    weight: 1,
    run: ({ check }) =>
      check([packageCommand('vite'), 'build', 'web', '--config', 'web/vite.config.ts'], {
        env: { NODE_ENV: 'production' },
      }),
  },
  checkStep('types', 'Types (tsc)', [packageCommand('typescript', 'tsc'), '-b', '--pretty', 'false']),
  checkStep('lint', 'Lint (oxlint)', [packageCommand('oxlint'), '--type-aware', '--deny-warnings']),
  checkStep('format', 'Format (oxfmt)', [packageCommand('oxfmt'), '--check', '.']),
  checkStep('knip', 'Dead code (knip)', [packageCommand('knip'), '--no-progress']),
  vitestStep('tools', 'Tests of the tools and the layout'),
  vitestStep('web', 'Tests of the web client'),
  vitestStep('server', 'Tests of the server and the contract'),
  { name: 'journeys', heading: 'Journeys in a browser', weight: 2, after: 'build', run: runJourneys },
]

function checkStep(name: string, heading: string, command: string[]): Step {
  return { name, heading, weight: 1, run: ({ check }) => check(command) }
}

function vitestStep(name: string, heading: string): Step {
  const config = ['--config', `${name}/vitest.config.ts`]
  return { name, heading, weight: 1, run: ({ tests }) => tests('vitest', config) }
}

async function runJourneys({ note, tests }: Bench) {
  const browser = await findBrowser(undefined, undefined, note)
  note(`Browser: ${browser.executablePath} (${browser.source})`)
  await ensureChineseFonts().catch((error: Error) => note(error.message))
  return tests('playwright', [], { env: { HELIODESK_BROWSER: browser.executablePath } })
}

function chooseSteps(): Step[] {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  if (values.only === undefined) return steps
  const wanted = new Set(values.only.split(','))
  const unknown = [...wanted].filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(
      `Unknown: ${unknown.join(', ')}. --only takes one or more of: ${steps.map(({ name }) => name).join(',')}`,
    )
    process.exit(2)
  }
  if (wanted.has('journeys') && !isWebBuilt()) wanted.add('build')
  return steps.filter(({ name }) => wanted.has(name))
}

stopStepsOnSignals()
const succeeded = await runGate(chooseSteps())
process.exit(succeeded ? 0 : 1)
