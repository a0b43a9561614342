import { HOME_STATIONS, stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { defineModule } from '../../kernel/context.ts'
import { mapOf } from './map.ts'

export const stationMap = defineModule(stationMapCalls, {
  archive: (ctx, { most, ...query }) => mapOf(ctx, query, most),
  home: (ctx, { depCode }) => mapOf(ctx, { depCode, maintenanceStatus: '1' }, HOME_STATIONS),
})
