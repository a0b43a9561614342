import type { Sent } from '@heliodesk/contract/call.ts'
import { onlineUserCalls as calls } from '@heliodesk/contract/online-users.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire } from '../../../test/hire.ts'

const harness = useHarness()
let admin: string

beforeAll(async () => {
  admin = await harness.signIn('a_admin')
})

const listed = (token: string, input: Partial<Sent<typeof calls.list>> = {}) =>
  harness.call(token, calls.list, { pageSize: 100, ...input })

describe('people who are signed in', () => {
  it('are those of the own departments, each session once, with what it is', async () => {
    await harness.signIn('a_worker')
    await harness.signIn('b_admin')
    const { records, userCount, activeCount } = await listed(admin)
    expect(records.map(({ username }) => username).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'a_admin',
      'a_worker',
    ])
    expect([userCount, activeCount]).toEqual([2, 2])
    expect(records.find(({ username }) => username === 'a_admin')).toMatchObject({
      current: true,
      isActive: true,
      manageable: true,
      method: 'password',
    })
    const keeper = await hire(harness, { username: 'east.keeper', codes: ['online:view'], depCode: 'A01A01' })
    expect((await listed(keeper.token)).records.map(({ username }) => username)).toEqual(['east.keeper'])
  })

  it('are found by name and address, and by whether they are at work', async () => {
    const { records } = await listed(admin, { keyword: 'a_wor' })
    expect(records.map(({ username }) => username)).toEqual(['a_worker'])
    harness.clock.advance(6 * 60_000)
    const later = await listed(admin, { active: '1' })
    expect(later.records.map(({ username }) => username)).toEqual(['a_admin'])
    expect(later.userCount).toBeGreaterThan(later.activeCount)
  })

  it('are gone when their session is ended', async () => {
    const { records } = await listed(admin, { keyword: 'a_worker' })
    const [{ personId, id }] = records as [(typeof records)[number]]
    await harness.call(admin, userCalls.endSessions, { personId, sessionId: id })
    expect((await listed(admin, { keyword: 'a_worker' })).total).toBe(0)
  })

  it('somebody without the right to it is refused, and somebody with more rights is marked', async () => {
    const plain = await hire(harness, { username: 'plain.person', codes: [] })
    expect((await harness.refused(plain.token, calls.list, {})).status).toBe(403)
    const keeper = await hire(harness, { username: 'all.keeper', codes: ['online:view'], hasAllData: true })
    const { records } = await listed(keeper.token, { keyword: 'a_admin' })
    expect(records[0]).toMatchObject({ manageable: false })
  })
})
