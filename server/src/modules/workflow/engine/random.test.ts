import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/runs.ts'
import { compile } from './compile.ts'
import { expectSound, Play } from './play.fixture.ts'
import { blocks, xmlOf } from './process.fixture.ts'
import { WorkflowError } from './state.ts'
import { expectTold } from './told.fixture.ts'
import { chooser, chosen, onward, type Operation } from './walk.fixture.ts'

const people = ['deputy', 'added', 'other']

/** Does an operation; returns its name, or that it was refused. */
function does(play: Play, { name, actor, step, timer }: Operation): string {
  try {
    play.act(step, actor, timer)
    return name
  } catch (error) {
    expect(error).toBeInstanceOf(WorkflowError)
    expect((error as WorkflowError).code).toBe('not allowed')
    return 'refused'
  }
}

describe('any process', () => {
  it('is sound after every step of any history, which tells it, and ends when everybody completes', async () => {
    const seen = new Map<string, number>()
    const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
    await fc.assert(
      fc.asyncProperty(
        blocks,
        fc.array(fc.nat(), { minLength: 5, maxLength: 40 }),
        async (block, numbers) => {
          const { process } = await compile(xmlOf(block))
          for (const { kind } of process.nodes.values()) note(kind)
          const play = new Play(process, { signers: ['a', 'b', 'c'] })
          const choose = chooser(numbers)
          expectSound(play)
          for (let step = 0; step < numbers.length && play.state.status === 'running'; step++) {
            note(does(play, chosen(play, choose, people)))
            expectSound(play)
          }
          for (let step = 0; step < 400 && play.state.status === 'running'; step++) {
            does(play, onward(play))
            expectSound(play)
          }
          expectTold(process, play.state, play.history)
          note(play.state.status)
        },
      ),
      { numRuns: runs(200) },
    )
    expect(seen.get('running')).toBeUndefined()
    // Each operation was among them, and each kind of node.
    const operations = ['timer', 'call', 'approve', 'reject', 'return', 'transfer', 'claim', 'refused']
    const added = ['add before', 'add after', 'add beside']
    const ends = ['completed', 'refused', 'voided', 'withdrawn']
    const kinds = [
      'user',
      'copy',
      'service',
      'exclusive',
      'inclusive',
      'parallel',
      'catch',
      'subprocess',
      'boundary',
    ]
    for (const what of [...operations, ...added, ...ends, ...kinds])
      expect(seen.get(what), what).toBeGreaterThan(0)
  })
})
