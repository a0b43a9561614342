import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { z } from 'zod'
import { readJson } from '../../kernel/first-data/data-file.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'
import { kindOf } from './rows.ts'

/** The cycles that come with the product. A company that has cycles keeps its own. */
async function addCycles(db: Db): Promise<void> {
  if (await hasRow(db.selectFrom('inspection_cycle'))) return
  const at = new Date()
  const cycles = readJson(
    new URL('./first-data/cycles.json', import.meta.url),
    z.array(inspectionCycleCalls.add.input),
  )
  await insertRows(
    db,
    'inspection_cycle',
    cycles.map((cycle) => ({
      name: cycle.name,
      kind: kindOf(cycle.rule),
      rule: cycle.rule,
      begin_time: cycle.beginTime,
      end_time: cycle.endTime,
      holidays: cycle.holidays,
      lead_days: cycle.leadDays,
      deadline_days: cycle.deadlineDays,
      catch_up: cycle.catchUp,
      updated_at: at,
      updated_by: null,
    })),
  )
}

offerFirstData('inspection-cycles', { standard: addCycles, renew: addCycles })
