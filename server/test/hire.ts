import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { type PermissionNode, roleCalls } from '@heliodesk/contract/roles.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll } from 'vitest'
import { newToken } from '../src/kernel/token.ts'
import type { Harness } from './harness.ts'
import type { TestTenant } from './test-tenant.ts'

export type Hired = { id: string; username: string; token: string; roleId: string }

type Terms = {
  username: string
  /** Exactly these permissions, through a role of its own. */
  codes: PermissionCode[]
  depCode?: string
  hasAllData?: boolean
  relPsaIds?: string[]
}

export const FIRST_PASSWORD = 'First#2026'

let newcomers = 0

/** The input of the form for a new person; every one has another user name. */
export function newcomer(harness: Harness, input: object = {}) {
  newcomers += 1
  return {
    username: `person${newcomers}`,
    password: FIRST_PASSWORD,
    realname: `新人${newcomers}`,
    depId: harness.tenant.departments['A01A02']!,
    ...input,
  }
}

export type User = Received<(typeof userCalls)['add']>

/** A row of the list as the edit form sends it. */
export const formOf = (user: User) => ({
  ...user,
  roleIds: user.roles.map((role) => role.id),
  relPsaIds: user.relPsas.map((psa) => psa.id),
})

/** Creates a person of the first test tenant with a role of its own, as the administrator, and signs them in. */
export async function hire(harness: Harness, terms: Terms): Promise<Hired> {
  const admin = await signInAdministrator(harness, harness.tenant)
  const role = await createRole(harness, admin, terms.codes)
  const { id, username } = await harness.call(admin, userCalls.add, {
    username: terms.username,
    password: FIRST_PASSWORD,
    realname: terms.username,
    depId: harness.tenant.departments[terms.depCode ?? 'A01']!,
    roleIds: [role.id],
    allData: terms.hasAllData ? '1' : '0',
    relPsaIds: terms.relPsaIds ?? [],
  })
  await passFirstChange(harness, id)
  return { id, username, roleId: role.id, token: await openSession(harness, id) }
}

/**
 * Signs people in before the tests of a file, in this order: `useSignedIn(harness, { worker: 'a_worker' }).worker` is a
 * token. People with terms are hired first.
 */
export function useSignedIn<People extends Record<string, string | Terms>>(harness: Harness, people: People) {
  const tokens: Record<string, string | Hired> = {}
  beforeAll(async () => {
    for (const [name, person] of Object.entries(people))
      tokens[name] = typeof person === 'string' ? await harness.signIn(person) : await hire(harness, person)
  })
  return tokens as { [Name in keyof People]: People[Name] extends string ? string : Hired }
}

/** As if the person had changed the initial password; before that no permission applies. */
export const passFirstChange = (harness: Harness, userId: string) =>
  harness.owner.query('update app_user set must_change_password = false where id = $1', [userId])

export const administratorOf = (tenant: TestTenant) =>
  Object.values(tenant.users).find((user) => user.roleCode === 'admin')!

export const signInAdministrator = (harness: Harness, tenant: TestTenant) =>
  openSession(harness, administratorOf(tenant).id, tenant)

let made = 0

/** A role of the first test tenant with exactly these permissions. */
export async function createRole(harness: Harness, admin: string, codes: PermissionCode[]) {
  made += 1
  const role = await harness.call(admin, roleCalls.add, {
    roleCode: `made${made}`,
    roleName: `自定义${made}`,
  })
  const ids = await permissionIds(harness, admin, codes)
  await harness.call(admin, roleCalls.savePermissions, {
    roleId: role.id,
    permissionIds: ids.join(','),
    lastpermissionIds: '',
  })
  return role
}

/** Ids of buttons by their codes. */
export async function permissionIds(harness: Harness, admin: string, codes: readonly string[]) {
  const { treeList } = await harness.call(admin, roleCalls.permissionTree, {})
  const all = flatten(treeList)
  return codes.map((code) => all.find((node) => node.code === code)!.id)
}

type Flat = { id: string; code: string | null; parentId: string | null }

const flatten = (nodes: PermissionNode[]): Flat[] =>
  nodes.flatMap((node) => [
    { id: node.key, code: node.code, parentId: node.parentId },
    ...flatten(node.children),
  ])

/** A session of a person, by default of the first test tenant, as after a sign-in. */
export async function openSession(
  harness: Harness,
  userId: string,
  { tenantId } = harness.tenant,
  db: Pick<Harness['owner'], 'query'> = harness.owner,
) {
  const { token, hash } = newToken(tenantId)
  const now = harness.clock.now()
  await db.query(
    `insert into user_session (tenant_id, token_hash, user_id, signed_in_at, created_at, last_used_at, expires_at)
     values ($1, $2, $3, $4, $4, $4, $5)`,
    [tenantId, hash, userId, now, new Date(now.getTime() + 604_800_000)],
  )
  return token
}
