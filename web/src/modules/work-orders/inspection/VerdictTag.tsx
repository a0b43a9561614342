import { lineVerdicts } from '@heliodesk/contract/inspection-sheets.ts'
import { StateGlyph } from '../../../kit/Status.tsx'
import type { Line } from './sheet.ts'

const groups = { normal: 'ok', watch: 'undo', absent: 'draft' } as const

/** What a line is found to be. */
export function VerdictTag({ verdict }: Pick<Line, 'verdict'>) {
  if (verdict === null) return <span className="t3">--</span>
  if (verdict === 'abnormal') return <span className="tag err">{lineVerdicts.abnormal}</span>
  return <StateGlyph group={groups[verdict]}>{lineVerdicts[verdict]}</StateGlyph>
}
