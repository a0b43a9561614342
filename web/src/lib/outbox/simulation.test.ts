import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequence } from './actions.fixture.ts'
import { mistakes, Story, tally, type Mistake } from './simulation.fixture.ts'

/** Twenty in the gate, 300 in the soak. */
const ROUNDS = Number(process.env.HELIODESK_OUTBOX_ROUNDS ?? 20)
const SEED = Number(process.env.HELIODESK_SEED ?? 20260115)

const holds = (numRuns: number, mistake: Mistake | null = null) =>
  fc.assert(
    fc.asyncProperty(sequence, async ([actions, seed]) => {
      const story = new Story(seed, mistake)
      await story.play(actions)
      expect(story.faults()).toEqual([])
    }),
    { numRuns, seed: SEED, endOnFailure: mistake !== null },
  )

test('nothing is lost, doubled, out of order or damaged', async () => {
  await holds(ROUNDS)
  process.stdout.write(`${JSON.stringify(tally)}\n`)
  expect(tally.kept).toBeGreaterThan(ROUNDS)
})

test.for(mistakes)('a mistake is noticed: %s', async (mistake) => {
  await expect(holds(200, mistake)).rejects.toThrow()
})
