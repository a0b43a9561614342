import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { CleaningDefaults } from '@heliodesk/contract/cleaning-benefit.ts'
import { cleaningMethods, cleaningTypes, type roundQuery } from '@heliodesk/contract/cleaning-list.ts'
import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { allOf } from '../../kernel/conditions.ts'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { requireColumn } from '../../kernel/hidden-columns.ts'
import { isBehind, orderBy, placeBy, type Keys } from '../../kernel/keyset.ts'
import { requireRights } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { rowColumns, rowJoins, selectionOf, toRow, type OrderRecord } from '../work-orders/index.ts'
import { acceptance, acceptedColumns, toAccepted, type Accepted } from './benefit.ts'
import { sumColumns, toFigures, weatherAround, zoneSums, type Sums } from './figures.ts'

type Calls = typeof cleaningCalls
type ListCtx = Pick<Ctx, 'db' | 'who' | 'now'>
export type RoundQuery = z.output<typeof roundQuery>
type Round = Output<Calls['page']>['pageList'][number]

/** A literal, so that the partial index of these orders is known to hold them. */
const isCleaning = sql`o.task_type in (${sql.join([...cleaningTypes].map((type) => sql.lit(type)))})`

const newest: Keys = [
  { column: sql`o.created_at`, falls: true, type: 'timestamptz' },
  { column: sql`o.id`, falls: true, type: 'bigint' },
]

/** What has no value comes last, whichever way. */
function keysOf({ orderField = 'createTime', orderType = 'desc' }: RoundQuery): Keys {
  const falls = orderType === 'desc'
  switch (orderField) {
    case 'createTime':
      return newest.map((key) => ({ ...key, falls }))
    case 'cleanedOn':
      return [
        {
          column: sql`coalesce(w.last_day, ${sql.lit(falls ? '-infinity' : 'infinity')})`,
          falls,
          type: 'date',
        },
        ...newest,
      ]
    case 'water':
      return [
        {
          column: falls ? sql`coalesce(w.water, -1)` : sql`coalesce(w.water, 'infinity')`,
          falls,
          type: 'numeric',
        },
        ...newest,
      ]
    case 'coveredKwp':
      return [{ column: sql`w.covered`, falls, type: 'numeric' }, ...newest]
    case 'cost':
      return [{ column: sql`w.cost`, falls, type: 'numeric' }, ...newest]
  }
}

/** The rounds in a person's scope that match, as SQL. */
function selectedRounds(ctx: ListCtx, { method, from, to, orderField, orderType, ...narrow }: RoundQuery) {
  if (orderField === 'cost') requireColumn(ctx.who, 'cost', '您看不到清洗费用，不能按它排序')
  const { preface, source, conditions } = selectionOf(ctx, narrow)
  const ofZones = [
    method && sql`c.method = ${method}`,
    from && sql`c.cleaned_on >= ${from}::date`,
    to && sql`c.cleaned_on <= ${to}::date`,
  ]
  const keys = keysOf({ orderField, orderType })
  const where = allOf(
    conditions,
    isCleaning,
    ofZones.some(Boolean) &&
      sql`exists (select from cleaning c where c.tenant_id = o.tenant_id and c.order_id = o.id
        and ${allOf(...ofZones)})`,
  )
  return { preface, source, where, keys, sums: keys.length > newest.length ? zoneSums : sql`` }
}

export type RoundRecord = OrderRecord &
  Sums &
  Accepted & {
    stationKwp: number | null
    plannedKwp: number
    coveredKwp: number
    water: number | null
    broken: number
    firstDay: string | null
    methods: { method: keyof typeof cleaningMethods; contractor: string }[] | null
  }

/** Of an order `o` with the joins of `roundJoins`. */
const roundColumns = sql`${rowColumns}, ${sumColumns}, ${acceptedColumns}, s.capacity_kwp as "stationKwp",
  w.planned as "plannedKwp", w.covered as "coveredKwp", w.water, w.broken, w.first_day as "firstDay",
  (select jsonb_agg(distinct jsonb_build_object('method', c.method, 'contractor', c.contractor)) from cleaning c
    where c.tenant_id = o.tenant_id and c.order_id = o.id) as methods`

const roundJoins = (usual: CleaningDefaults, today: string) =>
  sql`${rowJoins} ${zoneSums} ${weatherAround(usual, today)} ${acceptance}`

export function toRound(
  record: RoundRecord,
  { now, who }: Pick<Ctx, 'now' | 'who'>,
  usual: CleaningDefaults,
): Round {
  const {
    measured,
    before,
    after,
    unmeasured: _unmeasured,
    done,
    methods,
    tariff: _tariff,
    sun: _sun,
    sunDays: _sunDays,
    rainDay: _rainDay,
    rainMm: _rainMm,
    benefit: _benefit,
    acceptedAt: _acceptedAt,
    checkerName: _checkerName,
    ...row
  } = record
  const share = (sum: number | null) =>
    sum === null || measured === 0 ? null : Math.round((sum / measured) * 10_000) / 10_000
  const { stationKwp, coveredKwp } = row
  return {
    ...toRow(row, now, who.timeZone),
    percent: stationKwp ? Math.round((coveredKwp / stationKwp) * 1000) / 10 : null,
    zonesDone: done,
    methods: (methods ?? []).map(({ method, contractor }) => contractor || cleaningMethods[method]),
    srBefore: share(before),
    srAfter: share(after),
    benefit:
      done > 0 ? { estimate: toFigures(record, usual), accepted: toAccepted(record, who.timeZone) } : null,
  }
}

/** What turns records into rounds: the company's settings and its day. */
export async function roundsOf(ctx: ListCtx) {
  const usual = (await readSettings(ctx.db)).business.values.cleaning
  const joins = roundJoins(usual, toWireDay(ctx.now, ctx.who.timeZone))
  return { joins, columns: roundColumns, show: (record: RoundRecord) => toRound(record, ctx, usual) }
}

export async function countRounds(ctx: ListCtx, query: RoundQuery): Promise<number> {
  const { preface, source, where } = selectedRounds(ctx, query)
  const { rows } = await sql<{ n: number }>`
    ${preface} select count(*)::int as n from ${source} where ${where}`.execute(ctx.db)
  return present(rows[0]).n
}

/** All of them in their order, for an export. */
export function everyRound(ctx: ListCtx, query: RoundQuery, joins: ReturnType<typeof roundJoins>) {
  const { preface, source, where, keys, sums } = selectedRounds(ctx, query)
  return sql<RoundRecord>`
    ${preface}
    select ${roundColumns} from (select o.tenant_id, o.id from ${source} ${sums} where ${where}) wanted
    join work_order o on o.tenant_id = wanted.tenant_id and o.id = wanted.id ${joins} order by ${orderBy(keys)}`
}

/** The values of the row that a page begins after, as texts. */
async function placeOf(ctx: ListCtx, keys: Keys, id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ place: string[] }>`
    select ${placeBy(keys)} as place from work_order o ${zoneSums}
    where o.id = ${id} and ${isCleaning} and ${visibleOrders(ctx.who, 'o')}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0].place
}

/** A page of rounds. `after` begins it behind a row; otherwise its number does. */
export const listRounds: Handler<Calls['page']> = async (ctx, input: Input<Calls['page']>) => {
  await requireRights(ctx, ['order:list'])
  const { curPage, size, after, needCount, ...query } = input
  const { preface, source, where, keys, sums } = selectedRounds(ctx, query)
  const behind = after ? sql`and ${isBehind(keys, await placeOf(ctx, keys, after))}` : sql``
  const { joins, columns, show } = await roundsOf(ctx)
  const { rows } = await sql<RoundRecord>`
    ${preface}
    select ${columns} from (
      select o.tenant_id, o.id from ${source} ${sums} where ${where} ${behind}
      order by ${orderBy(keys)} limit ${size} offset ${after ? 0 : (curPage - 1) * size}
    ) wanted
    join work_order o on o.tenant_id = wanted.tenant_id and o.id = wanted.id
    ${joins} order by ${orderBy(keys)}`.execute(ctx.db)
  return { pageList: rows.map(show), rowCount: needCount ? await countRounds(ctx, query) : null }
}

export const countByState: Handler<Calls['count']> = async (ctx, input) => {
  await requireRights(ctx, ['order:list'])
  const { preface, source, where } = selectedRounds(ctx, input)
  const { rows } = await sql<{ flow_sts: number | null; n: number }>`
    ${preface} select o.flow_sts, count(*)::int as n from ${source} where ${where} group by o.flow_sts`.execute(
    ctx.db,
  )
  const of = (status: number) => rows.find(({ flow_sts }) => flow_sts === status)?.n ?? 0
  return { byStatus: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) } }
}
