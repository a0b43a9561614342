import { roleCalls as calls } from '@heliodesk/contract/roles.ts'
import { beforeAll } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, permissionIds, signInAdministrator, type Hired } from '../../../test/hire.ts'

/** A harness with people who manage roles, and the calls that the tests of this module repeat. */
export function useRoles() {
  const harness = useHarness()
  const people = {
    admin: '',
    /** A person who may manage roles and see orders, nothing else. */
    clerk: {} as Hired,
  }

  beforeAll(async () => {
    people.admin = await signInAdministrator(harness, harness.tenant)
    people.clerk = await hire(harness, { username: 'clerk', codes: ['role:manage', 'order:list'] })
  })

  const change = (roleId: string, ids: string[], last: string[]) => ({
    roleId,
    permissionIds: ids.join(','),
    lastpermissionIds: last.join(','),
  })
  return {
    harness,
    people,
    roleByCode: async (code: string, token = people.admin) =>
      (await harness.call(token, calls.list, { pageSize: 500 })).records.find(
        (role) => role.roleCode === code,
      )!,
    permissionsOf: (roleId: string, token = people.admin) =>
      harness.call(token, calls.permissions, { roleId }),
    save: (roleId: string, ids: string[], last: string[], token = people.admin) =>
      harness.call(token, calls.savePermissions, change(roleId, ids, last)),
    refusedSave: (roleId: string, ids: string[], last: string[], token: string) =>
      harness.refused(token, calls.savePermissions, change(roleId, ids, last)),
    idsOf: (...codes: string[]) => permissionIds(harness, people.admin, codes),
  }
}
