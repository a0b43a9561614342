import type { Input, Output } from '@heliodesk/contract/call.ts'
import {
  type archiveStates,
  type companyActs,
  type Company,
  type CompanyArchive,
  type companyCalls,
} from '@heliodesk/contract/companies.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { MissingRight } from '../../kernel/errors.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'

export const GB = 1024 ** 3

/**
 * Only people of the platform's own company: whoever gives themselves the permission elsewhere is refused like those
 * without it, here and by the functions of the database.
 */
export async function requireOperator({ db, who }: Pick<Ctx, 'db' | 'who'>): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select app.in_operator_company() as is`.execute(db)
  if (!one(rows).is) throw new MissingRight('tenant:manage', who)
}

export type CompanyRow = {
  id: number
  code: string
  name: string
  state: Company['state']
  operator: boolean
  version: number
  createdAt: Date
  stoppedAt: Date | null
  stoppedWhy: string | null
  removalAt: Date | null
  removalWhy: string | null
  removalRows: string
  removalExpected: string | null
  removalFiles: string
  removalFault: string | null
  mostPeople: number | null
  mostStations: number | null
  mostFileBytes: string | null
  mostExports: number | null
}

const STATE = sql<
  Company['state']
>`case when t.status = 'active' then 'active' when t.status = 'removing' then 'removing'
  when t.removal_at is not null then 'leaving' else 'stopped' end`

const COLUMNS = sql`t.id, t.code, t.name, ${STATE} as state, t.operator, t.version, t.created_at as "createdAt",
  t.stopped_at as "stoppedAt", t.stopped_why as "stoppedWhy", t.removal_at as "removalAt", t.removal_why as "removalWhy",
  t.removal_rows as "removalRows", t.removal_expected as "removalExpected", t.removal_files as "removalFiles",
  t.removal_fault as "removalFault",
  t.most_people as "mostPeople", t.most_stations as "mostStations", t.most_file_bytes as "mostFileBytes",
  t.most_exports as "mostExports"`

export type Figures = {
  company: number
  people: string
  stations: string
  orders: string
  file_bytes: string
  exports_today: string
  last_activity: Date | null
}

/** The columns of `app.company_figures`, here `f`. */
export const FIGURES = sql`coalesce(f.company, 0) as company, coalesce(f.people, 0) as people,
  coalesce(f.stations, 0) as stations, coalesce(f.orders, 0) as orders, coalesce(f.file_bytes, 0) as file_bytes,
  coalesce(f.exports_today, 0) as exports_today, f.last_activity`

function shown(row: CompanyRow, figures: Figures | undefined, zone: string): Company {
  return {
    id: row.code,
    companyCode: row.code,
    name: row.name,
    state: row.state,
    isOperator: row.operator,
    version: row.version,
    createTime: toWireTime(row.createdAt, zone),
    activeTime: toWireTimeOrNull(figures?.last_activity ?? null, zone),
    used: {
      people: Number(figures?.people ?? 0),
      stations: Number(figures?.stations ?? 0),
      orders: Number(figures?.orders ?? 0),
      fileBytes: Number(figures?.file_bytes ?? 0),
      exports: Number(figures?.exports_today ?? 0),
    },
    limits: {
      people: row.mostPeople,
      stations: row.mostStations,
      fileGb: row.mostFileBytes === null ? null : Math.round(Number(row.mostFileBytes) / GB),
      exports: row.mostExports,
    },
    stoppedTime: toWireTimeOrNull(row.stoppedAt, zone),
    stoppedWhy: row.stoppedWhy,
    removalTime: toWireTimeOrNull(row.removalAt, zone),
    removalWhy: row.removalWhy,
    removal:
      row.state === 'removing'
        ? {
            rows: Number(row.removalRows),
            expected: Math.max(Number(row.removalExpected ?? 0), Number(row.removalRows)),
            files: Number(row.removalFiles),
            fault: row.removalFault,
          }
        : null,
  }
}

async function withFigures({ db, who }: Ctx, rows: readonly CompanyRow[]): Promise<Company[]> {
  const ids = rows.map(({ id }) => id)
  const figures =
    await sql<Figures>`select ${FIGURES} from app.figures_of_companies(${ids}::int[]) f`.execute(db)
  const byId = new Map(figures.rows.map((each) => [each.company, each]))
  return rows.map((row) => shown(row, byId.get(row.id), who.timeZone))
}

export async function listCompanies(ctx: Ctx, input: Input<(typeof companyCalls)['list']>) {
  const { pageNo, pageSize, keyword, state } = input
  const wanted = allOf(
    keyword && mentions(sql`concat_ws(' ', t.code, t.name)`, keyword),
    state && sql`${STATE} = ${state}`,
  )
  const { rows } = await sql<CompanyRow>`
    select ${COLUMNS} from tenant t where ${wanted}
    order by t.operator, t.created_at desc, t.id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(
    ctx.db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from tenant t where ${wanted}`.execute(ctx.db)
  return pagesOf(await withFigures(ctx, rows), one(counted.rows).total, input)
}

export async function findCompany(
  { db }: Pick<Ctx, 'db'>,
  code: string,
  also: RawBuilder<unknown> = sql``,
): Promise<CompanyRow> {
  const { rows } =
    await sql<CompanyRow>`select ${COLUMNS} from tenant t where t.code = ${code} ${also}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

type EventRow = {
  id: string
  action: keyof typeof companyActs
  at: Date
  by: string
  reason: string
  edited: { title: string; from: string; to: string }[]
}

const EVENTS_SHOWN = 100

export async function describeCompany(
  ctx: Ctx,
  row: CompanyRow,
): Promise<Pick<Output<(typeof companyCalls)['detail']>, 'archives' | 'company' | 'events'>> {
  const zone = ctx.who.timeZone
  const events = await sql<EventRow>`
    select id, action, at, actor_name as by, reason, edited from company_event where company = ${row.id}
    order by id desc limit ${EVENTS_SHOWN}`.execute(ctx.db)
  return {
    company: one(await withFigures(ctx, [row])),
    events: events.rows.map(({ id, at, ...event }) => ({
      ...event,
      eventNo: `event_${id}`,
      time: toWireTime(at, zone),
    })),
    archives: await archivesOf(ctx, sql`a.company = ${row.id}`),
  }
}

type ArchiveRow = {
  id: string
  state: keyof typeof archiveStates
  reason: string
  by: string
  createdAt: Date
  finishedAt: Date | null
  expiresAt: Date | null
  stepCount: number
  doneCount: number
  size: string | null
  error: string | null
}

export const archiveNoOf = (id: string): string => `archive_${id}`
export const archiveIdOf = (archiveNo: string): string => archiveNo.slice('archive_'.length)

export async function archivesOf({ db, who }: Ctx, wanted: RawBuilder<unknown>): Promise<CompanyArchive[]> {
  const { rows } = await sql<ArchiveRow>`
    select a.id, a.state, a.reason, u.realname as by, a.created_at as "createdAt", a.finished_at as "finishedAt",
      a.expires_at as "expiresAt", a.step_count as "stepCount", a.done_count as "doneCount", a.size, a.error
    from company_archive a join app_user u on u.tenant_id = a.tenant_id and u.id = a.created_by
    where ${wanted} order by a.id desc limit 20`.execute(db)
  return rows.map(({ id, createdAt, finishedAt, expiresAt, size, error, ...row }) => ({
    ...row,
    archiveNo: archiveNoOf(id),
    createTime: toWireTime(createdAt, who.timeZone),
    finishTime: toWireTimeOrNull(finishedAt, who.timeZone),
    expireTime: toWireTimeOrNull(expiresAt, who.timeZone),
    size: size === null ? null : Number(size),
    fault: error,
  }))
}
