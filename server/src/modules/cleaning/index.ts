import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { defineModule } from '../../kernel/context.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { queueExport } from '../exports/index.ts'
import { acceptCleaning, showBenefit } from './benefit.ts'
import { coverage } from './coverage.ts'
import './first-data.ts'
import { cleaningExport } from './export.ts'
import { roundExport } from './round-export.ts'
import { countByState, listRounds } from './rounds.ts'
import { selectCleanings } from './rows.ts'
import { showSoiling } from './soiling.ts'
import { copyCleaning, removeCleaning, saveCleaning } from './write.ts'

offerExport('cleanings', cleaningExport)
offerExport('cleaningRounds', roundExport)

/** What cleaning orders cover, and what it is worth. */
export const cleaning = defineModule(cleaningCalls, {
  page: listRounds,
  count: countByState,
  select: selectCleanings,
  cap: coverage,
  benefit: showBenefit,
  soiling: showSoiling,
  insert: saveCleaning,
  copy: copyCleaning,
  remove: removeCleaning,
  check: acceptCleaning,
  export: (ctx, { format, query }) => queueExport(ctx, { kind: 'cleanings', format, conditions: '', query }),
})
