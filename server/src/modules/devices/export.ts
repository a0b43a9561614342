import { deviceQuery, deviceTitles } from '@heliodesk/contract/device-fields.ts'
import { cellsOf } from '../../kernel/cursor.ts'
import type { ExportColumn, ExportKind } from '../../kernel/export-kind.ts'
import { countDevices, prepareQuery, selectDevices } from './list.ts'
import { toRow } from './rows.ts'

const text = (width: number) => ({ type: 'text', width }) as const

const columns: Record<keyof typeof deviceTitles, Omit<ExportColumn, 'title'>> = {
  code: text(18),
  name: text(28),
  psName: text(24),
  typeName: text(16),
  spacePath: text(22),
  model: text(20),
  manufacturer: text(20),
  serialNo: text(20),
  ratedKw: { type: 'number', width: 14 },
  installedOn: text(12),
  warrantyEnd: text(12),
  statusName: text(8),
  depName: text(18),
}

const fields = Object.keys(deviceTitles) as (keyof typeof deviceTitles)[]

/** The ledger with the columns of its list. */
export const deviceExport: ExportKind = {
  columns: fields.map((field) => ({ title: deviceTitles[field], ...columns[field] })),
  async open(ctx, query) {
    const wanted = await prepareQuery(ctx, deviceQuery.parse(query))
    const pages = cellsOf(ctx.db, 'exported_devices', selectDevices(ctx, wanted), (record) => {
      const row = toRow(record)
      return fields.map((field) => row[field])
    })
    return { rowCount: await countDevices(ctx, wanted), pages }
  },
}
