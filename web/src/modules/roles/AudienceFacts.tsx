import { audienceReasons } from '@heliodesk/contract/audience-query.ts'
import { formatNumber } from '../../kit/format.ts'
import { useAudienceSum } from './audience-object.ts'
import css from './audience.module.css'

/** Why the people can see the chosen record. */
export function AudienceFacts() {
  const sum = useAudienceSum()
  if (!sum) return null
  const most = Math.max(1, ...sum.reasons.map(({ count }) => count))
  return (
    <section className={css.facts} aria-labelledby="audience-reasons">
      <h2 id="audience-reasons">{formatNumber(sum.seers)} 人从哪里来</h2>
      <dl className={css.bars}>
        {sum.reasons.map(({ why, count }) => (
          <div key={why}>
            <dt>{audienceReasons[why]}</dt>
            <dd>
              <i style={{ width: `${(count / most) * 100}%` }} />
            </dd>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
