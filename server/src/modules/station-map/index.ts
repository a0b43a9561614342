import { HOME_STATIONS, stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { defineModule } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { mapOf, mapWithoutOrders } from './map.ts'

export const stationMap = defineModule(stationMapCalls, {
  archive: async (ctx, { most, ...query }) => {
    const seesOrders = (await missingRight(ctx, ['order:list'])) === null
    return seesOrders ? mapOf(ctx, query, most) : mapWithoutOrders(ctx, query, most)
  },
  home: (ctx, { depCode }) => mapOf(ctx, { depCode, maintenanceStatus: '1' }, HOME_STATIONS),
})
