import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { orgTreeCalls as calls } from '@heliodesk/contract/org-tree.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { assert, asyncProperty, constantFrom, nat, record, subarray } from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { runs } from '../../../test/runs.ts'
import { Model, type Chosen, type Flags } from './model.fixture.ts'
import { plan, plant, type Organisation } from './organisation.fixture.ts'

const harness = useHarness()

const people = ['a_admin', 'a_manager', 'a_master', 'a_east_master'] as const
const tokens = new Map<string, string>()

beforeAll(async () => {
  for (const name of people) tokens.set(name, await harness.signIn(name))
})

const bit = constantFrom<'0' | '1'>('0', '0', '1')
const modes = [{}, { isQueryPs: '1' }, { isQueryPs: '1' }, { isDepart: '1' }] as const
const flags = record({
  mode: constantFrom(...modes),
  hasModel: bit,
  isPsManage: bit,
  isInsight: bit,
  excludeHy: bit,
  excludeClosed: bit,
  disableClosed: bit,
})

const ids = subarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { maxLength: 3 })
const choice = record({ departments: ids, coded: ids, psas: ids, stations: ids })

const scene = record({ plan, person: constantFrom(...people), flags, choice, name: nat(9) })

const joined = <T>(items: T[], numbers: number[], of: (item: T) => string) =>
  numbers.flatMap((number) => (items[number] ? [of(items[number])] : [])).join(',')

const chosenOf = (
  org: Organisation,
  picks: Record<'departments' | 'coded' | 'psas' | 'stations', number[]>,
): Chosen => ({
  depIds: joined(org.departments, picks.departments, ({ id }) => id),
  depCodes: joined(org.departments, picks.coded, ({ code }) => code),
  psaIds: joined(org.psas, picks.psas, ({ id }) => id),
  psIds: joined(org.stations, picks.stations, ({ id }) => id),
})

/** Expands every node, like a user clicking on every arrow. */
async function openAll(token: string, mode: Flags, chosen: Chosen): Promise<OrgNode[]> {
  const expand = (nodes: OrgNode[]): Promise<OrgNode[]> =>
    Promise.all(
      nodes.map(async (node) => {
        if (node.isParent === '0') return node
        const initTreeEntity = { key: node.key, ...chosen }
        return {
          ...node,
          children: await expand(await harness.call(token, calls.lazy, { ...mode, initTreeEntity })),
        }
      }),
    )
  return expand(await harness.call(token, calls.lazy, { ...mode, initTreeEntity: chosen }))
}

const viewerOf = (person: string) => {
  const { depCode, roleCode } = harness.tenant.users[person]!
  return { code: depCode, all: roleCode === 'admin' }
}

const flat = (nodes: OrgNode[]): OrgNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

describe('any organisation', () => {
  it(
    'has the trees, matches and counts that a plain model gives it',
    async () => {
      await assert(
        asyncProperty(
          scene,
          async ({ plan: planned, person, flags: { mode, ...rest }, choice: picks, name }) => {
            const org = await plant(harness, planned)
            const token = tokens.get(person)!
            const asked: Flags = { ...mode, ...rest }
            const chosen = chosenOf(org, picks)
            const model = new Model(org, viewerOf(person), asked, chosen)
            const whole = model.tree()

            expect(await openAll(token, asked, chosen)).toEqual(whole)
            const bare = new Model(org, viewerOf(person), asked, {
              depIds: '',
              depCodes: '',
              psaIds: '',
              psIds: '',
            })
            expect(await harness.call(token, calls.full, { ...asked, all: '1' })).toEqual(bare.tree())
            for (const words of ['电站', `电站${name}`, '项目', `项目${name}`, `部门${name}`, '中心']) {
              const found = await harness.call(token, calls.search, {
                ...asked,
                search: words,
                initTreeEntity: chosen,
              })
              expect([words, found]).toEqual([words, model.search(words)])
            }
            const { isDepart: _departments, disableClosed: _closed, isQueryPs = '0', ...stationFlags } = asked
            const counting = { ...stationFlags, isQueryPs: mode === modes[3] ? ('1' as const) : isQueryPs }
            expect(await harness.call(token, calls.count, { ...counting, ...chosen })).toBe(model.count())
            const sum = whole.reduce((total, node) => total + node.chosenNum, 0)
            if (mode !== modes[3]) expect(sum).toBe(model.count())
          },
        ),
        { numRuns: runs(12) },
      )
    },
    runs(120_000),
  )

  it(
    'counts below a department what lists by its code show',
    async () => {
      await assert(
        asyncProperty(
          record({ plan, person: constantFrom(...people) }),
          async ({ plan: planned, person }) => {
            await plant(harness, planned)
            const token = tokens.get(person)!
            // Insight mode counts every station, as unfiltered lists do.
            const tree = await harness.call(token, calls.full, { isQueryPs: '1', isInsight: '1', all: '1' })
            for (const { isPsa, isPs, orgCode: depCode, psNum } of flat(tree)) {
              if (isPsa === '1' || isPs === 1) continue
              const list = await harness.call(token, stationCalls.page, { depCode, size: 1 })
              const counted = await harness.call(token, calls.count, { depCodes: depCode, isInsight: '1' })
              expect([depCode, psNum, counted]).toEqual([depCode, list.total, list.total])
            }
          },
        ),
        { numRuns: runs(4) },
      )
    },
    runs(60_000),
  )
})
