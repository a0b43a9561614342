import { auditKinds, auditLogCalls, type AuditKind } from '@heliodesk/contract/audit-log.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import { formatNumber } from '../../kit/format.ts'
import { Chip } from '../../kit/Chip.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './audit-log.module.css'

/** What the address says, if it is a kind. */
export const readKind = (text: string | null): AuditKind | undefined =>
  text !== null && own(auditKinds, text) !== undefined ? (text as AuditKind) : undefined

const kinds = Object.entries(auditKinds) as [AuditKind, string][]

type KindTabsProps = {
  query: Sent<typeof auditLogCalls.counts>
  value: AuditKind | undefined
  onChange: (kind: AuditKind | undefined) => void
}

/** How many entries of each kind match; a press narrows the list to one. */
export function KindTabs({ query, value, onChange }: KindTabsProps) {
  const { data } = useCall(auditLogCalls.counts, query)
  const words = (title: string, n: number | undefined) => (
    <>
      {title} {n !== undefined && <b>{formatNumber(n)}</b>}
    </>
  )
  return (
    <div className={css.kinds} role="group" aria-label="动作">
      <Chip chosen={value === undefined} onChoose={() => onChange(undefined)}>
        {words('全部', data?.total)}
      </Chip>
      {kinds
        .filter(([kind]) => kind !== 'expire' || value === 'expire' || (data?.kinds.expire ?? 0) > 0)
        .map(([kind, title]) => (
          <Chip key={kind} chosen={value === kind} onChoose={() => onChange(kind)}>
            {words(title, data?.kinds[kind])}
          </Chip>
        ))}
    </div>
  )
}
