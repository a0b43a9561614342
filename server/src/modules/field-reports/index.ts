import { fieldReportCalls } from '@heliodesk/contract/field-reports.ts'
import { defineModule } from '../../kernel/context.ts'
import { listChoices, listMine } from './lists.ts'
import { announcePhoto, reportDefect } from './report.ts'

/** Defects that people reported on phones: each has become an order, whatever had changed meanwhile. */
export const fieldReports = defineModule(fieldReportCalls, {
  report: reportDefect,
  photo: announcePhoto,
  mine: listMine,
  choices: listChoices,
})
