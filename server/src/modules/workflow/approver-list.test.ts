import { readdirSync, readFileSync } from 'node:fs'
import { conditionOf, feelOf } from '@heliodesk/contract/approver-list/conditions.ts'
import type { ApproverList, Locked, Step } from '@heliodesk/contract/approver-list/model.ts'
import { readList } from '@heliodesk/contract/approver-list/read.ts'
import { writeList } from '@heliodesk/contract/approver-list/write.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { blank, conditions, listOf, lists, moddle } from './approver-list.fixture.ts'
import { drawn, faultsOf } from './diagram.fixture.ts'
import { undrawn } from './diagram.ts'
import { compile } from './engine/compile.ts'
import { expressionOf } from './engine/expressions.ts'
import { Play } from './engine/play.fixture.ts'
import type { Node, Variables } from './engine/process.ts'
import { gateway, sketch, step, timerAt } from './engine/process.fixture.ts'
import { complete } from './engine/signing.ts'
import type { Outcome, Task } from './engine/state.ts'

const folder = new URL('first-data/', import.meta.url)
const shipped = readdirSync(folder).map(
  (file) => [file, readFileSync(new URL(file, folder), 'utf8')] as const,
)

const listIn = async (xml: string) => {
  const read = await readList(moddle, xml)
  if ('refusal' in read) throw new Error(read.refusal)
  return read.list
}

const variables = {
  deputy: '13',
  reviewers: ['11', '12'],
  amount: 700,
  kind: 'b',
  备注: 'a "b"',
  department: '7',
}

/** Which steps, copies and timers come after each other when everybody approves. */
const expectedPath = (steps: readonly Step[], values: Variables): string[] =>
  steps.flatMap((each) => {
    if (each.kind !== 'choice') return [each.id]
    const taken = each.branches.find(
      ({ condition }) => condition === null || expressionOf(feelOf(condition)).valueOf(values) === true,
    )
    return expectedPath(taken!.steps, values)
  })

const actorOf = ({ assignee, candidates }: Task) => {
  const [first] = candidates
  return {
    id: assignee ?? (first?.kind === 'user' ? first.ref : 'somebody'),
    roles: first?.kind === 'role' ? [first.ref] : [],
    rights: first?.kind === 'right' ? [first.ref] : [],
  }
}

function decide(play: Play, outcome: Outcome = 'approve') {
  const task = play.open[0]
  if (task) return play.act((run) => complete(run, task.id, actorOf(task), { outcome, opinion: '' }))
  const { token, round, node } = play.timers[0]!
  play.act((run) => run.timer(token, round, node))
}

function walked(play: Play): string[] {
  for (let at = 0; at < 200 && play.state.status === 'running'; at++) decide(play)
  expect(play.state.status).toBe('completed')
  // A copy step that gives nobody a copy has no event but that it was come to.
  const isCopy = (node = '') => play.process.nodes.get(node)?.kind === 'copy'
  const visited = play.history.filter(
    ({ kind, node }) => kind === 'open' || kind === 'timer' || (kind === 'enter' && isCopy(node)),
  )
  return visited.flatMap(({ node }, at) => (node === visited[at - 1]?.node ? [] : node!))
}

describe('a list', () => {
  it('is written as a process that runs, is drawn clearly, and is read as the same list', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const xml = await writeList(moddle, blank, list)
        const compiled = await compile(xml)
        expect(undrawn(compiled)).toEqual([])
        expect(faultsOf(compiled)).toEqual([])
        expect(await listIn(xml)).toEqual(list)
        expect(await writeList(moddle, xml, list)).toBe(xml)
        expect(walked(new Play(compiled.process, variables))).toEqual(expectedPath(list.steps, variables))
      }),
      { numRuns: runs(50) },
    )
  })

  it('can be written into the file of any other list', async () => {
    await fc.assert(
      fc.asyncProperty(lists, lists, async (one, other) => {
        const xml = await writeList(moddle, await writeList(moddle, blank, one), other)
        const compiled = await compile(xml)
        expect([undrawn(compiled), faultsOf(compiled)]).toEqual([[], []])
        expect(await listIn(xml)).toEqual(other)
      }),
      { numRuns: runs(20) },
    )
  })

  it('keeps a draft that is not complete, which does not run yet', async () => {
    const nobody: Step = {
      kind: 'handling',
      id: '',
      name: '',
      who: [],
      pass: { of: 'all' },
      inOrder: true,
      due: null,
    }
    const together: Step = { ...nobody, who: [{ kind: 'superior' }, { kind: 'role', code: 'r10020' }] }
    const told: Step = { kind: 'copy', id: '', name: '', who: [] }
    const free: Step = { ...nobody, pass: { of: 'any' }, inOrder: false }
    const list = listOf([
      nobody,
      told,
      together,
      {
        kind: 'choice',
        id: '',
        name: '',
        join: '',
        branches: [
          { id: '', name: '', condition: { rows: [] }, steps: [free] },
          { id: '', name: '', condition: null, steps: [] },
        ],
      },
    ])
    const xml = await writeList(moddle, blank, list)
    expect(await listIn(xml)).toEqual(list)
    await expect(compile(xml)).rejects.toThrow(/“step_1”没有指定办理人.*“step_2”没有指定抄送人/)
  })

  it('goes back to the starter after a refusal, or ends', async () => {
    const approval = (refusal: 'amend' | 'end', of: 'any' | 'all' = 'any') =>
      ({
        kind: 'approval',
        id: '',
        name: '审批',
        result: '',
        inOrder: false,
        due: null,
        refusal,
        who: [
          { kind: 'person', id: '11' },
          { kind: 'person', id: '12' },
        ],
        pass: { of },
      }) satisfies Step
    const wait: Step = { kind: 'wait', id: '', name: '等待', time: { duration: 'PT1H' } }
    const list = listOf([wait, approval('amend', 'all'), approval('end')])
    const { process } = await compile(await writeList(moddle, blank, list))
    const play = new Play(process, variables)
    decide(play)
    expect(play.steps).toEqual(['step_2', 'step_2'])
    decide(play, 'reject')
    expect(play.steps).toEqual(['amend'])
    decide(play)
    expect(play.timers.map(({ node }) => node)).toEqual(['step_1'])
    for (let at = 0; at < 3; at++) decide(play)
    expect(play.steps).toEqual(['step_3'])
    decide(play, 'reject')
    expect(play.state.status).toBe('refused')
    expect(play.history.filter(({ kind, node }) => kind === 'enter' && node === 'refused')).toHaveLength(1)
  })

  it('keeps conditions that rows can say as rows, and others as FEEL', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        const feel = feelOf(condition)
        expect(conditionOf(feel)).toEqual(condition)
        expect(() => expressionOf(feel)).not.toThrow()
      }),
    )
    const holds = (feel: string) => expressionOf(feel).valueOf(variables)
    expect(holds(feelOf({ rows: [{ field: 'kind', operator: 'in', value: ['a', 'b'] }] }))).toBe(true)
    expect(holds(feelOf({ rows: [{ field: '备注', operator: 'contains', value: '"b"' }] }))).toBe(true)
    for (const feel of [
      'amount > days',
      'review.outcome = "approve"',
      'amount>3',
      'a = "\\x"',
      'not(a = 1)',
      'a = 1 and ',
    ])
      expect(conditionOf(feel)).toEqual({ feel })
  })
})

/** A node without its neighbours. */
const alone = (node?: Node) =>
  JSON.stringify(node, (key, value: unknown) =>
    ['incoming', 'outgoing', 'otherwise', 'boundaries'].includes(key) ? undefined : value,
  )

describe('a process of the product', () => {
  it.each(shipped)('%s is read and written without loss', async (_file, xml) => {
    const list = await listIn(xml)
    const written = await writeList(moddle, xml, list)
    const [before, after] = [await compile(xml), await compile(written)]
    expect(undrawn(after)).toEqual([])
    expect(faultsOf(after)).toEqual([])
    // Other tools read only the names of BPMN's own schema.
    const tags = (file: string) => new Set(file.match(/<bpmn:\w+/g))
    expect(tags(written)).toEqual(tags(xml))
    for (const [id, node] of before.process.nodes)
      expect(alone(after.process.nodes.get(id))).toEqual(alone(node))
    expect(await listIn(written)).toEqual(list)
  })
})

describe('a copy', () => {
  it('is a step of the list in whichever way it was drawn, with everybody that it names', async () => {
    const tell =
      '<bpmn:sendTask id="%id" name="告知" wf:candidateHeads="starter" wf:candidateRoles="r10010" />'
    const xml = sketch({ tell, work: step('starter') }, ['start > tell', 'tell > work', 'work > end'])
    const list = await listIn(xml)
    const copy: Step = {
      kind: 'copy',
      id: 'tell',
      name: '告知',
      who: [{ kind: 'superior' }, { kind: 'role', code: 'r10010' }],
    }
    expect(list.steps).toMatchObject([copy, { kind: 'handling', id: 'work' }])
    const more: Step = { ...copy, who: [{ kind: 'person', id: '11' }] }
    const { process } = await compile(await writeList(moddle, xml, { ...list, steps: [more] }))
    expect(process.nodes.get('tell')).toMatchObject({
      kind: 'copy',
      actors: { assignee: { text: '"11"' }, heads: [], roles: [] },
    })
  })

  it('stays as it is where the list has no words for whom it names', async () => {
    const tell =
      '<bpmn:sendTask id="%id" wf:candidateUsers="if a then b else c" wf:candidateRoles="r10010" />'
    const xml = sketch({ tell, work: step('starter') }, ['start > tell', 'tell > work', 'work > end'])
    const list = await listIn(xml)
    expect(list.steps).toMatchObject([{ kind: 'locked', elements: ['tell'] }, { kind: 'handling' }])
    const { process } = await compile(await writeList(moddle, xml, list))
    expect(process.nodes.get('tell')).toMatchObject({
      actors: { users: { text: 'if a then b else c' }, roles: ['r10010'] },
    })
  })
})

describe('a part that a list cannot show', () => {
  const fork = sketch(
    {
      first: step('starter'),
      fork: gateway('parallel'),
      one: step('a', 'wf:businessState="2"'),
      late: timerAt('one', { interrupts: false }),
      other: step('b'),
      join: gateway('parallel'),
      aside: '<bpmn:endEvent id="%id" />',
      last: step('starter'),
    },
    [
      'start > first > fork > one',
      'fork > other',
      'one > join',
      'other > join',
      'late > aside',
      'join > last > end',
    ],
  )

  it('is one locked step, and stays as it is while what is around it changes', async () => {
    for (const xml of [fork, drawn(fork)]) {
      const list = await listIn(xml)
      expect(list.steps.map(({ kind, id }) => [kind, id])).toEqual([
        ['handling', 'first'],
        ['locked', 'fork'],
        ['handling', 'last'],
      ])
      const [first, locked, last] = list.steps
      const wait: Step = { kind: 'wait', id: 'wait', name: '等待', time: { workingDays: 1 } }
      const changed = await writeList(moddle, xml, { ...list, steps: [locked!, wait, last!, first!] })
      const [before, after] = [await compile(xml), await compile(changed)]
      expect(undrawn(after)).toEqual([])
      expect(faultsOf(after).filter((fault) => fault.includes('is over'))).toEqual([])
      expect(await listIn(changed)).toMatchObject({ steps: [locked, wait, last, first] })
      for (const id of (locked as Locked).elements)
        expect(alone(after.process.nodes.get(id))).toBe(alone(before.process.nodes.get(id)))
      expect(after.process.flows.get('flow7')).toMatchObject({ from: 'join', to: 'wait' })
    }
  })

  it('is the whole process where flows lead back into it', async () => {
    const loop = sketch({ a: step('starter'), which: gateway('exclusive'), b: step('starter') }, [
      'start > a > which > a ? again',
      'which > b !',
      'b > end',
    ])
    const list = await listIn(loop)
    expect(list.steps).toMatchObject([
      { kind: 'locked', id: 'a', elements: ['a', 'which'], exits: ['flow3'] },
      { kind: 'handling', id: 'b' },
    ])
    const changed: ApproverList = { ...list, steps: list.steps.slice(0, 1) }
    const { process } = await compile(await writeList(moddle, loop, changed))
    expect([...process.flows.values()].map(({ from, to }) => `${from} > ${to}`)).toEqual(
      expect.arrayContaining(['start > a', 'a > which', 'which > a', 'which > end']),
    )
    expect(process.nodes.has('b')).toBe(false)
  })

  it('is refused with the reason where there is no list', async () => {
    const refusalOf = async (xml: string) => await readList(moddle, xml)
    expect(await refusalOf('no file')).toEqual({ refusal: '不是 BPMN 2.0 文件' })
    expect(await refusalOf(sketch({ a: step('starter') }, ['start > end']))).toEqual({
      refusal: '“a”没有从开始事件连过来',
    })
  })
})
