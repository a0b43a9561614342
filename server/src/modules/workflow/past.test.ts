import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { compile } from './engine/compile.ts'
import { Play } from './engine/play.fixture.ts'
import { blocks, xmlOf } from './engine/process.fixture.ts'
import { WorkflowError, type Event } from './engine/state.ts'
import { chooser, chosen, type Operation } from './engine/walk.fixture.ts'
import { Past, type Happened } from './past.ts'

const happened = ({ kind, to, ...event }: Event): Happened => ({
  kind,
  at: new Date(0),
  token: event.token ?? null,
  node: event.node ?? null,
  flow: event.flow ?? null,
  task: event.task ?? null,
  actor: event.actor ?? null,
  outcome: event.outcome ?? null,
  target: to ?? null,
})

const pastOf = ({ process, history }: Play): Past => {
  const past = new Past(process)
  for (const event of history) past.add(happened(event))
  return past
}

const placesOf = ({ state }: Play) =>
  new Set([...state.tokens.values()].filter(({ doing }) => doing !== 'forked').map(({ node }) => node))

/** Does an operation; one that is refused leaves no event. */
function does(play: Play, { actor, step, timer }: Operation): void {
  try {
    play.act(step, actor, timer)
  } catch (error) {
    expect(error).toBeInstanceOf(WorkflowError)
  }
}

describe('the past of any instance', () => {
  it('told by its events says where it is, which flows it took and who has what open', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        blocks,
        fc.array(fc.nat(), { minLength: 4, maxLength: 30 }),
        async (block, numbers) => {
          const { process } = await compile(xmlOf(block))
          const play = new Play(process, { signers: ['a', 'b', 'c'] })
          const choose = chooser(numbers)
          for (let step = 0; step < numbers.length; step++) {
            const past = pastOf(play)
            expect(past.live).toEqual(placesOf(play))
            expect(new Set(past.tasks.keys())).toEqual(new Set(play.tasks.map(({ id }) => id)))
            const marks = past.marks()
            const taken = new Set(play.history.flatMap(({ flow }) => flow ?? []))
            for (const id of process.flows.keys())
              expect(taken.has(id)).toBe(['done', 'back'].includes(marks.get(id)!))
            if (play.state.status !== 'running') break
            const operation = chosen(play, choose, ['deputy', 'added', 'other'])
            seen.add(operation.name)
            does(play, operation)
          }
        },
      ),
      { numRuns: runs(200) },
    )
    for (const name of ['timer', 'call', 'approve', 'reject', 'return', 'add before', 'voided'])
      expect(seen, name).toContain(name)
  })
})
