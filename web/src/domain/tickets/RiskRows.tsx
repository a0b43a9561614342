import type { Risk } from '@heliodesk/contract/ticket-lines.ts'
import { typicalTitles } from '@heliodesk/contract/typical-tickets.ts'
import { PairRows } from './PairRows.tsx'

const halves = { risk: { title: '危险点', max: 100 }, control: { title: '控制措施', max: 200 } }

type RiskRowsProps = {
  error: string | null
  risks: readonly Risk[]
  onChange: (risks: Risk[]) => void
}

/** A form field for dangers, each with what is done against it. */
export const RiskRows = ({ error, risks, onChange }: RiskRowsProps) => (
  <PairRows
    label={typicalTitles.risks}
    unit="个危险点"
    halves={halves}
    first="risk"
    second="control"
    error={error}
    rows={risks}
    onChange={onChange}
  />
)
