import type { importFinding, importReport } from '@heliodesk/contract/data-import.ts'
import type { z } from 'zod'

export type Finding = z.output<typeof importFinding>
export type Report = z.output<typeof importReport>

/** Keys are one thing's in the whole company: where it is out of sight, nothing is told of it but that it stands in the way. */
export const UNUSABLE = '不能使用，请核对后更换，或联系管理员'

/** What a check has to say; plain data, because it travels between processes. */
export type Findings = {
  errorCount: number
  warningCount: number
  badRows: Set<number>
  kept: Finding[]
}

/** A file can be wrong in every row; the counts go on, the list does not. */
const KEPT_PER_LEVEL = 1000

export const noFindings = (): Findings => ({ errorCount: 0, warningCount: 0, badRows: new Set(), kept: [] })

export function addFinding(findings: Findings, finding: Finding): void {
  const isError = finding.level === 'error'
  const count = isError ? ++findings.errorCount : ++findings.warningCount
  if (isError) findings.badRows.add(finding.row)
  if (count <= KEPT_PER_LEVEL) findings.kept.push(finding)
}

export const inRowOrder = (findings: Findings): Finding[] =>
  findings.kept.toSorted((one, other) => one.row - other.row)

/** A cell's beginning as a message may show and the database may store it. */
export function clip(text: string): string {
  const start = text
    .slice(0, 30)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
  return text.length > 30 ? `${start}…` : start
}
