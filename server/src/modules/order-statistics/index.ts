import { dayAfter, mondayOf, type Span } from '@heliodesk/contract/days.ts'
import {
  orderStatisticsCalls,
  spanBefore,
  STATISTICS_WEEKS,
  type Measures,
} from '@heliodesk/contract/order-statistics.ts'
import { sql } from 'kysely'
import { defineModule } from '../../kernel/context.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { requireRights } from '../../kernel/rights.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { listGroups, statisticsExport } from './groups.ts'
import { measure, nothingMeasured, type Grouping } from './measure.ts'
import { listRecurring } from './recurring.ts'

offerExport('orderStatistics', statisticsExport)

const together: Grouping = { key: () => sql`''::text` }

export const orderStatistics = defineModule(orderStatisticsCalls, {
  async overview(ctx, input) {
    await requireRights(ctx, ['order:list'])
    const zone = ctx.who.timeZone
    const before = spanBefore(input)
    const lastWeek = mondayOf(input.end)
    const begin = dayAfter(lastWeek, -7 * (STATISTICS_WEEKS - 1))
    const byWeek: Grouping = {
      key: (at) => sql`to_char(date_trunc('week', ${at} at time zone ${zone}::text), 'YYYY-MM-DD')`,
    }
    const totalOf = async (span: Span): Promise<Measures> => {
      const [total] = await measure(ctx, input, span, together)
      if (!total) return nothingMeasured
      const { key: _together, ...measures } = total
      return measures
    }
    const weeks = await measure(ctx, input, { begin, end: dayAfter(lastWeek, 6) }, byWeek)
    const known = new Map(weeks.map((week) => [week.key, week]))
    return {
      at: toWireTime(ctx.now, zone),
      before,
      figures: await totalOf(input),
      figuresBefore: await totalOf(before),
      weeks: Array.from({ length: STATISTICS_WEEKS }, (_, at) => {
        const monday = dayAfter(begin, 7 * at)
        const { timed, respondMinutes, repairHours } = known.get(monday) ?? nothingMeasured
        return { begin: monday, timed, respondMinutes, repairHours }
      }),
    }
  },
  groups: listGroups,
  recurring: listRecurring,
})
