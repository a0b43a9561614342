import { pdcaLabels, type PdcaLabel } from '@heliodesk/contract/message-kinds.ts'
import { lookOfLabel } from './message-look.ts'

export const LabelTag = ({ label }: { label: PdcaLabel }) => (
  <span className={`tag ${lookOfLabel[label]}`}>
    {label} {pdcaLabels[label]}
  </span>
)
