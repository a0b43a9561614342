import { apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness({ RATE_LIMIT: 20 })

it('every token has a rate of its own, half of a person’s', async () => {
  const manager = await harness.signIn('a_manager')
  const make = async (name: string) =>
    (
      await harness.call(manager, apiTokenCalls.add, {
        name,
        readOnly: true,
        codes: [],
        days: 90,
        networks: [],
      })
    ).token
  const [one, other] = [await make('一'), await make('二')]
  const answered = async (headers: Record<string, string>) => {
    const statuses = []
    for (let asked = 0; asked < 21; asked++)
      statuses.push((await harness.request('POST', '/ops/order/page', { body: {}, headers })).status)
    return statuses.filter((status) => status === 200).length
  }
  expect(await answered({ authorization: `Bearer ${one}` })).toBe(10)
  expect(await answered({ 'x-access-token': other })).toBe(10)
  expect(await answered({ 'x-access-token': manager })).toBe(20)
})
