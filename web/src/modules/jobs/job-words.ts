import { jobStates, type BackgroundJob, type JobState } from '@heliodesk/contract/jobs.ts'

/** How often the page asks again: what runs in the background announces nothing to windows. */
export const REFRESH_MS = 10_000

/** The state, with the number of the attempt that comes next. */
export const stateWords = ({ state, attempts, most }: BackgroundJob): string =>
  state === 'retrying' ? `重试 ${attempts} / ${most}` : state === 'running' ? '运行中' : jobStates[state]

export const looks: Record<JobState, string> = {
  waiting: 'ln',
  running: 'proc',
  retrying: 'undo',
  givenUp: 'err',
}

/** What the time of a job means. */
export function timeWords({ state, time }: BackgroundJob): string {
  if (time === null) return '依次等待'
  const at = time.slice(5, 16)
  return state === 'retrying' ? `${at} 再试` : at
}

/** A wait in the largest unit that is not 0. */
export function waitWords(seconds: number): readonly [value: string, unit: string] {
  if (seconds < 60) return [String(seconds), 's']
  if (seconds < 3600) return [String(Math.floor(seconds / 60)), 'min']
  return [(Math.floor(seconds / 360) / 10).toFixed(1), 'h']
}
