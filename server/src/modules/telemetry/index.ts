import { telemetryCalls } from '@heliodesk/contract/telemetry.ts'
import { defineModule } from '../../kernel/context.ts'
import { queryTelemetry } from './query.ts'
import { saveTelemetry } from './save.ts'
import './first-data.ts'

export { runningOf, type Running } from './running.ts'
export { writeMeasured } from './save.ts'
export type { Measured } from './series.ts'
export const telemetry = defineModule(telemetryCalls, { query: queryTelemetry, save: saveTelemetry })
