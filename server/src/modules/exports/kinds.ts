import type { ExportKindName } from '@heliodesk/contract/exports.ts'
import type { ExportKind } from '../../kernel/export-kind.ts'
import { deviceExport } from '../devices/index.ts'
import { stationExport } from '../stations/index.ts'
import { workOrderExport } from '../work-orders/index.ts'

/** THE list of what can be exported. */
export const kinds: Record<ExportKindName, ExportKind> = {
  workOrders: workOrderExport,
  stations: stationExport,
  devices: deviceExport,
}
