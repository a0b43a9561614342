import css from './strip-skeleton.module.css'
import './strip.css'

type StripSkeletonProps = {
  /** How many figures are to come. */
  cells: number
  /** Whether the wait has become long enough to be seen; until then the room alone is kept. */
  shown: boolean
}

/** The room of a strip of figures that are still awaited. */
export const StripSkeleton = ({ cells, shown }: StripSkeletonProps) =>
  shown ? (
    <div className={`strip ${css.room}`} data-threes={cells === 6 ? '' : undefined} aria-hidden>
      {Array.from({ length: cells }, (_cell, at) => (
        <div key={at} className={css.cell}>
          <span className="sk" style={{ width: 56 }} />
          <span className="sk" style={{ width: 84 }} />
          <span className="sk" style={{ width: 96 }} />
        </div>
      ))}
    </div>
  ) : (
    <div className={css.room} />
  )
