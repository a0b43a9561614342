import type { ImportKind } from '@heliodesk/contract/data-import.ts'
import { checkEvents, type EventRow, type Moment } from './events-file.ts'
import { checkDevices, type DeviceRow } from './devices-file.ts'
import { checkGeneration, type GenerationRow } from './generation-file.ts'
import { noFindings, type Findings } from './findings.ts'
import { checkItems, type ItemRow } from './items-file.ts'
import { checkStations, type StationRow } from './stations-file.ts'
import { checkTelemetry, type TelemetryRow } from './telemetry-file.ts'
import { readTable } from './table.ts'
import { checkUsers, type UserRow } from './users-file.ts'

/** A file's valid rows, and the findings about the others. */
export type Checked = { rowCount: number; findings: Findings } & (
  | { kind: 'stations'; rows: StationRow[] }
  | { kind: 'events'; rows: EventRow[] }
  | { kind: 'generation'; rows: GenerationRow[] }
  | { kind: 'telemetry'; rows: TelemetryRow[] }
  | { kind: 'devices'; rows: DeviceRow[] }
  | { kind: 'users'; rows: UserRow[] }
  | { kind: 'items'; rows: ItemRow[] }
)

/** Reads and checks a file without the database. Throws a DomainError if it is no table of this kind. */
export async function checkFile(kind: ImportKind, bytes: Uint8Array, moment: Moment): Promise<Checked> {
  const table = await readTable(bytes)
  const findings = noFindings()
  const rowCount = table.rows.length
  const base = { rowCount, findings }
  switch (kind) {
    case 'stations':
      return { ...base, kind, rows: checkStations(table, findings) }
    case 'events':
      return { ...base, kind, rows: checkEvents(table, moment, findings) }
    case 'generation':
      return { ...base, kind, rows: checkGeneration(table, moment, findings) }
    case 'telemetry':
      return { ...base, kind, rows: checkTelemetry(table, moment, findings) }
    case 'devices':
      return { ...base, kind, rows: checkDevices(table, findings) }
    case 'users':
      return { ...base, kind, rows: checkUsers(table, findings) }
    case 'items':
      return { ...base, kind, rows: checkItems(table, findings) }
  }
}
