import type { Output } from '@heliodesk/contract/call.ts'
import { dataImportCalls, importKind, importRights, importState } from '@heliodesk/contract/data-import.ts'
import { buffer } from 'node:stream/consumers'
import { sql, type SqlBool } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx, type UploadedFile } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { enqueue } from '../../kernel/queue.ts'
import { FILE_LIMIT } from '../../kernel/receive.ts'
import { requireRights } from '../../kernel/rights.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { entryOf } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { ownDepartments } from '../departments/index.ts'
import { issuePasswords } from '../users/index.ts'
import { getDepartment } from './facts.ts'
import type { Checked } from './check.ts'
import { dryRun, readFile, type ImportResult } from './importer.ts'
import type { Report } from './findings.ts'
import { runImport } from './jobs.ts'
import { recordImport } from './record.ts'

export { readTableApart } from './check-apart.ts'
export { importFromFile } from './import-from-file.ts'
export type { DryRun } from './importer.ts'

type ImportJob = Output<(typeof dataImportCalls)['job']>

const KEPT_DAYS = 7
/** Hashing takes long on purpose. */
const AT_ONCE = 20
const SAID_OTHERWISE = new InvalidInput('参数有误：导入类型（kind）：文件前后所填的不一致')

/** Imports into departments that this person may import into. */
const visibleImports = (ctx: Ctx) =>
  ctx.db
    .selectFrom('data_import as i')
    .innerJoin('department as d', onKey('d.id', 'i.department_id'))
    .innerJoin('app_user as u', onKey('u.id', 'i.created_by'))
    .where(ownDepartments(ctx.who, 'd.org_code'))

const listed = (imports: ReturnType<typeof visibleImports>) =>
  imports
    .select(['i.id', 'i.kind', 'i.file_name as fileName', 'i.updates', 'i.state', 'i.row_count as rowCount'])
    .select(['i.done_count as doneCount', 'i.error', 'i.created_at as createTime'])
    .select(['d.org_code as depCode', 'd.name as depName', 'u.realname as createdBy'])
    .select(sql<ImportResult | null>`i.result`.as('result'))
    .select(sql<number>`cardinality(i.unissued_ids)`.as('unissued'))
    .select(
      sql<boolean>`(exists (select from station_event e where e.tenant_id = i.tenant_id and e.import_id = i.id)
        or exists (select from device_event e where e.tenant_id = i.tenant_id and e.import_id = i.id))`.as(
        'traced',
      ),
    )

type ListedImport = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const toJob = (row: ListedImport, zone: string): Omit<ImportJob, 'report'> => ({
  ...withWireTimes(row, zone),
  kind: importKind.parse(row.kind),
  state: importState.parse(row.state),
})

async function getImport(ctx: Ctx, id: string): Promise<ImportJob> {
  const { report, ...row } = await listed(visibleImports(ctx))
    .select(sql<Report>`i.report`.as('report'))
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  return { ...toJob(row, ctx.who.timeZone), report }
}

async function lockImport(ctx: Ctx, id: string) {
  return visibleImports(ctx)
    .select(['i.id', 'i.kind', 'i.state', 'd.org_code'])
    .select(sql<Report>`i.report`.as('report'))
    .where('i.id', '=', id)
    .forUpdate('i')
    .executeTakeFirstOrThrow(notFound)
}

/** Files that were read during their upload, before the call's transaction. */
const readings = new WeakMap<UploadedFile, { bytes: Buffer; checked: Checked }>()

export const dataImport = defineModule(
  dataImportCalls,
  {
    async upload(ctx, { kind, depCode, updates }) {
      await requireRights(ctx, importRights[kind])
      if (!ctx.file) throw new InvalidInput('参数有误：文件（file）：请选择文件')
      const { name } = ctx.file
      const { bytes, checked: known } = entryOf(readings, ctx.file)
      const department = await getDepartment(ctx, depCode)
      const file = { kind, name, bytes, department, updates: updates === '1' }
      if (known.kind !== kind) throw SAID_OTHERWISE
      // The lookup adds findings, so it gets a copy: a retried transaction looks up again.
      const checked = await dryRun(ctx, file, { ...known, findings: structuredClone(known.findings) })
      await forgetAbandoned(ctx)
      return getImport(ctx, await recordImport(ctx, file, checked, null))
    },

    async run(ctx, { id }) {
      const { kind, state, report, org_code } = await lockImport(ctx, id)
      await requireRights(ctx, importRights[importKind.parse(kind)])
      if (state === 'importing') return getImport(ctx, id)
      if (state === 'done') throw new DomainError('import.done', '该文件已导入完成')
      if (state === 'checked' && report.badCount > 0) {
        throw new DomainError('import.bad_rows', `有 ${report.badCount} 行不合格，请修正后重新上传`)
      }
      await getDepartment(ctx, org_code)
      await updateRow(ctx.db, 'data_import', id, { state: 'importing', done_count: 0, error: null })
      await enqueue(ctx.db, runImport, { importId: id, userId: ctx.who.userId })
      return getImport(ctx, id)
    },

    job: (ctx, { id }) => getImport(ctx, id),

    async issuePasswords(ctx, { id }) {
      await requireRights(ctx, importRights.users)
      const { unissued } = await visibleImports(ctx)
        .select('i.unissued_ids as unissued')
        .where('i.id', '=', id)
        .forUpdate('i')
        .executeTakeFirstOrThrow(notFound)
      const left = unissued.slice(AT_ONCE)
      await updateRow(ctx.db, 'data_import', id, { unissued_ids: left })
      return { userList: await issuePasswords(ctx, unissued.slice(0, AT_ONCE)), left: left.length }
    },

    page(ctx, { keyword, ...wanted }) {
      let matches = visibleImports(ctx)
      if (keyword) matches = matches.where(sql<SqlBool>`strpos(i.file_name, ${keyword}) > 0`)
      const ordered = listed(matches).orderBy('i.id', 'desc')
      return businessPageOf(ordered, wanted, (row) => toJob(row, ctx.who.timeZone))
    },
  },
  [],
  [runImport],
  null,
  {
    async upload(ctx, { kind }) {
      await requireRights(ctx, importRights[kind])
      return {
        maxBytes: FILE_LIMIT,
        async inspect(file) {
          const bytes = await buffer(await file.read())
          readings.set(file, { bytes, checked: await readFile(ctx, { kind, bytes }) })
        },
      }
    },
  },
)

/** Removes files of imports that were checked but never run. */
async function forgetAbandoned(ctx: Ctx) {
  await ctx.db
    .deleteFrom('data_import')
    .where('state', 'in', ['checked', 'failed'])
    .where('created_at', '<', new Date(ctx.now.getTime() - KEPT_DAYS * 86_400_000))
    .execute()
}
