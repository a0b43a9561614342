import type { ImportKind } from '@heliodesk/contract/data-import.ts'
import { checkEvents, type EventRow, type Moment } from './events-file.ts'
import { noFindings, type Findings } from './findings.ts'
import { checkStations, type StationRow } from './stations-file.ts'
import { readTable } from './table.ts'

/** A file's good rows, and what is to be said about the others. */
export type Checked = { rowCount: number; findings: Findings } & (
  | { kind: 'stations'; rows: StationRow[] }
  | { kind: 'events'; rows: EventRow[] }
)

/** Reads and checks a file by itself, without the database. Throws a DomainError when it is no table of this kind. */
export async function checkFile(kind: ImportKind, bytes: Uint8Array, moment: Moment): Promise<Checked> {
  const table = await readTable(bytes)
  const findings = noFindings()
  const rowCount = table.rows.length
  return kind === 'stations'
    ? { kind, rowCount, findings, rows: checkStations(table, findings) }
    : { kind, rowCount, findings, rows: checkEvents(table, moment, findings) }
}
