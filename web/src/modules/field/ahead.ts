import { fieldReportCalls } from '@heliodesk/contract/field-reports.ts'
import { ahead, type Ahead } from '../../lib/kept/ahead.ts'

/** What a defect is reported with, and what became of the reports. */
export const reportsAhead = (): readonly Ahead[] => [
  ahead(fieldReportCalls.choices, {}),
  ahead(fieldReportCalls.mine, {}),
]
