import type { Ctx } from '../../kernel/context.ts'

/** A station's planned generation of the months of a year, kWh by `YYYY-MM`. */
export async function monthlyPlan({ db }: Ctx, psId: string, year: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('resource_plan_month')
    .select(['month', 'generation'])
    .where('station_id', '=', psId)
    .where('year', '=', Number(year))
    .execute()
  return new Map(
    rows.flatMap(({ month, generation }) =>
      generation === null ? [] : [[`${year}-${String(month).padStart(2, '0')}`, generation] as const],
    ),
  )
}
