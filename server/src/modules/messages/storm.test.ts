import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { storm } from './storm.fixture.ts'

const harness = useHarness()

it(
  'messages arrive although receivers fail and processes are killed: none is lost, and a repetition has its number',
  { timeout: 120_000 },
  async () => {
    const { planned, received } = await storm(harness, {
      people: 20,
      messages: 20,
      kills: 2,
      betweenKillsMs: 1000,
    })
    expect(planned).toHaveLength(200)
    expect(planned.filter(({ state }) => state !== 'sent')).toEqual([])
    expect(new Set(received)).toEqual(new Set(planned.map(({ number }) => number)))
  },
)
