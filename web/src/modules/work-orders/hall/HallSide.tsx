import { LOAD_LIMIT } from '@heliodesk/contract/dashboard.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { formatNumber } from '../../../kit/format.ts'
import { useGrants } from '../../../lib/permission.tsx'
import type { HallCounts } from './HallGroups.tsx'
import { Radar } from './Radar.tsx'
import type { HallRow } from './hall-rows.ts'
import css from './hall.module.css'

type HallSideProps = {
  counts: HallCounts | undefined
  rows: readonly HallRow[]
  /** When the position was found; null without one. */
  at: string | null
}

/** Beside the hall: where the orders are, and how much the user has to do already. */
export const HallSide = ({ counts, rows, at }: HallSideProps) => (
  <div className={css.side}>
    {at !== null && (
      <section className="card" aria-label="离我多远">
        <header>
          <h2>离我多远</h2>
          <span className="t3 s12">{at} 定位</span>
        </header>
        <Radar rows={rows} />
      </section>
    )}
    {counts && <InHand inHand={counts.inHand} />}
  </div>
)

function InHand({ inHand }: { inHand: number }) {
  const mayList = useGrants(({ pages }) => pages.includes(paths.orders.path))
  const room = LOAD_LIMIT - inHand
  return (
    <section className="card" aria-label="我的在手">
      <header>
        <h2>我的在手</h2>
        {mayList && (
          <a className="more" href={paths.orders.href({ view: 'mine' })}>
            查看
          </a>
        )}
      </header>
      <div className={css.hand}>
        <span className="row">
          <b>{formatNumber(inHand)}</b>
          <span className="t3">/ 上限 {LOAD_LIMIT}</span>
          <span className={room < 0 ? 'err mla' : 't3 mla'}>
            {room < 0 ? `超 ${formatNumber(-room)} 单` : `还可接 ${room} 单`}
          </span>
        </span>
        <span className="bar" aria-hidden>
          <i style={{ width: `${Math.min(1, inHand / LOAD_LIMIT) * 100}%` }} />
        </span>
      </div>
    </section>
  )
}
