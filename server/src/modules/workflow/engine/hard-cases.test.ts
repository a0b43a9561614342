import { describe, expect, it } from 'vitest'
import { completed, fire, played, returned } from './moves.fixture.ts'
import { gateway, signed, sketch, step, timerAt } from './process.fixture.ts'
import { returnTargets } from './returning.ts'

// What went wrong in other engines, by their issue trackers.

const STOP = '<bpmn:endEvent id="%id"><bpmn:terminateEventDefinition /></bpmn:endEvent>'

describe('a terminating end', () => {
  // camunda/camunda#10590
  it('ends a branch that waits at a gateway', async () => {
    const play = await played(
      sketch(
        {
          fork: gateway('parallel'),
          a: step('"a"'),
          b: step('"b"'),
          c: step('"c"'),
          join: gateway('parallel'),
          stop: STOP,
        },
        ['start > fork > a', 'fork > b', 'fork > c', 'a > join', 'c > join > end', 'b > stop'],
      ),
    )
    completed(play, play.taskAt('a'))
    completed(play, play.taskAt('b'))
    expect(play.state.status).toBe('completed')
  })

  it('that a fork comes to at once ends the branches after it, which do not begin', async () => {
    const play = await played(
      sketch({ first: step('starter'), fork: gateway('parallel'), stop: STOP, b: step('"b"') }, [
        'start > first > fork > stop',
        'fork > b > end',
      ]),
    )
    completed(play, play.taskAt('first'))
    expect(play.state.status).toBe('completed')
    expect(play.history.filter(({ node }) => node === 'b')).toEqual([])
  })

  // ProcessMaker/processmaker#3242
  it('after a refusal in one branch takes the steps of the others away', async () => {
    const play = await played(
      sketch(
        {
          fork: gateway('parallel'),
          a: step('"a"'),
          b: step('"b"'),
          which: gateway('exclusive'),
          stop: STOP,
          join: gateway('parallel'),
        },
        [
          'start > fork > a',
          'fork > b',
          'a > which > stop ? a.outcome = "reject"',
          'which > join !',
          'b > join > end',
        ],
      ),
    )
    completed(play, play.taskAt('a'), 'reject')
    expect(play.state.status).toBe('refused')
    expect(play.closed.map(({ node, state, by }) => [node, state, by])).toEqual([
      ['a', 'done', 'a'],
      ['b', 'dropped', null],
    ])
  })

  // camunda/camunda-modeler-token-simulation-plugin#49, kiegroup/jbpm#98
  it('inside a subprocess ends that only', async () => {
    const inside = `<bpmn:subProcess id="%id"><bpmn:startEvent id="begin" /><bpmn:parallelGateway id="both" />
      <bpmn:userTask id="x" wf:assignee="starter" /><bpmn:userTask id="y" wf:assignee="starter" />
      <bpmn:endEvent id="halt"><bpmn:terminateEventDefinition /></bpmn:endEvent><bpmn:endEvent id="done" />
      <bpmn:sequenceFlow id="i1" sourceRef="begin" targetRef="both" /><bpmn:sequenceFlow id="i2" sourceRef="both" targetRef="x" />
      <bpmn:sequenceFlow id="i3" sourceRef="both" targetRef="y" /><bpmn:sequenceFlow id="i4" sourceRef="x" targetRef="halt" />
      <bpmn:sequenceFlow id="i5" sourceRef="y" targetRef="done" /></bpmn:subProcess>`
    const play = await played(sketch({ inside, last: step('starter') }, ['start > inside > last > end']))
    completed(play, play.taskAt('x'))
    expect(play.steps).toEqual(['last'])
  })
})

describe('a join', () => {
  const flows = [
    'start > enter > fork > a',
    'fork > b',
    'a > join',
    'b > join > check > which > enter ? check.outcome = "reject"',
    'which > end !',
  ]
  const loop = sketch(
    {
      enter: gateway('exclusive'),
      fork: gateway('parallel'),
      a: step('"a"'),
      b: step('"b"'),
      join: gateway('parallel'),
      check: step('"c"'),
      which: gateway('exclusive'),
    },
    flows,
  )

  // pbinitiative/zenbpm#641
  it('counts the branches of this pass only', async () => {
    const play = await played(loop)
    for (const node of ['a', 'b']) completed(play, play.taskAt(node))
    completed(play, play.taskAt('check'), 'reject')
    completed(play, play.taskAt('a'))
    expect(play.steps).toEqual(['b'])
    completed(play, play.taskAt('b'))
    completed(play, play.taskAt('check'))
    expect(play.state.status).toBe('completed')
  })

  // flowable/flowable-engine#1641, YunaiV/ruoyi-vue-pro#867
  it('works after a return inside a branch whose sibling has come already', async () => {
    const play = await played(
      sketch(
        {
          fork: gateway('parallel'),
          a1: step('"a"'),
          a2: step('"a"'),
          b: step('"b"'),
          join: gateway('parallel'),
          last: step('starter'),
        },
        ['start > fork > a1', 'fork > b', 'a1 > a2 > join', 'b > join > last > end'],
      ),
    )
    completed(play, play.taskAt('b'))
    completed(play, play.taskAt('a1'))
    returned(play, play.taskAt('a2'))
    expect(play.steps).toEqual(['a1'])
    for (const node of ['a1', 'a2']) completed(play, play.taskAt(node))
    expect(play.steps).toEqual(['last'])
  })

  // flowable/flowable-engine#3577
  it('is not needed: branches may have ends of their own', async () => {
    const play = await played(
      sketch(
        { fork: gateway('parallel'), a: step('"a"'), b: step('"b"'), other: '<bpmn:endEvent id="%id" />' },
        ['start > fork > a', 'fork > b', 'a > end', 'b > other'],
      ),
    )
    completed(play, play.taskAt('a'))
    expect(play.state.status).toBe('running')
    completed(play, play.taskAt('b'))
    expect(play.state.status).toBe('completed')
  })
})

describe('a step that several people sign', () => {
  const list = ['a', 'b', 'c']
  const two = sketch({ sign: signed('list', { decided: 'nrApproved &gt;= 2' }), check: step('"chief"') }, [
    'start > sign > check > end',
  ])

  // YunaiV/ruoyi-vue-pro#668, flowable/flowable-engine#2669
  it('is returned to with all its signers, whose votes are counted anew', async () => {
    const play = await played(two, { list })
    completed(play, play.taskAt('sign', 'a'))
    completed(play, play.taskAt('sign', 'b'))
    returned(play, play.taskAt('check'))
    expect(play.open.map(({ assignee }) => assignee)).toEqual(list)
    completed(play, play.taskAt('sign', 'c'))
    expect(play.steps).toEqual(['sign', 'sign'])
    completed(play, play.taskAt('sign', 'a'))
    expect(play.steps).toEqual(['check'])
  })

  // camunda/camunda#8321
  it('goes on when the last signature decides it', async () => {
    const play = await played(two, { list })
    completed(play, play.taskAt('sign', 'a'))
    completed(play, play.taskAt('sign', 'b'), 'reject')
    completed(play, play.taskAt('sign', 'c'))
    expect(play.steps).toEqual(['check'])
  })

  // Activiti/Activiti#1633
  it('is left by the flow whose condition holds', async () => {
    const play = await played(
      sketch({ sign: signed('list'), yes: step('"y"'), no: step('"n"') }, [
        'start > sign > yes ? sign.nrRejected = 0',
        'sign > no ? sign.nrRejected > 0',
        'yes > end',
        'no > end',
      ]),
      { list },
    )
    for (const person of list) completed(play, play.taskAt('sign', person))
    expect(play.steps).toEqual(['yes'])
  })

  // sartography/spiff-arena#2944
  it('keeps what was signed when its timer ends it', async () => {
    const play = await played(
      sketch({ sign: signed('list'), over: timerAt('sign'), late: step('"chief"') }, [
        'start > sign > end',
        'over > late > end',
      ]),
      { list },
    )
    completed(play, play.taskAt('sign', 'b'), 'reject')
    fire(play)
    expect(play.steps).toEqual(['late'])
    expect(play.closed.map(({ assignee, state, outcome }) => [assignee, state, outcome])).toEqual([
      ['b', 'done', 'reject'],
      ['a', 'dropped', null],
      ['c', 'dropped', null],
    ])
  })
})

describe('a timer', () => {
  // camunda/camunda#1590
  it('of a step that was left by several flows has no effect', async () => {
    const play = await played(
      sketch(
        {
          work: step('starter'),
          over: timerAt('work'),
          late: step('"chief"'),
          a: step('"a"'),
          b: step('"b"'),
        },
        ['start > work > a', 'work > b', 'over > late', 'a > end', 'b > end', 'late > end'],
      ),
    )
    const { token, round, node } = play.timers[0]!
    completed(play, play.taskAt('work'))
    play.act((run) => run.timer(token, round, node))
    expect(play.steps).toEqual(['a', 'b'])
    expect(play.timers).toEqual([])
  })

  it('of a subprocess ends its steps, and what ran beside them', async () => {
    const inside = `<bpmn:subProcess id="%id"><bpmn:startEvent id="begin" /><bpmn:userTask id="x" wf:assignee="starter" />
      <bpmn:boundaryEvent id="nudge" attachedToRef="x" cancelActivity="false"><bpmn:timerEventDefinition><bpmn:timeDuration>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>
      <bpmn:userTask id="remind" wf:assignee="starter" /><bpmn:endEvent id="done" />
      <bpmn:sequenceFlow id="i1" sourceRef="begin" targetRef="x" /><bpmn:sequenceFlow id="i2" sourceRef="x" targetRef="done" />
      <bpmn:sequenceFlow id="i3" sourceRef="nudge" targetRef="remind" /><bpmn:sequenceFlow id="i4" sourceRef="remind" targetRef="done" /></bpmn:subProcess>`
    const play = await played(
      sketch({ inside, over: timerAt('inside'), late: step('"chief"') }, [
        'start > inside > end',
        'over > late > end',
      ]),
    )
    fire(
      play,
      play.timers.findIndex(({ node }) => node === 'nudge'),
    )
    expect(play.steps).toEqual(['remind', 'x'])
    fire(
      play,
      play.timers.findIndex(({ node }) => node === 'over'),
    )
    expect(play.steps).toEqual(['late'])
  })
})

// flowable/flowable-engine#1222
it('a step that was returned is returned again, and nobody is offered the step itself', async () => {
  const play = await played(
    sketch({ a: step('"a"'), b: step('"b"'), c: step('"c"') }, ['start > a > b > c > end']),
  )
  completed(play, play.taskAt('a'))
  completed(play, play.taskAt('b'))
  returned(play, play.taskAt('c'))
  returned(play, play.taskAt('b'))
  expect(play.act((run) => returnTargets(run, play.taskAt('a')))).toEqual([])
  for (const node of ['a', 'b']) completed(play, play.taskAt(node))
  expect(play.act((run) => returnTargets(run, play.taskAt('c')))).toEqual(['b', 'a'])
})
