import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/runs.ts'
import { compile } from './compile.ts'
import { blocks, xmlOf } from './process.fixture.ts'
import { expectSound, Play } from './play.fixture.ts'
import { giveBack, returnTargets } from './returning.ts'
import { addSigner, claim, complete, transfer } from './signing.ts'
import { WorkflowError, type Task } from './state.ts'

/** A stream of random choices, the same each time for the same numbers; after the last the first. */
function chooser(numbers: readonly number[]) {
  let at = 0
  return (count: number): number => {
    at += 1
    return (numbers[at % numbers.length]! + at * 7919) % count
  }
}

const personOf = ({ assignee }: Task) => ({ id: assignee ?? 'starter', roles: [] })

/** One random operation; returns its name. */
function act(play: Play, choose: (count: number) => number): string {
  const { open, timers } = play
  if (open.length === 0 || (timers.length > 0 && choose(6) === 0)) {
    const { token, round, node } = timers[choose(timers.length)]!
    play.act((run) => run.timer(token, round, node))
    return 'timer'
  }
  const task = open[choose(open.length)]!
  const person = personOf(task)
  const operation = choose(12)
  if (operation < 7) {
    const variables = { again: choose(4) === 0, way1: choose(2) === 0, way2: choose(2) === 0 }
    const outcome = choose(3) === 0 ? 'reject' : 'approve'
    play.act((run) => complete(run, task.id, person, { outcome, opinion: '', variables }))
    return outcome
  }
  if (operation < 9) {
    const targets = play.act((run) => returnTargets(run, task))
    const to = targets[choose(targets.length + 1)]
    if (to !== undefined) play.act((run) => giveBack(run, task.id, person, to, '重做'))
    return to === undefined ? 'nothing' : 'return'
  }
  if (operation === 9) {
    play.act((run) => transfer(run, task.id, person, `deputy${choose(3)}`, ''))
    return 'transfer'
  }
  if (operation === 10) {
    const when = (['before', 'after', 'beside'] as const)[choose(3)]!
    try {
      play.act((run) => addSigner(run, task.id, person, { to: `added${choose(3)}`, when, opinion: '' }))
      return `add ${when}`
    } catch (error) {
      expect(error).toBeInstanceOf(WorkflowError)
      expect((error as WorkflowError).code).toBe('not allowed')
      return 'refused'
    }
  }
  play.act((run) => claim(run, task.id, person))
  return 'claim'
}

describe('any process', () => {
  it('is sound after every step of any history, and ends when everybody completes', async () => {
    const seen = new Map<string, number>()
    const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
    await fc.assert(
      fc.asyncProperty(
        blocks,
        fc.array(fc.nat(), { minLength: 5, maxLength: 40 }),
        async (block, numbers) => {
          const { process } = await compile(xmlOf(block))
          const play = new Play(process, { signers: ['a', 'b', 'c'] })
          const choose = chooser(numbers)
          expectSound(play)
          for (let step = 0; step < numbers.length && play.state.status === 'running'; step++) {
            note(act(play, choose))
            expectSound(play)
          }
          for (let step = 0; step < 300 && play.state.status === 'running'; step++) {
            const task = play.open[0]
            if (task)
              play.act((run) =>
                complete(run, task.id, personOf(task), {
                  outcome: 'approve',
                  opinion: '',
                  variables: { again: false },
                }),
              )
            else {
              const { token, round, node } = play.timers[0]!
              play.act((run) => run.timer(token, round, node))
            }
            expectSound(play)
          }
          expect(play.state.status).toBe('completed')
          note('completed')
        },
      ),
      { numRuns: runs(200) },
    )
    // Each operation was among them.
    for (const what of [
      'timer',
      'approve',
      'reject',
      'return',
      'transfer',
      'add before',
      'add after',
      'add beside',
      'refused',
      'claim',
    ])
      expect(seen.get(what), what).toBeGreaterThan(0)
  })
})
