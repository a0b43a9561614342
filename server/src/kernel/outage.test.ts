import { expect, it, vi } from 'vitest'
import { Outage } from './outage.ts'

function watch() {
  let now = 0
  const log = { error: vi.fn(), info: vi.fn() }
  const outage = new Outage(log, 'the work fails', () => now)
  const failures = () => log.error.mock.calls.map(([said]) => (said as { failures: number }).failures)
  return { outage, log, failures, pass: (ms: number) => void (now += ms) }
}

it('logs the first failure, then one a minute with the number of failures', () => {
  const { outage, log, failures, pass } = watch()
  const away = new Error('away')
  outage.failed(away)
  expect(log.error).toHaveBeenLastCalledWith({ err: away, failures: 1 }, 'the work fails')
  for (let second = 3; second < 180; second += 3) {
    pass(3000)
    outage.failed(away)
  }
  expect(failures()).toEqual([1, 21, 41])
})

it('logs once that it is over, and the next outage from its beginning', () => {
  const { outage, log, failures } = watch()
  outage.succeeded()
  expect(log.info).not.toHaveBeenCalled()
  outage.failed(new Error('away'))
  outage.failed(new Error('away'))
  outage.succeeded()
  outage.succeeded()
  expect(log.info.mock.calls).toEqual([[{ failures: 2 }, 'the work fails: over']])
  outage.failed(new Error('away again'))
  expect(failures()).toEqual([1, 1])
})
