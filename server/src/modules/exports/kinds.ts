import type { ExportKindName } from '@heliodesk/contract/exports.ts'
import type { ExportKind } from '../../kernel/export-kind.ts'
import { workOrderExport } from '../work-orders/index.ts'

/** THE list of what can be exported. */
export const kinds: Record<ExportKindName, ExportKind> = { workOrders: workOrderExport }
