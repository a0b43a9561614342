import { oaCalls } from '@heliodesk/contract/oa.ts'
import type { Harness } from './harness.ts'

/** For `useSignedIn`: the crew of the western centre with its heads, and a worker of another place. */
export const crew = {
  worker: 'a_worker',
  colleague: 'a_colleague',
  master: 'a_master',
  manager: 'a_manager',
  outsider: 'a_outsider',
} as const

/** The person signed in by this token asks for five days of leave: the head signs, then the company. */
export const askForLeave = (harness: Harness, token: string, more: object = {}) => {
  const form = {
    kind: 'annual',
    from: '2027-01-04',
    until: '2027-01-08',
    days: 5,
    remark: '探亲',
    ...more,
  } as const
  return harness.call(token, oaCalls.apply, { request: { kind: 'leave', form } })
}
