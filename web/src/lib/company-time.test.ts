import dayjs from 'dayjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { companyNow } from './company-time.ts'
import { useSession } from './session.ts'
import { user } from './user.fixture.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T20:30:10Z') }))
afterEach(() => {
  vi.useRealTimers()
  useSession.setState({ user: null })
})

test.each([
  ['Asia/Shanghai', '2026-11-23 04:30:10'],
  ['America/New_York', '2026-11-22 15:30:10'],
  ['Asia/Kathmandu', '2026-11-23 02:15:10'],
])('now is that of the company’s time zone: %s', (timeZone, now) => {
  useSession.setState({ user: { ...user, timeZone } })
  expect(companyNow().format('YYYY-MM-DD HH:mm:ss')).toBe(now)
})

test.each([null, { ...user, timeZone: undefined }])('it is the device’s until the zone is known', (known) => {
  useSession.setState({ user: known })
  expect(companyNow().valueOf()).toBe(dayjs().valueOf())
})

/** Clocks of the device itself: greetings, years and waiting times before the sign-in, the time of what it keeps. */
const DEVICE_CLOCKS = ['FilesInput.tsx', 'SignInPage.tsx', 'SunScene.tsx']

test('no screen takes the device’s day or hour for the company’s', () => {
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const readers = Object.entries(sources)
    .filter(([path]) => !/\.(test|gallery|fixture)\./.test(path))
    .filter(([, source]) => /\bdayjs\(\)|\bnew Date\(\)/.test(source))
  expect(readers.map(([path]) => path.replace(/^.*\//, '')).toSorted()).toEqual(DEVICE_CLOCKS.toSorted())
})
