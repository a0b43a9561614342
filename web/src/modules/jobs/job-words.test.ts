import type { BackgroundJob } from '@heliodesk/contract/jobs.ts'
import { expect, test } from 'vitest'
import { stateWords, timeWords, waitWords } from './job-words.ts'

const job = { state: 'waiting', attempts: 0, most: 8, time: '2030-01-02 08:30:00' } as BackgroundJob

test.each([
  [{}, '等待', '01-02 08:30'],
  [{ state: 'retrying', attempts: 3 }, '重试 3 / 8', '01-02 08:30 再试'],
  [{ state: 'running', attempts: 1 }, '运行中', '01-02 08:30'],
  [{ state: 'givenUp', attempts: 8 }, '放弃', '01-02 08:30'],
  [{ time: null }, '等待', '依次等待'],
])('%j is %s at %s', (given, state, time) => {
  const shown = { ...job, ...given } as BackgroundJob
  expect([stateWords(shown), timeWords(shown)]).toEqual([state, time])
})

test.each([
  [0, '0', 's'],
  [59, '59', 's'],
  [61, '1', 'min'],
  [3599, '59', 'min'],
  [7560, '2.1', 'h'],
])('%i seconds are %s %s', (seconds, value, unit) => expect(waitWords(seconds)).toEqual([value, unit]))
