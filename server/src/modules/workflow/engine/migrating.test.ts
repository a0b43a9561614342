import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/runs.ts'
import { compile } from './compile.ts'
import { migrate, misfitsOf, unmatchedOf, type Versions } from './migrating.ts'
import { expectSound, Play } from './play.fixture.ts'
import { blocks, gateway, signed, sketch, step, timerAt, xmlOf } from './process.fixture.ts'
import { boundariesOf, type Flow, type Node, type Process } from './process.ts'
import { Run } from './run.ts'
import { complete } from './signing.ts'
import { WorkflowError } from './state.ts'
import { chooser, chosen, onward, type Operation } from './walk.fixture.ts'

const same = new Map<string, string>()
const why = { actor: 'keeper', opinion: '换版', to: '第 2 版' }
const processOf = async (nodes: Record<string, string>, flows: string[]) =>
  (await compile(sketch(nodes, flows))).process

/** Carries a play over, and lets it go on by the new process. */
function carry(play: Play, versions: Versions): Play {
  const state = structuredClone(play.state)
  const run = new Run(versions.to, state, { actor: 'keeper', dueIn: () => new Date(0) })
  const timers = migrate(run, versions, play.timers, why)
  const dueOf = new Map(play.timers.map((timer) => [`${timer.token} ${timer.node}`, timer.dueAt]))
  return Object.assign(Object.create(Play.prototype) as Play, {
    process: versions.to,
    state,
    history: [],
    closed: [],
    timers: [
      ...timers.map(({ before, ...timer }) => ({ ...timer, dueAt: dueOf.get(`${timer.token} ${before}`)! })),
      ...run.timers,
    ],
  })
}

/** A process without one of its steps: what came to it goes to what follows it. */
function without(process: Process, { id, incoming, outgoing }: Node): Process {
  const [before, after] = [incoming[0]!, outgoing[0]!]
  const joined: Flow = { ...after, from: before.from, condition: before.condition }
  const flows = new Map(
    [...process.flows]
      .filter(([flow]) => flow !== before.id)
      .map(([flow, each]) => [flow, flow === after.id ? joined : each]),
  )
  const swap = (list: readonly Flow[]) =>
    list.map((flow) => (flow.id === before.id || flow.id === after.id ? joined : flow))
  const nodes = [...process.nodes].flatMap(([key, node]): [string, Node][] => {
    if (key === id) return []
    const otherwise = 'otherwise' in node && node.otherwise?.id === before.id ? { otherwise: joined } : {}
    return [
      [key, { ...node, incoming: swap(node.incoming), outgoing: swap(node.outgoing), ...otherwise } as Node],
    ]
  })
  return { ...process, nodes: new Map(nodes), flows }
}

/** Does an operation; one that is refused changes nothing. */
function does(play: Play, operation: Operation): void {
  try {
    play.act(operation.step, operation.actor, operation.timer)
  } catch (error) {
    expect(error).toBeInstanceOf(WorkflowError)
  }
}

/** Some way into a random process. */
function walk(process: Process, numbers: readonly number[]): Play {
  const play = new Play(process, { signers: ['a', 'b', 'c'] })
  const choose = chooser(numbers)
  for (let at = 0; at < numbers.length && play.state.status === 'running'; at++)
    does(play, chosen(play, choose, ['deputy', 'added', 'other']))
  return play
}

describe('any running instance', () => {
  it('goes over to an identical copy without a change', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, fc.array(fc.nat(), { maxLength: 20 }), async (block, numbers) => {
        const xml = xmlOf(block)
        const [from, to] = [(await compile(xml)).process, (await compile(xml)).process]
        const play = walk(from, numbers)
        const versions = { from, to, mapping: same }
        expect(misfitsOf(versions, play.state, play.timers)).toEqual([])
        expect(unmatchedOf(versions, [play.state])).toEqual([])
        const carried = carry(play, versions)
        expect(carried.state).toEqual(play.state)
        expect(carried.timers).toEqual(play.timers)
        expectSound(carried)
      }),
      { numRuns: runs(120) },
    )
  })

  it('is refused by a version without a step exactly if it stands there', async () => {
    let [refused, carriedOn] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        blocks,
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.nat(),
        async (block, numbers, which) => {
          const from = (await compile(xmlOf(block))).process
          const play = walk(from, numbers)
          if (play.state.status !== 'running') return
          const removable = [...from.nodes.values()].filter(
            (node) =>
              (node.kind === 'user' || node.kind === 'catch') &&
              boundariesOf(node).length === 0 &&
              node.incoming.length === 1 &&
              node.outgoing.length === 1 &&
              node.incoming[0]!.from !== node.outgoing[0]!.to,
          )
          const node = removable[which % Math.max(removable.length, 1)]
          if (!node) return
          const versions = { from, to: without(from, node), mapping: same }
          const stands = [...play.state.tokens.values()].some((token) => token.node === node.id)
          expect(misfitsOf(versions, play.state, play.timers).length > 0).toBe(stands)
          expect(unmatchedOf(versions, [play.state]).map(({ id }) => id)).toEqual(stands ? [node.id] : [])
          if (stands) refused += 1
          else {
            carriedOn += 1
            const carried = carry(play, versions)
            // The step that is gone may have been the only one that could end its loop.
            carried.state.variables = { ...carried.state.variables, again: false }
            for (let left = 300; left > 0 && carried.state.status === 'running'; left--)
              does(carried, onward(carried))
            // Votes of before may have refused a step that is the last one now.
            expect(['completed', 'refused']).toContain(carried.state.status)
          }
        },
      ),
      { numRuns: runs(200) },
    )
    expect(refused).toBeGreaterThan(0)
    expect(carriedOn).toBeGreaterThan(0)
  })
})

describe('a migration', () => {
  const flows = ['start > work > check > end']

  it('takes a step that has another id and name along, with its task, its timer and its way back', async () => {
    const from = await processOf({ work: step('a'), check: step('b'), late: timerAt('check') }, [
      ...flows,
      'late > end',
    ])
    const to = await processOf(
      { work: step('a'), review: step('b'), after: timerAt('review'), soon: timerAt('review') },
      ['start > work > review > end', 'after > end', 'soon > end'],
    )
    const play = new Play(from, { a: 'anna', b: 'ben' })
    play.act((run) =>
      complete(run, play.taskAt('work').id, { id: 'anna', roles: [] }, { outcome: 'approve', opinion: '' }),
    )
    const mapping = new Map([
      ['check', 'review'],
      ['late', 'after'],
    ])
    expect(misfitsOf({ from, to, mapping: same }, play.state, play.timers)).toEqual([
      '“check”在新版本中不存在',
      '“late”的计时在新版本中不存在',
    ])
    expect(misfitsOf({ from, to, mapping }, play.state, play.timers)).toEqual([])
    const carried = carry(play, { from, to, mapping })
    expect(carried.steps).toEqual(['review'])
    expect(carried.taskAt('review', 'ben').name).toBe('review')
    expect(carried.timers.map(({ node }) => node)).toEqual(['after', 'soon'])
    carried.act((run) =>
      complete(
        run,
        carried.taskAt('review').id,
        { id: 'ben', roles: [] },
        { outcome: 'approve', opinion: '' },
      ),
    )
    expect(carried.state.status).toBe('completed')
  })

  it.each<[string, Record<string, string>, string[], string]>([
    [
      'another kind of node',
      { work: gateway('parallel'), check: step('b') },
      flows,
      '“work”在新版本中是另一种环节',
    ],
    ['another way of signing', { work: signed('list'), check: step('b') }, flows, '“work”的会签方式不同'],
    [
      'another subprocess',
      {
        sub: `<bpmn:subProcess id="sub"><bpmn:startEvent id="s2" /><bpmn:userTask id="work" name="work" wf:assignee="a" /><bpmn:endEvent id="e2" /><bpmn:sequenceFlow id="f8" sourceRef="s2" targetRef="work" /><bpmn:sequenceFlow id="f9" sourceRef="work" targetRef="e2" /></bpmn:subProcess>`,
        check: step('b'),
      },
      ['start > sub > check > end'],
      '“work”在新版本中属于另一个子流程',
    ],
  ])('refuses %s', async (_what, nodes, others, reason) => {
    const from = await processOf({ work: step('a'), check: step('b') }, flows)
    const to = await processOf(nodes, others)
    const play = new Play(from, { a: 'anna', b: 'ben' })
    expect(misfitsOf({ from, to, mapping: same }, play.state, play.timers)).toEqual([reason])
  })

  it('refuses branches that would wait for one that was never begun', async () => {
    const nodes = { fork: gateway('parallel'), one: step('a'), two: step('a'), join: gateway('parallel') }
    const edges = ['start > fork > one', 'fork > two', 'one > join', 'two > join > end']
    const from = await processOf(nodes, edges)
    const to = await processOf({ ...nodes, three: step('a') }, [...edges, 'fork > three', 'three > join'])
    const play = new Play(from, { a: 'anna' })
    expect(misfitsOf({ from, to, mapping: same }, play.state, play.timers)).toEqual(['“fork”分出的分支不同'])
    play.act((run) =>
      complete(run, play.taskAt('one').id, { id: 'anna', roles: [] }, { outcome: 'approve', opinion: '' }),
    )
    expect(misfitsOf({ from, to, mapping: same }, play.state, play.timers)).toContain('“join”汇合的分支不同')
  })
})
