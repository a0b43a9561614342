import { dutyConflicts, type ConflictKey } from '@heliodesk/contract/duty-conflicts.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { TriangleAlert } from 'lucide-react'
import css from './duty-conflicts.module.css'

/** Both permissions of a conflict in words. */
const pairOf = (key: ConflictKey): string =>
  dutyConflicts[key].codes.map((code) => `“${titleOfPermission(code)}”`).join('与')

/** How many conflicts of duties a person has; which ones, on hover. */
export const ConflictTag = ({ conflicts }: { conflicts: readonly ConflictKey[] }) => (
  <span
    className="tag undo"
    title={conflicts.map((key) => `${pairOf(key)}：${dutyConflicts[key].reason}`).join('\n')}
  >
    {conflicts.length} 项冲突
  </span>
)

export type DutyConflict = {
  key: ConflictKey
  /** How many people it concerns. */
  fact?: string
  /** Where one of both permissions comes from. */
  note?: string
}

/** A warning, which prevents nothing: each conflict, and on demand its reason. */
export function DutyConflicts({ conflicts }: { conflicts: readonly DutyConflict[] }) {
  if (conflicts.length === 0) return null
  return (
    <section className={`alert undo ${css.duties}`} aria-label="职责冲突">
      <TriangleAlert className="i" aria-hidden />
      <div className="grow">
        <b>职责冲突 {conflicts.length} 项</b>
        {conflicts.map(({ key, fact, note }) => (
          <details key={key}>
            <summary>
              {pairOf(key)}
              {fact && `，${fact}`}
            </summary>
            <p>
              {dutyConflicts[key].reason}。{note}
            </p>
          </details>
        ))}
      </div>
    </section>
  )
}
