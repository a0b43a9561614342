import type { importFinding, importReport } from '@heliodesk/contract/data-import.ts'
import type { z } from 'zod'

export type Finding = z.output<typeof importFinding>
export type Report = z.output<typeof importReport>

/** Keys are unique in the company. If one is used outside the person's scope, the message says only this. */
export const UNUSABLE = '不能使用，请核对后更换，或联系管理员'

/** The results of a check; plain data, because they are sent between processes. */
export type Findings = {
  errorCount: number
  warningCount: number
  badRows: Set<number>
  kept: Finding[]
}

/** Every row of a file can be wrong; all are counted, but not all are listed. */
const KEPT_PER_LEVEL = 1000

export const noFindings = (): Findings => ({ errorCount: 0, warningCount: 0, badRows: new Set(), kept: [] })

export function addFinding(findings: Findings, finding: Finding): void {
  const isError = finding.level === 'error'
  const count = isError ? ++findings.errorCount : ++findings.warningCount
  if (isError) findings.badRows.add(finding.row)
  if (count <= KEPT_PER_LEVEL) findings.kept.push(finding)
}

/** Reports a change of an existing record before it is made. */
export function tellChange(
  findings: Findings,
  row: number,
  { field, from, to }: { field: string; from: string | null; to: string | null },
): void {
  const was = from === null ? '填写为' : `由“${from}”改为`
  addFinding(findings, { row, level: 'warning', field, message: `${was}“${to}”` })
}

export const inRowOrder = (findings: Findings): Finding[] =>
  findings.kept.toSorted((one, other) => one.row - other.row)

/** The beginning of a cell, safe to show in a message and to store in the database. */
export function clip(text: string): string {
  const start = text
    .slice(0, 30)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
  return text.length > 30 ? `${start}…` : start
}
