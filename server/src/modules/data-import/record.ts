import type { ImportCtx } from './facts.ts'
import type { DryRun, ImportFile, ImportResult } from './importer.ts'
import { insertRow } from '../../kernel/one-row.ts'

/** Records a checked file, to be imported later, or, with its result, one that is already imported. */
export async function recordImport(
  { db, now }: ImportCtx,
  { kind, name, bytes, department, updates }: ImportFile,
  { rowCount, report }: DryRun,
  result: ImportResult | null,
): Promise<string> {
  const ending =
    result === null
      ? { state: 'checked', file: Buffer.from(bytes) }
      : { state: 'done', done_count: rowCount, result: JSON.stringify(result) }
  const id = await insertRow(db, 'data_import', {
    kind,
    file_name: fileName(name),
    department_id: department.id,
    updates,
    row_count: rowCount,
    report: JSON.stringify(report),
    created_at: now,
    ...ending,
  })
  return id
}

const fileName = (name: string) => name.replaceAll('\u0000', '').toWellFormed().slice(-200) || '未命名'
