import type { ExportKindName } from '@heliodesk/contract/exports.ts'
import type { ExportKind } from '../../kernel/export-kind.ts'
import { deviceExport } from '../devices/index.ts'
import { stationExport } from '../stations/index.ts'
import { workOrderExport } from '../work-orders/index.ts'

/** The list of all kinds of exports. */
export const kinds: Record<ExportKindName, ExportKind> = {
  workOrders: workOrderExport,
  stations: stationExport,
  devices: deviceExport,
}
