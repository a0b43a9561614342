import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

type Name = keyof typeof teams | 'related'
/** In an order that is not that of the answer. */
const teams = {
  zj_all: { depCode: 'A01', hasAllData: true },
  zj_company: { depCode: 'A01' },
  zj_region: { depCode: 'A01A02' },
  zj_team_all: { depCode: 'A01A02A01', hasAllData: true },
  zj_team_busy: { depCode: 'A01A02A01' },
  zj_team: { depCode: 'A01A02A01' },
} as const

const names = new Map<string, Name>()

beforeAll(async () => {
  const codes = ['order:execute', 'order:list'] as const
  for (const [username, terms] of Object.entries(teams))
    names.set((await hire(harness, { username, codes: [...codes], ...terms })).id, username as Name)
  const station = await harness.owner.query<{ psa_id: string }>('select psa_id from station where id = $1', [
    site.stationId,
  ])
  const related = { username: 'zj_related', codes: [...codes], depCode: 'A01A01' }
  names.set((await hire(harness, { ...related, relPsaIds: [station.rows[0]!.psa_id] })).id, 'related')
})

const idOf = (name: Name) => [...names].find(([, each]) => each === name)![0]
const namesOf = (people: readonly { id: string }[]) => people.flatMap(({ id }) => names.get(id) ?? [])

it('offers the station’s own team first, then who is nearest, and who sees everything last', async () => {
  for (let given = 0; given < 3; given++) await site.assignTo(await site.create(), idOf('zj_team_busy'))
  const { id } = await site.create()
  const offered = await harness.call(site.people.master.token, calls.executors, { id })
  // A busy member of the team comes before an idle administrator.
  expect(namesOf(offered)).toEqual([
    'zj_team',
    'zj_team_busy',
    'zj_team_all',
    'zj_region',
    'zj_company',
    'related',
    'zj_all',
  ])
})

it('filters by the people of the teams before those who see everything', async () => {
  const offered = namesOf(await harness.call(site.people.admin.token, calls.people, {}))
  expect(offered.slice(-2)).toEqual(['zj_all', 'zj_team_all'])
  expect(offered.toSorted()).toEqual([...names.values()].toSorted())
})
