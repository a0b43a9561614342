import { expect, it } from 'vitest'
import { compile } from './compile.ts'
import { expectSound, Play } from './play.fixture.ts'
import { copyStep, gateway, sketch, step, timerAt } from './process.fixture.ts'
import { giveBack } from './returning.ts'
import { complete } from './signing.ts'
import type { Outcome } from './state.ts'
import { expectTold } from './told.fixture.ts'

const played = async (nodes: Record<string, string>, flows: readonly string[], variables = {}) => {
  const play = new Play((await compile(sketch(nodes, flows))).process, variables)
  expectSound(play)
  return play
}

function completed(play: Play, node: string, outcome: Outcome = 'approve') {
  const { id, assignee } = play.taskAt(node)
  play.act((run) => complete(run, id, { id: assignee!, roles: [] }, { outcome, opinion: '' }))
  expectSound(play)
}

const told = (play: Play) =>
  play.history.flatMap(({ kind, node, to }) => (kind === 'copy' ? `${node} ${to ?? 'nobody'}` : []))

const inRow = (...ids: string[]) =>
  ['start', ...ids, 'end'].flatMap((id, at, all) => (at > 0 ? `${all[at - 1]} > ${id}` : []))

it('a copy is given when the process comes to it, and the process goes on at once', async () => {
  const play = await played(
    { ask: step('starter'), tell: copyStep('list'), work: step('"b"') },
    inRow('ask', 'tell', 'work'),
    { list: ['x', 'y', 'x'] },
  )
  expect(play.copied).toEqual([])
  completed(play, 'ask')
  expect(play.copied).toEqual(['x', 'y'])
  expect(play.steps).toEqual(['work'])
  completed(play, 'work')
  expect(play.state.status).toBe('completed')
  expectTold(play.process, play.state, play.history)
})

it('a process of nothing but copies ends with its start', async () => {
  const play = await played({ tell: copyStep('["x"]') }, inRow('tell'))
  expect([play.copied, play.state.status]).toEqual([['x'], 'completed'])
})

it('the history says that there was nobody, and nothing waits', async () => {
  const play = await played({ tell: copyStep('list'), work: step('"b"') }, inRow('tell', 'work'), {
    list: [],
  })
  expect(told(play)).toEqual(['tell nobody'])
  expect(play.steps).toEqual(['work'])
})

it('two steps in one run, and a step that is come to again, give one person one copy', async () => {
  const play = await played(
    { ask: step('starter'), one: copyStep('["x"]'), other: copyStep('["x", "y"]'), work: step('"b"') },
    inRow('ask', 'one', 'other', 'work'),
  )
  completed(play, 'ask')
  const first = ['one x', 'other y']
  expect(told(play)).toEqual(first)
  const { id } = play.taskAt('work')
  play.act((run) => giveBack(run, id, { id: 'b', roles: [] }, 'ask', '重做'))
  completed(play, 'ask')
  expect(told(play)).toEqual(first)
  expect(play.steps).toEqual(['work'])
})

it('in one branch leaves the other alone, and both come together behind it', async () => {
  const play = await played(
    {
      fork: gateway('parallel'),
      tell: copyStep('["x"]'),
      work: step('"b"'),
      join: gateway('parallel'),
    },
    ['start > fork', 'fork > tell', 'fork > work', 'tell > join', 'work > join', 'join > end'],
  )
  expect([play.copied, play.steps]).toEqual([['x'], ['work']])
  completed(play, 'work')
  expect(play.state.status).toBe('completed')
})

it('is given by a timer that comes due, beside a step that stays open', async () => {
  const play = await played(
    {
      work: step('"b"'),
      late: timerAt('work', { interrupts: false }),
      tell: copyStep('["boss"]'),
      told: '<bpmn:endEvent id="%id" />',
    },
    ['start > work', 'work > end', 'late > tell', 'tell > told'],
  )
  const [timer] = play.timers
  play.act((run) => run.timer(timer!.token, timer!.round, timer!.node), '', timer)
  expectSound(play)
  expect([play.copied, play.steps]).toEqual([['boss'], ['work']])
})

it('a refusal stays a refusal behind a copy', async () => {
  const nodes = {
    review: step('"b"'),
    reviewed: gateway('exclusive'),
    tell: copyStep('starter'),
    refused: '<bpmn:endEvent id="%id" />',
  }
  const play = await played(nodes, [
    'start > review',
    'review > reviewed',
    'reviewed > end ? review.outcome = "approve"',
    'reviewed > tell !',
    'tell > refused',
  ])
  completed(play, 'review', 'reject')
  expect([play.copied, play.state.status]).toEqual([['starter'], 'refused'])
})
