import { importRights } from '@heliodesk/contract/data-import.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { DomainError } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { inTransaction, type Transaction } from '../../kernel/transaction.ts'
import { present } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { onKey } from '../../platform/on-key.ts'
import { getDepartment, type ImportCtx } from './facts.ts'
import { checkOnly, importRows, type DryRun, type ImportFile, type ImportResult } from './importer.ts'
import { recordImport } from './record.ts'

export type ToolRun = {
  file: Omit<ImportFile, 'department'>
  depCode: string
  /** Name of the tenant; the first one by default. */
  tenant: string | null
  /** Login name; the tenant's first administrator by default. */
  user: string | null
  now: Date
  /** Only checks, without a result of an import. */
  onlyCheck: boolean
  onStart: (as: { tenant: string; user: string }) => void
  onChecked: (dryRun: DryRun) => void
  onProgress: (done: number) => Promise<void>
}

/**
 * Checks and imports a file as a user of the tenant, for the command line; the import is recorded like one from the web
 * client. Throws a DomainError for every refusal.
 */
export const importFromFile = (pool: pg.Pool, run: ToolRun): Promise<ImportResult | null> =>
  inTransaction(pool, async (transaction) => {
    const ctx = await enter(transaction, run)
    const file = { ...run.file, department: await getDepartment(ctx, run.depCode) }
    if (!run.onlyCheck) return importOnRecord(ctx, file, run)
    run.onChecked(await checkOnly(ctx, file))
    return null
  })

async function importOnRecord(ctx: ImportCtx, file: ImportFile, run: ToolRun): Promise<ImportResult> {
  let checked: DryRun | undefined
  const result = await importRows(ctx, file, {
    onProgress: run.onProgress,
    onChecked(found) {
      checked = found
      run.onChecked(found)
    },
  })
  await recordImport(ctx, file, present(checked), result)
  return result
}

async function enter(
  transaction: Transaction,
  { file, tenant, user, now, onStart }: ToolRun,
): Promise<ImportCtx> {
  const { id: tenantId, name } = await getTenant(transaction.db, tenant)
  await transaction.enterTenant(tenantId)
  const userId = user
    ? await getUser(transaction.db, name, user)
    : await getAdministrator(transaction.db, name)
  const entered = await transaction.actAs(tenantId, userId, 'import:run')
  if (!entered) throw new DomainError('import.user', `用户“${user}”已冻结`)
  const { who, granted } = entered
  const asker = { db: transaction.db, who }
  const missing = granted ? await missingRight(asker, importRights[file.kind]) : 'import:run'
  if (missing !== null)
    throw new DomainError('import.user', `用户“${who.username}”没有“${titleOfPermission(missing)}”权限`)
  onStart({ tenant: name, user: who.username })
  return { db: transaction.db, who, now }
}

async function getTenant(db: Db, name: string | null) {
  const tenants = await db
    .selectFrom('tenant')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  const tenant = name === null ? tenants[0] : tenants.find((each) => each.name === name)
  if (tenant) return tenant
  const names = tenants.map((each) => each.name).join('、') || '无'
  throw new DomainError('import.tenant', `租户“${name ?? ''}”不存在；现有租户：${names}`)
}

async function getUser(db: Db, tenant: string, username: string): Promise<string> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirstOrThrow(() => new DomainError('import.user', `租户“${tenant}”中没有用户“${username}”`))
  return user.id
}

async function getAdministrator(db: Db, tenant: string): Promise<string> {
  const user = await db
    .selectFrom('app_user as u')
    .innerJoin('user_role as ur', onKey('ur.user_id', 'u.id'))
    .innerJoin('role as r', onKey('r.id', 'ur.role_id'))
    .select('u.id')
    .where('r.role_code', '=', 'admin')
    .where('u.status', '=', '1')
    .orderBy('u.id')
    .executeTakeFirstOrThrow(
      () => new DomainError('import.user', `租户“${tenant}”没有管理员，请用 --user 指定用户`),
    )
  return user.id
}
