import { handoverCalls as calls } from '@heliodesk/contract/handovers.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { afterEach } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { runNext } from '../../../test/job-tools.ts'
import { useSite } from '../../../test/site.ts'
import { handOver } from './carry-out.ts'

const HOUR = 3_600_000

/** Of somebody who manages the crew's members, and who may do nothing for them. */
export const managing: PermissionCode[] = ['user:manage', 'order:list', 'order:execute']

/** A site with people who leave it, and short functions to hand over what they have. */
export function useHandovers() {
  const site = useSite()
  const { harness } = site
  const admin = () => site.people.admin.token
  const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
  const run = () => runNext(harness, handOver)
  const open = (personId: string, token = admin()) => harness.call(token, calls.openWork, { personId })
  const counts = async (personId: string) =>
    Object.fromEntries((await open(personId)).map(({ group, count }) => [group, count]))
  const leaves = (personId: string, successorId: string | undefined, more: object = {}) => ({
    personId,
    reason: '离职',
    freezes: false,
    ...(successorId && { successorId }),
    ...more,
  })
  const give = (input: ReturnType<typeof leaves>, token = admin()) => harness.call(token, calls.add, input)
  const latest = async (personId: string) => (await harness.call(admin(), calls.list, { personId }))[0]!
  const historyOf = async (id: string) => {
    const { rows } = await harness.owner.query<{ action: string; note: string }>(
      `select action, note from work_order_event where order_id = $1 order by id desc`,
      [id],
    )
    return rows
  }
  const day = (days: number) => {
    const at = new Date(harness.clock.now().getTime() + days * 24 * HOUR + 8 * HOUR)
    return at.toISOString().slice(0, 10)
  }

  let hired = 0
  /** Somebody of the western centre's crew who is there for one test. */
  async function crewMember(more: object = {}) {
    hired += 1
    return hire(harness, {
      username: `leaver${hired}`,
      codes: ['order:list', 'order:execute'],
      depCode: 'A01A02A01',
      ...more,
    })
  }

  afterEach(async () => {
    await harness.owner.query(`update app_user set status = '1', need_handover = false where status = '2'`)
    await harness.owner.query(
      `update handover set state = 'cancelled', ended_at = now() where state = 'planned'`,
    )
    await harness.owner.query(`delete from job where kind = 'handover'`)
  })

  return { site, harness, admin, idOf, run, open, counts, leaves, give, latest, historyOf, day, crewMember }
}
