import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { savedViewCalls as calls } from '@heliodesk/contract/saved-views.ts'
import { beforeEach } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

type View = Received<typeof calls.detail>

export const CODE = 'work-orders'
export const overdue = { view: ['overdue'], depCode: ['A01A02'] }

/** Changes a part of a view as its form does: with all the rest. */
export const editOf = ({ id, version, name, query, departmentId }: View, part: object) => ({
  id,
  version,
  name,
  query,
  departmentId,
  ...part,
})

/** A company without views before each test, and what people do with theirs. */
export function useViews() {
  const harness = useHarness()
  const who = useSignedIn(harness, {
    admin: 'a_admin',
    manager: 'a_manager',
    master: 'a_master',
    worker: 'a_worker',
    outsider: 'a_outsider',
    east: 'a_east_master',
    foreigner: 'b_master',
  })
  // Their history stays, so the views do too.
  beforeEach(() => harness.owner.query(`update saved_view set removed_at = now() where removed_at is null`))

  const department = (code: string) => harness.tenant.departments[code]!
  const list = (token: string, code = CODE) => harness.call(token, calls.list, { code })
  const add = (token: string, name: string, more: Partial<Sent<typeof calls.add>> = {}) =>
    harness.call(token, calls.add, { code: CODE, name, query: overdue, ...more })
  return {
    harness,
    who,
    department,
    list,
    names: async (token: string) => (await list(token)).map(({ name }) => name),
    add,
    edit: (token: string, view: View, part: object) => harness.call(token, calls.edit, editOf(view, part)),
    share: (token: string, name: string, code: string) =>
      add(token, name, { departmentId: department(code) }),
    refusal: async (...asked: Parameters<typeof harness.refused>) =>
      (await harness.refused(...asked)).message,
  }
}
