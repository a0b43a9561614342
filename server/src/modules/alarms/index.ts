import { alarmCalls } from '@heliodesk/contract/alarms.ts'
import { defineModule } from '../../kernel/context.ts'
import { ingestAlarms } from './ingest.ts'

export { alarmsOf, type Alarms } from './count.ts'
export { watchAlarms } from './ingest.ts'
export const alarms = defineModule(alarmCalls, { ingest: ingestAlarms })
