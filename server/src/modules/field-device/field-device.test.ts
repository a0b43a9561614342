import { fieldDeviceCalls as calls } from '@heliodesk/contract/field-device.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness()
const PHONE = 'a1b2c3d4e5f60718'.repeat(2)
const OTHER_PHONE = 'f'.repeat(32)

const people = () => Object.values(harness.tenant.users)
const keyOf = async (token: string, device = PHONE) => (await harness.call(token, calls.key, { device })).key

describe('the key of a person on a device', () => {
  it('has 32 bytes', async () => {
    const token = await harness.signIn(people()[0]!.username)
    expect(Buffer.from(await keyOf(token), 'base64')).toHaveLength(32)
  })

  it('is the same after signing out and in again, and for two calls at once', async () => {
    const { username } = people()[0]!
    const first = await keyOf(await harness.signIn(username))
    const again = await harness.signIn(username)
    expect(await Promise.all([keyOf(again), keyOf(again)])).toEqual([first, first])
    const { username: other } = people()[2]!
    const token = await harness.signIn(other)
    const [one, two] = await Promise.all([keyOf(token, OTHER_PHONE), keyOf(token, OTHER_PHONE)])
    expect(one).toBe(two)
  })

  it('is another one for another person, another device and another company', async () => {
    const [one, two] = people()
    const stranger = Object.values(harness.otherTenant.users)[0]!
    const own = await harness.signIn(one!.username)
    const keys = [
      await keyOf(own),
      await keyOf(own, OTHER_PHONE),
      await keyOf(await harness.signIn(two!.username)),
      await keyOf(await harness.signIn(stranger.username)),
    ]
    expect(new Set(keys).size).toBe(4)
  })

  it('is refused without a session, and for a name that no device gives itself', async () => {
    expect((await harness.request('POST', calls.key.path, { body: { device: PHONE } })).status).toBe(401)
    const token = await harness.signIn(people()[0]!.username)
    expect(await harness.refused(token, calls.key, { device: 'short' })).toMatchObject({ status: 400 })
  })
})
