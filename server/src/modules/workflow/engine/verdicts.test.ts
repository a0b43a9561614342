import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { expectSound, Play } from './play.fixture.ts'
import { gateway, signed, sketch, step } from './process.fixture.ts'
import { complete } from './signing.ts'
import type { Outcome } from './state.ts'

const end = (outcome: string) => `<bpmn:endEvent id="%id" wf:outcome="${outcome}" />`

/** Signs what is open in turn; answers how the instance stands then, and how it said that it ended. */
async function ended(xml: string, outcomes: readonly Outcome[], variables = {}) {
  const play = new Play((await compile(xml)).process, variables)
  for (const outcome of outcomes) {
    const [task] = play.tasks
    const person = { id: task!.assignee!, roles: [] }
    play.act((run) => complete(run, task!.id, person, { outcome, opinion: '' }))
    expectSound(play)
  }
  const said = play.history.find(({ kind }) => kind === 'end')
  return [play.state.status, said?.outcome ?? null]
}

const asked = (condition: string) =>
  sketch({ a: step('"a"'), which: gateway('exclusive'), no: end('approve').replace(/ wf:\S+/, '') }, [
    `start > a > which > end ? ${condition}`,
    'which > no !',
  ])

describe('a process that says nothing about its ends', () => {
  it.each(['a.outcome = "approve"', 'a.nrApproved > 0', 'a.nrRejected = 0', 'not(a.outcome = "reject")'])(
    'is refused where %s does not hold',
    async (condition) => {
      expect(await ended(asked(condition), ['reject'])).toEqual(['refused', 'reject'])
      expect(await ended(asked(condition), ['approve'])).toEqual(['completed', null])
    },
  )

  it('is refused by the last step where no gateway asks for its outcome', async () => {
    const straight = sketch({ a: step('"a"'), b: step('"b"') }, ['start > a > b > end'])
    expect(await ended(straight, ['approve', 'reject'])).toEqual(['refused', 'reject'])
    expect(await ended(straight, ['reject', 'approve'])).toEqual(['completed', null])
  })

  it('is not refused where one of several refused and enough approved', async () => {
    const counted = sketch({ a: signed('people'), which: gateway('exclusive'), no: end('reject') }, [
      'start > a > which > end ? a.nrApproved >= 1',
      'which > no !',
    ])
    const people = { people: ['x', 'y', 'z'] }
    expect(await ended(counted, ['approve', 'reject', 'reject'], people)).toEqual(['completed', null])
    expect(await ended(counted, ['reject', 'reject', 'reject'], people)).toEqual(['refused', 'reject'])
  })

  it('is refused where the branches of a fork were asked for together', async () => {
    const forked = sketch(
      {
        fork: gateway('parallel'),
        a: step('"a"'),
        b: step('"b"'),
        join: gateway('parallel'),
        which: gateway('exclusive'),
        no: '<bpmn:endEvent id="%id" />',
      },
      [
        'start > fork > a',
        'fork > b',
        'a > join',
        'b > join > which > end ? a.outcome = "approve" and b.outcome = "approve"',
        'which > no !',
      ],
    )
    expect(await ended(forked, ['reject', 'approve'])).toEqual(['refused', 'reject'])
    expect(await ended(forked, ['approve', 'approve'])).toEqual(['completed', null])
  })
})

it('an end says itself what it means, also after work that nobody decides', async () => {
  const told = sketch({ a: step('"a"'), which: gateway('exclusive'), tell: step('"b"'), no: end('reject') }, [
    'start > a > which > end ? a.outcome = "approve"',
    'which > tell !',
    'tell > no',
  ])
  expect(await ended(told, ['reject', 'approve'])).toEqual(['refused', 'reject'])
  const fine = sketch({ a: step('"a"'), end: end('approve') }, ['start > a > end'])
  expect(await ended(fine, ['reject'])).toEqual(['completed', null])
  await expect(compile(sketch({ end: end('maybe') }, ['start > end']))).rejects.toMatchObject({
    refusals: [{ reason: '的结论“maybe”应为 approve 或 reject' }],
  })
})
