import type { Share } from '../../kit/chart/scale.ts'
import css from './cards.module.css'

/** A bar in a list; a broken one exceeds the scale of the others. */
export function Bar({ share, broken, tone = '' }: Share & { tone?: string }) {
  return (
    <span className={css.meter} aria-hidden>
      <i className={tone} style={{ width: `${share === 0 ? 0 : Math.max(2, share * 100)}%` }} />
      {broken && <b className={css.break} />}
    </span>
  )
}
