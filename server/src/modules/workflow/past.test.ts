import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { compile } from './engine/compile.ts'
import { Play } from './engine/play.fixture.ts'
import { blocks, xmlOf } from './engine/process.fixture.ts'
import { giveBack, returnTargets } from './engine/returning.ts'
import { complete } from './engine/signing.ts'
import type { Event } from './engine/state.ts'
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
          for (const number of numbers) {
            const past = pastOf(play)
            expect(past.live).toEqual(placesOf(play))
            expect(new Set(past.tasks.keys())).toEqual(new Set(play.tasks.map(({ id }) => id)))
            const marks = past.marks()
            const taken = new Set(play.history.flatMap(({ flow }) => flow ?? []))
            for (const id of process.flows.keys())
              expect(taken.has(id)).toBe(['done', 'back'].includes(marks.get(id)!))
            if (play.state.status !== 'running') break
            const task = play.open[number % play.open.length]
            const fired = play.timers[number % play.timers.length]
            if (!task || (fired && number % 5 === 0)) {
              play.act((run) => run.timer(fired!.token, fired!.round, fired!.node))
              seen.add('timer')
              continue
            }
            const person = { id: task.assignee ?? 'starter', roles: [] }
            const targets = play.act((run) => returnTargets(run, task))
            const to = targets[number % (targets.length + 1)]
            seen.add(to === undefined ? 'complete' : 'return')
            play.act((run) =>
              to !== undefined && number % 3 === 0
                ? giveBack(run, task.id, person, to, '')
                : complete(run, task.id, person, {
                    outcome: number % 4 === 0 ? 'reject' : 'approve',
                    opinion: '',
                    variables: { again: number % 7 === 0, way1: number % 2 === 0, way2: number % 3 === 0 },
                  }),
            )
          }
        },
      ),
      { numRuns: runs(200) },
    )
    expect(seen).toEqual(new Set(['timer', 'complete', 'return']))
  })
})
