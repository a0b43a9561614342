import { insightCalls } from '@heliodesk/contract/insight.ts'
import { defineModule } from '../../kernel/context.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { answer } from './ask.ts'
import { audienceExport, listAudience } from './audience.ts'
import { listGranters } from './granters.ts'
import { readSight } from './sight.ts'

offerExport('audience', audienceExport)

export const insight = defineModule(insightCalls, {
  sight: readSight,
  ask: answer,
  audience: listAudience,
  granters: listGranters,
})
