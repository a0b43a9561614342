import { array, assert, asyncProperty, boolean, constantFrom, nat, record, type Arbitrary } from 'fast-check'
import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { expect, it } from 'vitest'
import { selectionOf } from './cover.ts'
import { toItem } from './org-items.ts'
import { keyOf, PlainOrg, type PlainNode } from './plain-org.fixture.ts'
import type { OrgScope } from './selection.ts'
import { settleCover } from './settle-cover.ts'
import { TreeSession } from './tree-session.ts'
import { TreeStore, type TreeItem } from './tree-store.ts'

const RUNS = 150 * Number(process.env.HELIODESK_RUNS ?? 1)

type Shape = { stations: { project: number; disabled: boolean }[]; below: Shape[] }

const station = record({ project: nat(3), disabled: boolean() })
const shape = (depth: number): Arbitrary<Shape> =>
  record({
    stations: array(station, { maxLength: 4 }),
    below: depth === 0 ? constantFrom<Shape[]>([]) : array(shape(depth - 1), { maxLength: 3 }),
  })

/** Departments with their parts of projects 1 to 4; each project lies in several departments. */
function grow(shapes: readonly Shape[]): PlainNode[] {
  let last = 0
  const department = ({ stations, below }: Shape, code: string): PlainNode => {
    const projects = [...new Set(stations.map(({ project }) => project))].toSorted(
      (one, other) => one - other,
    )
    const parts = projects.map((project): PlainNode => ({
      kind: 'part',
      id: String(project + 1),
      name: `项目${project + 1}`,
      code,
      disabled: false,
      kids: stations
        .filter((each) => each.project === project)
        .map(({ disabled }): PlainNode => {
          const id = String(++last)
          return { kind: 'station', id, name: `电站${id}`, code, disabled, kids: [] }
        }),
    }))
    const kids = below.map((each, index) => department(each, `${code}A0${index + 1}`))
    const id = String(++last)
    return { kind: 'department', id, name: `部门${id}`, code, disabled: false, kids: [...kids, ...parts] }
  }
  return shapes.map((each, index) => department(each, `A0${index + 1}`))
}

type Step = { kind: 'load' | 'check' | 'uncheck' | 'toggle' | 'search' | 'clear' | 'settle'; at: number }

const step: Arbitrary<Step> = record({
  kind: constantFrom('load', 'check', 'check', 'uncheck', 'toggle', 'search', 'clear', 'settle'),
  at: nat(1000),
})

const baseOf = (org: PlainOrg, picks: readonly number[]): OrgScope => {
  const nodes = [...org.all.values()].map(({ node }) => node)
  const picked = picks.map((at) => nodes[at % nodes.length]!)
  const of = (kind: PlainNode['kind']) => picked.filter((node) => node.kind === kind)
  return {
    depIds: of('department').map(({ id }) => id),
    depCodes: of('department').map(({ code }) => code),
    psaIds: of('part').map(({ id }) => id),
    psIds: of('station').map(({ id }) => id),
  }
}

it('emits what a plain model of sets of stations says, over random trees, loads, checks and searches', async () => {
  await assert(
    asyncProperty(
      array(shape(2), { minLength: 1, maxLength: 2 }),
      array(nat(1000), { maxLength: 3 }),
      array(step, { minLength: 1, maxLength: 25 }),
      async (shapes, picks, steps) => {
        const org = new PlainOrg(grow(shapes))
        const base = baseOf(org, picks)
        const session = new TreeSession<OrgNode>({
          top: async () => org.top(base).map(toItem),
          children: async ({ key }) => org.children(key, base).map(toItem),
          search: async (word) => org.search(word, base).map(toItem),
        })
        await session.load()
        const { store } = session
        const chosen = org.covered(base)
        let last: PlainNode | null = null

        const known = () => [...org.all.values()].filter(({ node }) => store.get(keyOf(node)))
        for (const { kind, at } of steps) {
          const targets = known().map(({ node }) => node)
          const node = targets[at % targets.length]!
          const target = store.get(keyOf(node))!
          const stations = org.stationsOf(node)
          if (kind === 'load') await session.complete([target])
          else if (kind === 'search') await session.search(at % 4 === 0 ? '' : String(at % 12))
          else if (kind === 'settle') await settleCover(session, (at % 3) + 1)
          else if (kind === 'clear') {
            store.clear()
            chosen.clear()
            last = null
          } else {
            const on =
              stations.length > 0 &&
              (kind === 'toggle' ? stations.some((id) => !chosen.has(id)) : kind === 'check')
            if (kind === 'toggle') store.toggle(target)
            else store.set(target, on)
            for (const id of stations)
              if (on) chosen.add(id)
              else chosen.delete(id)
            if (on) last = node
          }
          expectSame(org, store, chosen)
        }

        const { entries, open } = await settleCover(session)
        expect(open).toEqual([])
        const emitted = selectionOf(entries, store.chosen, store.last, session.word)
        const cover = org.cover(chosen)
        const ids = (of: PlainNode['kind']) => cover.filter((each) => each.kind === of).map(({ id }) => id)
        expect({ ...emitted, psIds: emitted.psIds.toSorted() }).toMatchObject({
          psIds: ids('station').toSorted(),
          psNum: chosen.size,
          ...parentOf(org, last),
        })
        expect(emitted.depIds.toSorted()).toEqual(ids('department').toSorted())
        expect(emitted.psaIds.toSorted()).toEqual(ids('part').toSorted())
        expect(emitted.depCodes).toEqual(
          emitted.depIds.map(
            (id) => cover.find((each) => each.kind === 'department' && each.id === id)!.code,
          ),
        )
        // The emitted ids resolve to the same stations.
        expect(org.covered(emitted)).toEqual(chosen)
      },
    ),
    { numRuns: RUNS },
  )
})

/** Every loaded node shows the state of the model, and the number of stations is exact without loading more. */
function expectSame(org: PlainOrg, store: TreeStore<OrgNode>, chosen: ReadonlySet<string>) {
  expect(store.chosen).toBe(chosen.size)
  for (const { node } of org.all.values()) {
    const loaded = store.get(keyOf(node))
    if (!loaded) continue
    const stations = org.stationsOf(node)
    const on = stations.filter((id) => chosen.has(id)).length
    expect([keyOf(node), store.chosenOf(loaded)]).toEqual([keyOf(node), on])
    expect(store.stateOf(loaded)).toBe(on === 0 ? 'off' : on === stations.length ? 'on' : 'half')
  }
}

function parentOf(org: PlainOrg, last: PlainNode | null) {
  const parent = last && org.all.get(keyOf(last))!.parent
  if (!parent) return { parentId: '', parentName: '', parentType: '', parentOrgCode: '' }
  const parentType = parent.kind === 'part' ? '2' : '1'
  return { parentId: parent.id, parentName: parent.name, parentType, parentOrgCode: parent.code }
}

const item = (key: string, total: number, children: TreeItem<null>[] = []): TreeItem<null> => ({
  key,
  name: key,
  leaf: total === 1,
  disabled: false,
  reason: null,
  total,
  chosen: 0,
  data: null,
  children,
})

it('checks a node with 10,000 descendants by one mark', () => {
  const store = new TreeStore<null>()
  const leaves = Array.from({ length: 10_000 }, (_each, at) => item(`s${at}`, 1))
  store.setTop([item('all', 50_000, [item('d1', 10_000, leaves), item('d2', 40_000)])])
  const before = performance.now()
  for (let round = 0; round < 1000; round++) store.toggle(store.get('d1')!)
  expect((performance.now() - before) / 1000).toBeLessThan(1)
  store.set(store.get('d1')!, true)
  store.set(store.get('s17')!, false)
  expect(store.chosen).toBe(9_999)
  expect(store.stateOf(store.get('d1')!)).toBe('half')
  expect(store.stateOf(store.get('s18')!)).toBe('on')
  expect(store.stateOf(store.get('s17')!)).toBe('off')
})

it('a whole with something of its own is given up with any of its parts', () => {
  const store = new TreeStore<null>()
  // Counted as departments are: each counts one, plus its descendants.
  store.setTop([item('top', 3, [item('a', 1), item('b', 1)])])
  store.set(store.get('top')!, true)
  expect(store.chosen).toBe(3)
  store.set(store.get('a')!, false)
  expect(store.chosen).toBe(1)
  expect(store.stateOf(store.get('top')!)).toBe('half')
  store.set(store.get('a')!, true)
  expect(store.stateOf(store.get('top')!)).toBe('half')
})

it('stations that came meanwhile count for what is above them too', () => {
  const store = new TreeStore<null>()
  store.setTop([item('top', 5, [item('a', 2), item('b', 3)])])
  store.set(store.get('top')!, true)
  store.addChildren(store.get('a')!, [item('s1', 1), item('s2', 1), item('s3', 1)])
  expect([store.total, store.chosen]).toEqual([6, 6])
  store.set(store.get('s1')!, false)
  expect(store.stateOf(store.get('a')!)).toBe('half')
  expect(store.chosen).toBe(5)
})
