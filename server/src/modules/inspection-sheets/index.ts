import { fieldInspectionCalls, inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { sql } from 'kysely'
import { defineModule } from '../../kernel/context.ts'
import { offerItemUse } from '../inspection-items/index.ts'
import './complete.ts'
import './first-data.ts'
import { draftDefect, joinDefect, toDefect } from './defect.ts'
import { takeAmbient, takeDefect, takeExemption, takeJoin, takeReading } from './field.ts'
import { addLinePhoto, exemptLine, finishSheet, noteAmbient, recordLines, removeLinePhoto } from './record.ts'
import { showSheet } from './sheet.ts'
import { countInspections } from './statistics.ts'

export { openSheet, openSheets, type Opened, type SheetLine } from './open.ts'
export { findingCounts, findings, judgedSheets, outcomeCounts, outcomeOf } from './outcome.ts'

offerItemUse('sheets', {
  noun: '张未完成的记录单',
  async count({ db }, itemIds) {
    const { rows } = await sql<{ id: string; sheets: number }>`
      select l.item_id as id, count(distinct l.order_id)::int as sheets
      from inspection_sheet s
      join inspection_sheet_line l on l.tenant_id = s.tenant_id and l.order_id = s.order_id
      join work_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
      where s.finished_at is null and o.flow_sts < 4 and l.item_id = any(${itemIds}::bigint[])
      group by l.item_id`.execute(db)
    return new Map(rows.map(({ id, sheets }) => [id, sheets]))
  },
})

/** The record sheets of inspection orders. */
export const inspectionSheets = defineModule(inspectionSheetCalls, {
  detail: showSheet,
  record: recordLines,
  exempt: exemptLine,
  draft: draftDefect,
  toDefect,
  joinDefect,
  ambient: noteAmbient,
  addPhoto: addLinePhoto,
  removePhoto: removeLinePhoto,
  finish: finishSheet,
  statistics: countInspections,
})

/** The same from phones, judged by what happened to the order meanwhile. */
export const fieldInspections = defineModule(fieldInspectionCalls, {
  reading: takeReading,
  exempt: takeExemption,
  defect: takeDefect,
  ambient: takeAmbient,
  join: takeJoin,
})
