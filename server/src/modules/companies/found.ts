import { sql, type Insertable } from 'kysely'
import { idsBy } from '../../kernel/first-data/ids.ts'
import { allFirstData } from '../../kernel/first-data/offer.ts'
import { one } from '../../platform/certain.ts'
import type { DB } from '../../platform/db-types.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'
import { standardRoles } from '../../standard-roles.ts'
import { addMissingPermissions } from './permissions.ts'

type TenantToBe = Pick<Insertable<DB['tenant']>, 'name' | 'demo' | 'demo_password_hash' | 'operator'> & {
  /** Made from its id by default. */
  code?: string
}

/**
 * Adds a tenant with what every tenant needs; the transaction then works inside it. Returns its id and those of its
 * roles by code.
 */
export async function createTenant(db: Db, tenant: TenantToBe) {
  const { rows } = await sql<{ id: number }>`
    select coalesce(app.create_tenant(${tenant.name}, ${tenant.demo ?? false}, ${tenant.demo_password_hash ?? null},
      ${tenant.code ?? null}, ${tenant.operator ?? false}), 0) as id`.execute(db)
  const { id } = one(rows)
  // Its first data are one entry of the audit log, and so is what a demonstration adds in the same transaction.
  await sql`select set_config('app.tenant', ${String(id)}, true), set_config('app.audit', 'off', true)`.execute(
    db,
  )
  await sql`select app.note_audit('create', 'tenant', ${String(id)}, ${tenant.name}, ${JSON.stringify({ name: tenant.name })})`.execute(
    db,
  )
  await insertRows(
    db,
    'role',
    Object.entries(standardRoles).map(([code, { name, description }]) => ({
      role_code: code,
      role_name: name,
      description,
      built_in: true,
    })),
  )
  const roleIds = await idsBy(db, 'role', 'role_code')
  await addMissingPermissions(db)
  for (const { standard } of allFirstData()) await standard?.(db)
  return { tenantId: id, roleIds }
}
