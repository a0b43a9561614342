import { beforeAll } from 'vitest'
import { useRuleSite } from './people.ts'
import type { Cast } from './play.ts'

/** The people and the place of random sequences; the servers are those of the test. */
export function useSequences() {
  const site = useRuleSite()
  // Orders of appearance that begin without items have no sheet: theirs is a run of its own, with tests of its own.
  beforeAll(async () => {
    await site.harness.owner.query('update appearance_item set is_enabled = false')
  })
  const cast = (): Omit<Cast, 'servers'> => ({
    owner: site.harness.owner,
    people: { 管理员: site.people['管理员'], 站长: site.people['站长'], 运维: site.people['负责人'] },
    stationId: site.stations['本部门'],
  })
  return { harness: site.harness, cast }
}
