import { telemetryCalls } from '@heliodesk/contract/telemetry.ts'
import { defineModule } from '../../kernel/context.ts'
import { queryTelemetry } from './query.ts'
import { saveTelemetry } from './save.ts'
import './first-data.ts'

export const telemetry = defineModule(telemetryCalls, { query: queryTelemetry, save: saveTelemetry })
