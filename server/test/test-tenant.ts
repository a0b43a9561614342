import type pg from 'pg'
import { Transaction } from '../src/kernel/transaction.ts'
import { hashPassword } from '../src/modules/session/index.ts'
import { insertRows } from '../src/platform/insert-rows.ts'
import type { RoleCode } from '../src/standard-roles.ts'
import { createDepartments } from '../src/modules/departments/index.ts'
import { createUsers } from '../src/modules/users/index.ts'
import { createTenant } from '../src/seed/standard.ts'

export type TestTenant = {
  tenantId: number
  /** Ids by org code: A01, A01A01, A01A02, A01A02A01. */
  departments: Record<string, string>
  /** One in A01A01 (first project), then one in A01A02 and two in A01A02A01 (second project). */
  stations: { id: string; depCode: string; psaId: string }[]
  /** By full user name, `<prefix>_<post>`. */
  users: Record<string, { id: string; username: string; roleCode: string; depCode: string }>
  password: string
}

const PASSWORD = 'Testing#2026'
const passwordHash = hashPassword(PASSWORD)

const departments = [
  ['A01', '总部'],
  ['A01A01', '东部中心'],
  ['A01A02', '西部区域'],
  ['A01A02A01', '西部中心'],
] as const

/** `worker` and `colleague` share a crew with `master`; `outsider` is a worker of the other department. */
const posts: readonly (readonly [post: string, role: RoleCode, department: string])[] = [
  ['admin', 'admin', 'A01'],
  ['manager', 'r10010', 'A01A02'],
  ['master', 'r10020', 'A01A02A01'],
  ['worker', 'r10030', 'A01A02A01'],
  ['colleague', 'r10030', 'A01A02A01'],
  ['outsider', 'r10030', 'A01A01'],
  ['east_master', 'r10020', 'A01A01'],
  ['shift', 'r10025', 'A01A02'],
  ['safety', 'r10040', 'A01A02'],
  ['guest', 'r10055', 'A01A02'],
  ['platform', 'platform', 'A01A01'],
]

const sites = [
  ['东一', 'A01A01', '项目一'],
  ['西一', 'A01A02', '项目二'],
  ['西二', 'A01A02A01', '项目二'],
  ['西三', 'A01A02A01', '项目二'],
] as const

/** Runs SQL inside one company, as its own statements do, in a transaction of its own. */
export async function inCompany(
  owner: { query(text: string): Promise<unknown> },
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  work: () => Promise<unknown>,
): Promise<void> {
  await owner.query(`begin; select set_config('app.tenant', '${tenantId}', true)`)
  await work()
  await owner.query('commit')
}

/** A small tenant for tests: standard roles, menus, dictionaries and templates, and a user for every role. */
export async function createTestTenant(
  pool: pg.Pool,
  { name, prefix }: { name: string; prefix: string },
): Promise<TestTenant> {
  const hash = await passwordHash
  const transaction = await Transaction.begin(pool, 'command')
  const tenant = await fill(transaction, name, prefix, hash).catch(async (error: unknown) => {
    await transaction.rollback()
    throw error
  })
  await transaction.commit()
  return tenant
}

async function fill({ db }: Transaction, name: string, prefix: string, hash: string): Promise<TestTenant> {
  const { tenantId } = await createTenant(db, { name, demo: false })
  const departmentIds = await createDepartments(db, departments)
  const userIds = await createUsers(
    db,
    posts.map(([post, role, department]) => ({
      username: `${prefix}_${post}`,
      realname: `${name}${post}`,
      role,
      department,
      all_data: role === 'admin',
      guest_of: role === 'r10055' ? '22' : undefined,
    })),
    hash,
  )
  const projects = [
    ['项目一', 'A01A01'],
    ['项目二', 'A01A02'],
  ] as const
  await insertRows(
    db,
    'psa',
    projects.map(([project, department]) => ({
      name: project,
      department_id: departmentIds.get(department)!,
    })),
  )
  const psas = await db.selectFrom('psa').select(['id', 'name']).execute()
  const psaIds = new Map(psas.map((psa) => [psa.name, psa.id]))
  await insertRows(
    db,
    'station',
    sites.map(([site, department, project]) => ({
      name: `${name}${site}`,
      psa_id: psaIds.get(project)!,
      department_id: departmentIds.get(department)!,
      dep_code: department,
      capacity_kwp: 10_000,
    })),
  )
  const stations = await db
    .selectFrom('station')
    .select(['id', 'dep_code as depCode', 'psa_id as psaId'])
    .orderBy('id')
    .execute()
  return {
    tenantId,
    departments: Object.fromEntries(departmentIds),
    stations,
    users: Object.fromEntries(
      posts.map(([post, roleCode, depCode]) => {
        const username = `${prefix}_${post}`
        return [username, { id: userIds.get(username)!, username, roleCode, depCode }]
      }),
    ),
    password: PASSWORD,
  }
}
