import type { Input } from '@heliodesk/contract/call.ts'
import { companyCalls, type Quota } from '@heliodesk/contract/companies.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { enqueue } from '../../kernel/queue.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolations } from '../../kernel/violations.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one, present } from '../../platform/certain.ts'
import { randomPassword } from '../../platform/random-password.ts'
import { createDepartments } from '../departments/index.ts'
import { guardFiles, signedUrl } from '../files/index.ts'
import { hashPassword } from '../session/index.ts'
import { createUsers } from '../users/index.ts'
import { expireArchives, makeArchive, queueArchive } from './archive.ts'
import { createTenant } from './found.ts'
import { removeCompany } from './removal.ts'
import {
  archiveIdOf,
  describeCompany,
  FIGURES,
  findCompany,
  GB,
  listCompanies,
  requireOperator,
  type CompanyRow,
  type Figures,
} from './rows.ts'

export { createTenant } from './found.ts'
export { addMissingPermissions } from './permissions.ts'

const DAY_MS = 86_400_000
/** The browser that requested the link follows it at once. */
const LINK_SECONDS = 60

const NAME_TAKEN = new DomainError('company.name_taken', '已有同名的公司')
const CODE_TAKEN = new DomainError('company.code_taken', '该公司编码已被使用')
const LOGIN_TAKEN = new DomainError('company.login_taken', '该管理员账号或手机号不能使用，请更换')
const OWN = new DomainError('company.own', '这是平台运营方自己的公司，不能停用或删除')

const onTaken = onViolations({
  tenant_name_key: NAME_TAKEN,
  tenant_code_key: CODE_TAKEN,
  login_directory_pkey: LOGIN_TAKEN,
})

const wrongState = (message: string) => new DomainError('company.state', message)

const tell = (ctx: Ctx, companyId: number, action: string, reason = '', edited: object[] = []) =>
  sql`select app.tell_of_company(${companyId}, ${action}, ${reason}, ${JSON.stringify(edited)}::jsonb)`.execute(
    ctx.db,
  )

/** A company that is about to change, as its sender saw it, locked. */
async function lockCompany(ctx: Ctx, given: { companyCode: string; version: number }): Promise<CompanyRow> {
  await requireOperator(ctx)
  const { id } = await findCompany(ctx, given.companyCode)
  await sql`select app.company_for_change(${id})`.execute(ctx.db)
  const row = await findCompany(ctx, given.companyCode)
  requireVersion(row, given.version, stale('company', '公司'))
  return row
}

/** Runs inside another company, without a person, and comes back. */
async function inCompany<T>(ctx: Ctx, companyId: number | null, work: () => Promise<T>): Promise<T> {
  if (companyId !== null) await ctx.enterTenant(companyId)
  await sql`select set_config('app.user', '', true)`.execute(ctx.db)
  const answer = await work()
  await ctx.enterTenant(ctx.who.tenantId)
  await sql`select set_config('app.user', ${ctx.who.userId}, true), set_config('app.audit', '', true)`.execute(
    ctx.db,
  )
  return answer
}

const ROOT = 'A01'

async function found(ctx: Ctx, { companyCode, name, ...person }: Input<(typeof companyCalls)['add']>) {
  await requireOperator(ctx)
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const { tenantId } = await inCompany(ctx, null, async () => {
    const created = await createTenant(ctx.db, { name, demo: false, code: companyCode })
    await createDepartments(ctx.db, [[ROOT, name]])
    const admin = { ...person, role: 'admin', department: ROOT, all_data: true } as const
    await createUsers(ctx.db, [{ ...admin, must_change_password: true }], passwordHash)
    return created
  }).catch(onTaken)
  await tell(ctx, tenantId, 'create')
  return { companyCode, username: person.username, initialWord: password }
}

/** The person the company was created with, as long as nobody changed its initial password. */
async function newAdministrator(ctx: Ctx, companyId: number) {
  return inCompany(ctx, companyId, () =>
    ctx.db
      .selectFrom('app_user')
      .select(['id', 'username'])
      .where('must_change_password', '=', true)
      .where(sql<boolean>`id = (select min(id) from app_user where status = '1')`)
      .executeTakeFirst(),
  )
}

const shownQuota = (most: number | null | undefined): string => String(most ?? '不限')

function changesOf(
  row: CompanyRow,
  { name, people, stations, fileGb, exports }: Input<(typeof companyCalls)['edit']>,
) {
  const oldGb = row.mostFileBytes === null ? null : Math.round(Number(row.mostFileBytes) / GB)
  return [
    { title: '公司名称', from: row.name, to: name },
    { title: '人员上限', from: shownQuota(row.mostPeople), to: shownQuota(people) },
    { title: '电站上限', from: shownQuota(row.mostStations), to: shownQuota(stations) },
    { title: '文件空间上限 GB', from: shownQuota(oldGb), to: shownQuota(fileGb) },
    { title: '每日导出上限', from: shownQuota(row.mostExports), to: shownQuota(exports) },
  ].filter(({ from, to }) => from !== to)
}

guardFiles('archive', async ({ db }, path) => {
  const row = await db
    .selectFrom('company_archive')
    .select('id')
    .where('file_path', '=', path)
    .where('state', '=', 'done')
    .executeTakeFirst()
  return row !== undefined
})

/** The companies of the platform, for its operator (docs/decisions/0096-companies-of-the-platform.md). */
export const companies = defineModule(
  companyCalls,
  {
    async list(ctx, input) {
      await requireOperator(ctx)
      return listCompanies(ctx, input)
    },

    async detail(ctx, { companyCode }) {
      await requireOperator(ctx)
      const row = await findCompany(ctx, companyCode)
      const awaits = !row.operator && (await newAdministrator(ctx, row.id)) !== undefined
      return { ...(await describeCompany(ctx, row)), awaitsAdministrator: awaits }
    },

    add: found,

    async issue(ctx, { companyCode }) {
      await requireOperator(ctx)
      const { id, operator } = await findCompany(ctx, companyCode)
      const person = operator ? undefined : await newAdministrator(ctx, id)
      if (!person)
        throw new DomainError('company.in_use', '管理员已修改初始密码，不能重发；请其通过“忘记密码”找回')
      const password = randomPassword()
      const passwordHash = await hashPassword(password)
      await inCompany(ctx, id, () =>
        ctx.db
          .updateTable('app_user')
          .set({ password_hash: passwordHash })
          .where('id', '=', person.id)
          .where('must_change_password', '=', true)
          .execute(),
      )
      await tell(ctx, id, 'password')
      return { companyCode, username: person.username, initialWord: password }
    },

    async edit(ctx, input) {
      const row = await lockCompany(ctx, input)
      if (row.operator) throw OWN
      const edited = changesOf(row, input)
      const { name, people, stations, fileGb, exports } = input
      const bytes = fileGb === undefined ? null : String(fileGb * GB)
      await sql`select app.edit_company(${row.id}, ${name}, ${people ?? null}::int, ${stations ?? null}::int, ${bytes}::bigint, ${exports ?? null}::int)`
        .execute(ctx.db)
        .catch(onTaken)
      if (edited.length > 0) await tell(ctx, row.id, 'edit', '', edited)
      return {}
    },

    async suspend(ctx, { reason, ...seen }) {
      const row = await lockCompany(ctx, seen)
      if (row.operator) throw OWN
      if (row.state !== 'active') throw wrongState('该公司已经停用')
      await sql`select app.suspend_company(${row.id}, ${reason})`.execute(ctx.db)
      await tell(ctx, row.id, 'suspend', reason)
      return {}
    },

    async resume(ctx, seen) {
      const row = await lockCompany(ctx, seen)
      if (row.state === 'leaving') throw wrongState('该公司计划删除，请先取消删除')
      if (row.state !== 'stopped') throw wrongState('该公司没有停用')
      await sql`select app.resume_company(${row.id})`.execute(ctx.db)
      await tell(ctx, row.id, 'resume')
      return {}
    },

    async planRemoval(ctx, { typedName, days, reason, ...seen }) {
      const row = await lockCompany(ctx, seen)
      if (row.operator) throw OWN
      if (typedName !== row.name) throw new DomainError('company.name', '输入的公司名称与要删除的公司不一致')
      if (row.state !== 'stopped') throw wrongState('请先停用该公司，再计划删除')
      const at = new Date(Date.now() + days * DAY_MS)
      await sql`select app.plan_removal(${row.id}, ${at}, ${reason})`.execute(ctx.db)
      await enqueue(ctx.db, removeCompany, { companyId: row.id }, { dueAt: at })
      const removalDay = toWireTime(at, ctx.who.timeZone).slice(0, 10)
      await tell(ctx, row.id, 'planRemoval', reason, [{ title: '删除时间', from: '', to: removalDay }])
      return { removalDay }
    },

    async cancelRemoval(ctx, seen) {
      const row = await lockCompany(ctx, seen)
      if (row.state !== 'leaving') throw wrongState('该公司没有计划删除，或删除已经开始')
      await sql`select app.plan_removal(${row.id}, null, null)`.execute(ctx.db)
      await tell(ctx, row.id, 'cancelRemoval')
      return {}
    },

    async archive(ctx, { companyCode, reason }) {
      await requireOperator(ctx)
      const row = await findCompany(ctx, companyCode)
      if (row.operator || row.state === 'removing') throw wrongState('该公司的数据不能导出')
      return queueArchive(ctx, row, reason)
    },

    async archiveLink(ctx, { archiveNo }) {
      await requireOperator(ctx)
      const row = await ctx.db
        .selectFrom('company_archive')
        .select(['file_path', 'expires_at', 'company_code'])
        .where('id', '=', archiveIdOf(archiveNo))
        .where('created_by', '=', ctx.who.userId)
        .executeTakeFirstOrThrow(notFound)
      if (row.file_path === null || present(row.expires_at) <= ctx.now)
        throw new DomainError('company.archive', '文件还没有生成或已过期')
      const url = await signedUrl(ctx, { tenantId: ctx.who.tenantId, path: row.file_path }, LINK_SECONDS)
      return { url, fileName: `${row.company_code}.zip` }
    },

    async usage(ctx) {
      const { rows } = await sql<Figures>`select ${FIGURES} from app.own_figures() f`.execute(ctx.db)
      const used = one(rows)
      const limits = await ctx.db
        .selectFrom('tenant')
        .select(['most_people', 'most_stations', 'most_file_bytes', 'most_exports'])
        .where('id', '=', ctx.who.tenantId)
        .executeTakeFirstOrThrow()
      const of = (quota: Quota, amount: number, most: number | null) => ({
        quota,
        used: amount,
        most,
      })
      const bytes = limits.most_file_bytes
      return {
        quotas: [
          of('people', Number(used.people), limits.most_people),
          of('stations', Number(used.stations), limits.most_stations),
          of(
            'fileGb',
            Math.round((Number(used.file_bytes) / GB) * 100) / 100,
            bytes === null ? null : Math.round(Number(bytes) / GB),
          ),
          of('exports', Number(used.exports_today), limits.most_exports),
        ],
      }
    },
  },
  [expireArchives],
  [makeArchive, removeCompany],
)
