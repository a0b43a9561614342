import { roleCalls as calls } from '@heliodesk/contract/roles.ts'
import { beforeAll } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, permissionIds, signInAdministrator, type Hired } from '../../../test/hire.ts'

export const harness = useHarness()

export let admin: string
/** A person who may manage roles and see orders, nothing else. */
export let clerk: Hired

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  clerk = await hire(harness, { username: 'clerk', codes: ['role:manage', 'order:list'] })
})

export const roleByCode = async (code: string, token = admin) =>
  (await harness.call(token, calls.list, { pageSize: 500 })).records.find((role) => role.roleCode === code)!

export const permissionsOf = (roleId: string, token = admin) =>
  harness.call(token, calls.permissions, { roleId })

export const save = (roleId: string, ids: string[], last: string[], token = admin) =>
  harness.call(token, calls.savePermissions, {
    roleId,
    permissionIds: ids.join(','),
    lastpermissionIds: last.join(','),
  })

export const refusedSave = (roleId: string, ids: string[], last: string[], token: string) =>
  harness.refused(token, calls.savePermissions, {
    roleId,
    permissionIds: ids.join(','),
    lastpermissionIds: last.join(','),
  })

export const idsOf = (...codes: string[]) => permissionIds(harness, admin, codes)
