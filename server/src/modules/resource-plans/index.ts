import type { Input, Output } from '@heliodesk/contract/call.ts'
import { resourcePlanCalls } from '@heliodesk/contract/resource-plans.ts'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { defineModule, DomainError, type Ctx, type UploadedFile } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { stale } from '../../kernel/versioned.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { entryOf, one } from '../../platform/certain.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { readTableApart } from '../data-import/index.ts'
import { getVisibleStation, keepVisibleStation } from '../stations/index.ts'
import './first-data.ts'

type Plan = Output<(typeof resourcePlanCalls)['query']>
type Month = Input<(typeof resourcePlanCalls)['save']>['months'][number]
type Figures = Omit<Month, 'month'>

const EMPTY: Figures = { irradiation: null, planElectric: null, equivalentHours: null }

const twoDecimals = (value: number) => Math.round(value * 100) / 100

async function getPlan(ctx: Ctx, psId: string, year: number): Promise<Plan> {
  const { psName, capacityKwp } = await getVisibleStation(ctx, psId)
  const head = await sql<{
    version: number | null
    updated_at: Date | null
    realname: string | null
    years: number[]
  }>`
    select p.version, p.updated_at, u.realname,
      array(select year from resource_plan where station_id = ${psId} order by year) as years
    from (select ${psId}::bigint as id) s left join resource_plan p on p.station_id = s.id and p.year = ${year}
    left join app_user u on u.tenant_id = p.tenant_id and u.id = p.updated_by`.execute(ctx.db)
  const { version, updated_at: updatedAt, realname, years } = one(head.rows)
  const saved = await ctx.db
    .selectFrom('resource_plan_month')
    .select(['month', 'irradiation', 'generation as planElectric', 'equivalent_hours as equivalentHours'])
    .where('station_id', '=', psId)
    .where('year', '=', year)
    .execute()
  const of = new Map(saved.map(({ month, ...figures }) => [month, figures]))
  const months = Array.from({ length: 12 }, (_, at) => ({ month: at + 1, ...(of.get(at + 1) ?? EMPTY) }))
  return {
    psId,
    psName,
    capacityKwp,
    year,
    version: version ?? 0,
    months,
    total: {
      irradiation: sumOf(months, 'irradiation'),
      planElectric: sumOf(months, 'planElectric'),
      equivalentHours: sumOf(months, 'equivalentHours'),
    },
    years,
    updateTime: updatedAt && toWireTime(updatedAt, ctx.who.timeZone),
    updateBy: realname,
  }
}

function sumOf(months: Figures[], field: keyof Figures): number | null {
  const known = months.flatMap((month) => month[field] ?? [])
  return known.length === 0 ? null : twoDecimals(known.reduce((sum, each) => sum + each, 0))
}

/** Equivalent hours, given or computed from generation and capacity, cannot exceed the hours of the month. */
function completed(row: Month, year: number, capacityKwp: number | null): Month {
  const derived = row.planElectric !== null && capacityKwp ? row.planElectric / capacityKwp : null
  const most = new Date(Date.UTC(year, row.month, 0)).getUTCDate() * 24
  if (derived !== null && derived > most) {
    throw new DomainError(
      'resource_plan.generation',
      `${row.month} 月计划发电量超过装机容量 ${capacityKwp} kWp 全月满发的电量`,
    )
  }
  const equivalentHours = row.equivalentHours ?? (derived === null ? null : twoDecimals(derived))
  if (equivalentHours !== null && equivalentHours > most) {
    throw new DomainError('resource_plan.hours', `${row.month} 月计划等效利用小时超过全月 ${most} 小时`)
  }
  return { ...row, equivalentHours }
}

/** Increments the version; returns whether it was still the one that the sender saw. */
async function takeVersion(ctx: Ctx, psId: string, year: number, version: number): Promise<boolean> {
  const { rows } =
    version === 0
      ? await sql`insert into resource_plan (station_id, year, updated_at) values (${psId}, ${year}, ${ctx.now})
          on conflict do nothing returning version`.execute(ctx.db)
      : await sql`update resource_plan
          set version = version + 1, updated_at = ${ctx.now}, updated_by = ${ctx.who.userId}
          where station_id = ${psId} and year = ${year} and version = ${version} returning version`.execute(
          ctx.db,
        )
  return rows.length > 0
}

const MAX_FILE_BYTES = 1024 * 1024
/** A plan has a row per month and a few figures; a larger file is something else. */
const MAX_ROWS = 200
const MAX_CELLS = 20
const MAX_CELL = 64

const rowsOf = new WeakMap<UploadedFile, string[][]>()

/** Runs before the call's transaction, because it takes a moment. */
async function readRows(file: UploadedFile, company: number): Promise<void> {
  const { header, rows } = await readTableApart(await buffer(await file.read()), company)
  if (rows.length >= MAX_ROWS)
    throw new DomainError('resource_plan.file', `文件超过 ${MAX_ROWS} 行，请只保留 12 个月的计划`)
  const shown = [header, ...rows].map(({ cells }) =>
    cells.slice(0, MAX_CELLS).map((cell) => cell.slice(0, MAX_CELL)),
  )
  rowsOf.set(file, shown)
}

/** Planned irradiation and generation of a station by month (资源计划). */
export const resourcePlans = defineModule(
  resourcePlanCalls,
  {
    query: (ctx, { psId, year }) => getPlan(ctx, psId, year),

    async save(ctx, { psId, year, version, months }) {
      await keepVisibleStation(ctx, psId)
      const { capacityKwp } = await getVisibleStation(ctx, psId)
      const rows = months.map((row) => completed(row, year, capacityKwp))
      if (!(await takeVersion(ctx, psId, year, version))) throw stale('resource_plan', '资源计划')
      await ctx.db
        .deleteFrom('resource_plan_month')
        .where('station_id', '=', psId)
        .where('year', '=', year)
        .execute()
      await insertRows(
        ctx.db,
        'resource_plan_month',
        rows.map(({ planElectric, equivalentHours, ...row }) => ({
          station_id: psId,
          year,
          ...row,
          generation: planElectric,
          equivalent_hours: equivalentHours,
        })),
      )
      return getPlan(ctx, psId, year)
    },

    async readFile({ file }) {
      if (!file) throw new InvalidInput('参数有误：文件（file）：请选择文件')
      return { rows: entryOf(rowsOf, file) }
    },
  },
  [],
  [],
  null,
  {
    readFile: async ({ who }) => ({
      maxBytes: MAX_FILE_BYTES,
      inspect: (file) => readRows(file, who.tenantId),
    }),
  },
)
