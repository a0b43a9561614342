import { describe, expect, it } from 'vitest'
import { completed, played, returned, whose } from './moves.fixture.ts'
import { expectSound, type Play } from './play.fixture.ts'
import { gateway, signed, sketch, step, timerAt } from './process.fixture.ts'
import { returnTargets } from './returning.ts'
import { addSigner, claim, complete, transfer } from './signing.ts'
import type { Outcome, Task } from './state.ts'

const targetsOf = (play: Play, task: Task) => play.act((run) => returnTargets(run, task))

/** draft → fork → (a1 → a2 | b1) → join → final. */
const parallel = sketch(
  {
    draft: step('starter'),
    fork: gateway('parallel'),
    a1: step('"a"'),
    a2: step('"a"'),
    b1: step('"b"'),
    join: gateway('parallel'),
    final: step('"chief"'),
  },
  ['start > draft > fork > a1', 'fork > b1', 'a1 > a2 > join', 'b1 > join > final > end'],
)

describe('a return', () => {
  it('within a branch leaves the other branch alone', async () => {
    const play = await played(parallel)
    completed(play, play.taskAt('draft'))
    completed(play, play.taskAt('a1'))
    expect(targetsOf(play, play.taskAt('a2'))).toEqual(['a1', 'draft'])
    returned(play, play.taskAt('a2'))
    expect(play.steps).toEqual(['a1', 'b1'])
  })

  it('to before a fork ends every branch, and the join works the next time', async () => {
    const play = await played(parallel)
    completed(play, play.taskAt('draft'))
    completed(play, play.taskAt('b1'))
    completed(play, play.taskAt('a1'))
    returned(play, play.taskAt('a2'), 'draft')
    expect(play.steps).toEqual(['draft'])
    completed(play, play.taskAt('draft'))
    for (const node of ['b1', 'a1', 'a2', 'final']) completed(play, play.taskAt(node))
    expect(play.state.status).toBe('completed')
  })

  it('after a join leads to before its fork, never into one of its branches', async () => {
    const play = await played(parallel)
    for (const node of ['draft', 'a1', 'b1', 'a2']) completed(play, play.taskAt(node))
    expect(targetsOf(play, play.taskAt('final'))).toEqual(['draft'])
    expect(() => returned(play, play.taskAt('final'), 'a1')).toThrow('不能退回到该环节')
    returned(play, play.taskAt('final'))
    expect(play.steps).toEqual(['draft'])
  })

  it('gives the step to the person who did it, not to the one it was offered to', async () => {
    const play = await played(
      sketch({ first: '<bpmn:userTask id="%id" wf:candidateRoles="keeper" />', second: step('"chief"') }, [
        'start > first > second > end',
      ]),
    )
    const { id } = play.open[0]!
    play.act((run) =>
      complete(run, id, { id: 'zhang', roles: ['keeper'] }, { outcome: 'approve', opinion: '' }),
    )
    returned(play, play.taskAt('second'))
    expect(play.taskAt('first').assignee).toBe('zhang')
    expect(() => returned(play, play.taskAt('first', 'zhang'))).toThrow('前面没有可退回的环节')
  })

  it('out of a half signed step takes the open signatures away, and all sign again', async () => {
    const play = await played(
      sketch({ first: step('starter'), sign: signed('list') }, ['start > first > sign > end']),
      { list: ['a', 'b', 'c'] },
    )
    completed(play, play.taskAt('first'))
    completed(play, play.taskAt('sign', 'a'))
    returned(play, play.taskAt('sign', 'b'))
    expect(play.steps).toEqual(['first'])
    completed(play, play.taskAt('first'))
    expect(play.open.map(({ assignee }) => assignee)).toEqual(['a', 'b', 'c'])
  })

  it('out of a subprocess ends it', async () => {
    const inside = `<bpmn:subProcess id="%id"><bpmn:startEvent id="begin" />
      <bpmn:userTask id="work" wf:assignee="starter" /><bpmn:userTask id="check" wf:assignee="starter" /><bpmn:endEvent id="done" />
      <bpmn:sequenceFlow id="i1" sourceRef="begin" targetRef="work" /><bpmn:sequenceFlow id="i2" sourceRef="work" targetRef="check" />
      <bpmn:sequenceFlow id="i3" sourceRef="check" targetRef="done" /></bpmn:subProcess>`
    const play = await played(
      sketch({ first: step('starter'), inside, last: step('starter') }, [
        'start > first > inside > last > end',
      ]),
    )
    completed(play, play.taskAt('first'))
    completed(play, play.taskAt('work'))
    expect(targetsOf(play, play.taskAt('check'))).toEqual(['work', 'first'])
    returned(play, play.taskAt('check'), 'first')
    for (const node of ['first', 'work', 'check']) completed(play, play.taskAt(node))
    expect(targetsOf(play, play.taskAt('last'))).toEqual(['first'])
  })
})

describe('signatures', () => {
  const two = sketch(
    {
      sign: signed('list', { decided: 'nrApproved &gt;= 2 or nrRejected &gt;= 2' }),
      gate: gateway('exclusive'),
      again: step('starter'),
    },
    ['start > sign > gate > end ? sign.nrApproved >= 2', 'gate > again !', 'again > sign'],
  )
  const list = ['a', 'b', 'c']

  it.each<[Outcome[], string[], string]>([
    [['approve', 'approve'], [], 'completed'],
    [['approve', 'reject', 'approve'], [], 'completed'],
    [['reject', 'approve', 'reject'], ['again'], 'running'],
    [['reject', 'reject'], ['again'], 'running'],
  ])('two of three: %j leads to %j', async (outcomes, steps, status) => {
    const play = await played(two, { list })
    for (const [at, outcome] of outcomes.entries()) completed(play, play.taskAt('sign', list[at]!), outcome)
    expect([play.steps, play.state.status]).toEqual([steps, status])
  })

  it('shows each outcome as its signer’s own, and none for those who were not needed', async () => {
    const play = await played(two, { list })
    completed(play, play.taskAt('sign', 'b'), 'reject')
    completed(play, play.taskAt('sign', 'c'), 'reject')
    const outcomes = play.closed.map(({ assignee, state, outcome, by }) => [assignee, state, outcome, by])
    expect(outcomes).toEqual([
      ['b', 'done', 'reject', 'b'],
      ['c', 'done', 'reject', 'c'],
      ['a', 'dropped', null, null],
    ])
  })

  it('of half of the people decide', async () => {
    const half = sketch({ sign: signed('list', { decided: 'nrApproved / nrOfInstances &gt;= 0.5' }) }, [
      'start > sign > end',
    ])
    const play = await played(half, { list: ['a', 'b', 'c', 'd'] })
    completed(play, play.taskAt('sign', 'a'))
    completed(play, play.taskAt('sign', 'b'), 'reject')
    expect(play.steps).toEqual(['sign', 'sign'])
    completed(play, play.taskAt('sign', 'c'))
    expect(play.state.status).toBe('completed')
  })

  it('in order are given one after the other, by the list of the beginning', async () => {
    const play = await played(
      sketch({ sign: signed('list', { inOrder: true }), after: step('starter') }, [
        'start > sign > after > end',
      ]),
      { list: ['a', 'b'] },
    )
    completed(play, play.taskAt('sign', 'a'), 'approve', { list: ['a', 'x', 'y'] })
    expect(play.open.map(({ assignee }) => assignee)).toEqual(['b'])
    completed(play, play.taskAt('sign', 'b'))
    expect(play.steps).toEqual(['after'])
  })

  it('of nobody are refused', async () => {
    await expect(played(two, { list: [] })).rejects.toThrow('没有可办理的人')
  })
})

describe('an added signer', () => {
  const one = sketch({ work: step('"a"'), after: step('starter') }, ['start > work > after > end'])
  const add = (play: Play, when: 'before' | 'after' | 'beside') => {
    const task = play.taskAt('work', 'a')
    play.act((run) => addSigner(run, task.id, whose(task), { to: 'b', when, opinion: '请复核' }))
    expectSound(play)
  }

  it('before signs first; then the one who asked', async () => {
    const play = await played(one)
    const { id } = play.taskAt('work', 'a')
    add(play, 'before')
    expect(() =>
      play.act((run) => complete(run, id, { id: 'a', roles: [] }, { outcome: 'approve', opinion: '' })),
    ).toThrow('正在等待前加签的人办理')
    completed(play, play.taskAt('work', 'b'), 'reject')
    completed(play, play.taskAt('work', 'a'))
    expect(play.steps).toEqual(['after'])
  })

  it.each([
    ['after signs when the one who asked has signed', 'after', ['a', 'b']],
    ['beside signs at the same time; the step waits for both', 'beside', ['b', 'a']],
  ] as const)('%s', async (_what, when, [first, second]) => {
    const play = await played(one)
    add(play, when)
    completed(play, play.taskAt('work', first))
    expect(play.steps).toEqual(['work'])
    completed(play, play.taskAt('work', second))
    expect(play.steps).toEqual(['after'])
  })
})

describe('a timer', () => {
  const nodes = { work: step('starter'), late: step('"chief"') }
  const flows = ['start > work > end', 'over > late > end']

  it('that interrupts ends the step, and comes once', async () => {
    const play = await played(sketch({ ...nodes, over: timerAt('work') }, flows))
    const timer = play.timers[0]!
    const fire = () => play.act((run) => run.timer(timer.token, timer.round, timer.node))
    fire()
    expect(play.steps).toEqual(['late'])
    fire()
    expect(play.steps).toEqual(['late'])
    expectSound(play)
  })

  it('beside the step leaves it open', async () => {
    const play = await played(sketch({ ...nodes, over: timerAt('work', { interrupts: false }) }, flows))
    const { token, round, node } = play.timers[0]!
    play.act((run) => run.timer(token, round, node))
    expect(play.steps).toEqual(['late', 'work'])
    completed(play, play.taskAt('work'))
    completed(play, play.taskAt('late'))
    expect(play.state.status).toBe('completed')
  })

  it('of an earlier visit of the step has no effect', async () => {
    const again = [...flows, 'gate > work ? again', 'gate > end !', 'work > gate'].filter(
      (each) => each !== 'work > end',
    )
    const play = await played(sketch({ ...nodes, over: timerAt('work'), gate: gateway('exclusive') }, again))
    const { token, round, node } = play.timers[0]!
    completed(play, play.taskAt('work'), 'approve', { again: true })
    play.act((run) => run.timer(token, round, node))
    expect(play.steps).toEqual(['work'])
  })
})

describe('gateways', () => {
  const inclusive = sketch(
    {
      first: step('starter'),
      fork: gateway('inclusive'),
      a: step('"a"'),
      b: step('"b"'),
      c: step('"c"'),
      join: gateway('inclusive'),
      last: step('starter'),
    },
    [
      'start > first > fork > a ? x > 1',
      'fork > b ? x > 2',
      'fork > c !',
      'a > join',
      'b > join',
      'c > join > last > end',
    ],
  )

  it.each([
    [0, ['c']],
    [2, ['a']],
    [3, ['a', 'b']],
  ])('an inclusive gateway with x = %d opens %j, and waits for all of them', async (x, steps) => {
    const play = await played(inclusive)
    completed(play, play.taskAt('first'), 'approve', { x })
    expect(play.steps).toEqual(steps)
    for (const node of steps) {
      expect(play.steps).not.toContain('last')
      completed(play, play.taskAt(node))
    }
    expect(play.steps).toEqual(['last'])
  })

  it('refuse a step after which nothing could go on', async () => {
    const choice = sketch(
      { choose: gateway('exclusive'), a: step('"a"'), b: step('"b"'), join: gateway('parallel') },
      ['start > choose > a ? left', 'choose > b !', 'a > join', 'b > join > end'],
    )
    const play = await played(choice)
    expect(() => completed(play, play.taskAt('b'))).toThrow('流程会停在网关“join”')
    expect(play.steps).toEqual(['b'])
  })

  it('end a loop without a step', async () => {
    const loop = sketch({ one: gateway('exclusive'), two: gateway('exclusive') }, [
      'start > one > two > one !',
      'two > end ? done',
    ])
    await expect(played(loop)).rejects.toThrow('不停的循环')
  })

  it('end everything at a terminating end', async () => {
    const stop = sketch(
      {
        fork: gateway('parallel'),
        a: step('"a"'),
        b: step('"b"'),
        stop: '<bpmn:endEvent id="%id"><bpmn:terminateEventDefinition /></bpmn:endEvent>',
      },
      ['start > fork > a', 'fork > b', 'a > stop', 'b > end'],
    )
    const play = await played(stop)
    completed(play, play.taskAt('a'))
    expect(play.state.status).toBe('completed')
    expectSound(play)
  })
})

describe('a task', () => {
  const offered = sketch(
    { work: '<bpmn:userTask id="%id" wf:candidateRoles="keeper, chief" wf:candidateUsers="list" />' },
    ['start > work > end'],
  )

  it.each([
    ['a candidate by name', { id: 'li', roles: [] }, true],
    ['a candidate by role', { id: 'x', roles: ['chief'] }, true],
    ['somebody else', { id: 'x', roles: ['guest'] }, false],
  ])('may be claimed by %s: %j', async (_, person, may) => {
    const play = await played(offered, { list: ['li'] })
    const { id } = play.open[0]!
    const attempt = () => play.act((run) => claim(run, id, person))
    if (!may) return expect(attempt).toThrow('您不是该环节的办理人')
    attempt()
    // It is nobody else's any more.
    expect(() => play.act((run) => claim(run, id, { id: 'other', roles: ['keeper'] }))).toThrow(
      '您不是该环节的办理人',
    )
  })

  it('is completed once', async () => {
    const play = await played(parallel)
    const task = play.taskAt('draft')
    completed(play, task)
    expect(() => completed(play, task)).toThrow('该环节已由他人办结')
  })

  it('goes to whom it is given, and nothing of it is left after the end', async () => {
    const play = await played(parallel)
    const draft = play.taskAt('draft')
    play.act((run) => transfer(run, draft.id, whose(draft), 'deputy', ''))
    completed(play, play.taskAt('draft', 'deputy'))
    play.act((run) => run.end('voided', '重复'))
    expectSound(play)
    expect(() => play.act((run) => run.end('voided', '重复'))).toThrow('流程已结束')
  })
})
