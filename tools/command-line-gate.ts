import { parseArgs } from 'node:util'

import { runGate, stopStepsOnSignals, type Step } from './gate.ts'

/** The steps that `--only=a,b` selects, in their usual order; all of them without it. */
export function chooseSteps(steps: Step[], args: string[]): Step[] {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
  if (values.only === undefined) return steps
  const wanted = new Set(values.only.split(','))
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
  let chosen: Step[]
  try {
    chosen = complete(chooseSteps(steps, process.argv.slice(2)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
  stopStepsOnSignals()
  process.exit((await runGate(chosen, logFolder)) ? 0 : 1)
}
