import { parseArgs } from 'node:util'

import { runGate, stopStepsOnSignals, type Step } from './gate.ts'
import { GreenRuns } from './green.ts'
import { repository } from './processes.ts'

/**
 * The steps that `--only=a,b` selects, in their usual order; all of them without it. `--changed` leaves out those whose
 * files are as they were when the step last succeeded.
 */
export function chooseSteps(
  steps: Step[],
  args: string[],
  isUnchanged: (step: Step) => boolean = () => false,
): Step[] {
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, changed: { type: 'boolean' } } })
  const chosen = values.only === undefined ? steps : selected(steps, values.only)
  return values.changed ? chosen.filter((step) => !isUnchanged(step)) : chosen
}

function selected(steps: Step[], only: string): Step[] {
  const wanted = new Set(only.split(','))
  const unknown = [...wanted].filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `Unknown: ${unknown.join(', ')}. --only takes one or more of: ${steps.map(({ name }) => name).join(',')}`,
    )
  }
  return steps.filter(({ name }) => wanted.has(name))
}

/** Runs what the command line requests and ends the process with the verdict; `logFolder` is emptied first. */
export async function runFromCommandLine(
  steps: Step[],
  { logFolder, complete = (chosen) => chosen }: { logFolder?: string; complete?: (chosen: Step[]) => Step[] },
): Promise<never> {
  const green = new GreenRuns(repository)
  let chosen: Step[]
  try {
    chosen = complete(chooseSteps(steps, process.argv.slice(2), (step) => green.isUnchanged(step)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
  if (chosen.length === 0) {
    console.log('Nothing has changed since these steps last succeeded.')
    process.exit(0)
  }
  stopStepsOnSignals()
  process.exit((await runGate(chosen, logFolder, undefined, (step) => green.remember(step))) ? 0 : 1)
}
