import { titleOfReason } from '@heliodesk/contract/review-reasons.ts'
import type { Finding } from '@heliodesk/contract/ticket-reviews.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import css from './reviews.module.css'

/** What the automatic checks find on a ticket, each with the reason that it stands for. */
export const Findings = ({ findings }: { findings: readonly Finding[] }) =>
  findings.length === 0 ? (
    <p className={css.clean}>
      <CircleCheck className="i s" aria-hidden />
      自动检查没有发现问题
    </p>
  ) : (
    <ul className={css.findings} aria-label="自动检查">
      {findings.map(({ reason, says }) => (
        <li key={`${reason} ${says}`}>
          <TriangleAlert className="i s" aria-hidden />
          <span>
            {says}
            <small>{titleOfReason(reason)}</small>
          </span>
        </li>
      ))}
    </ul>
  )
