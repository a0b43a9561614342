import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { liesUnder, visibleOrders, visiblePlaces, visibleStations } from '../../kernel/scope.ts'

export type PlaceInput = { depCode?: string | undefined }

type Visible = typeof visibleStations

/** Rows in the caller's scope and in the chosen department; `visible` is the scope of such rows. */
const placed =
  (visible: Visible) =>
  (ctx: Ctx, { depCode }: PlaceInput, table: string): RawBuilder<SqlBool> => {
    const inScope = visible(ctx.who, table)
    return depCode
      ? sql<SqlBool>`(${inScope} and ${liesUnder(ctx.who, `${table}.dep_code`, depCode)})`
      : inScope
  }

export const placedStations = placed(visibleStations)
export const placedOrders = placed(visibleOrders)
export const placedDays = placed(visiblePlaces)

/** The open orders among them, read from one index. */
export const openOrders = (ctx: Ctx, input: PlaceInput): RawBuilder<unknown> => sql`
  select o.station_id, o.task_type, o.flow_sts, o.liable_user_id, o.plan_end_time, o.open_loss
  from work_order o where o.flow_sts < 4 and ${placedOrders(ctx, input, 'o')}`

const HOUR_MS = 3_600_000

/** Hours from one moment to another, exact to 0.1. */
export const hoursBetween = (from: Date, to: Date): number =>
  Math.round(((to.getTime() - from.getTime()) / HOUR_MS) * 10) / 10
