import { kmBetween } from '@heliodesk/contract/dispatch-score.ts'
import { History, ListChecks, Navigation, Play, Sun, Zap } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { formatNumber, formatTime } from '../../../kit/format.ts'
import { Facts, openHere } from '../../../kit/page-table/RowCard.tsx'
import { PopMenu, spotUnder, type Spot } from '../../../kit/PopMenu.tsx'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { usePosition } from '../hall/use-position.ts'
import { mapsTo, type MyOrder } from './own-orders.ts'
import css from './my-orders.module.css'

type MyOrderCardProps = {
  order: MyOrder
  href: string
  onOpen: () => void
  /** Starts or continues the work; null if that is not the user's next step. */
  next: { title: string; run: () => void } | null
  /** On this device, and the server has not heard of it. */
  isSubmitted: boolean
  /** Only one filled button per screen. */
  first: boolean
}

/** An order in the hand: what and where, how far it is, and the way there and into it. */
export function MyOrderCard({ order, href, onOpen, next, isSubmitted, first }: MyOrderCardProps) {
  const distance = useDistance(order)
  return (
    <article className={css.card}>
      <a href={href} onClick={openHere(onOpen)}>
        <span className="line">
          <StatusGlyph status={order.flowSts} />
          <span className="t3">·</span>
          <span>{order.taskTypeLabel}</span>
          {isSubmitted ? <span className="tag check mla">提交在本机</span> : <Due order={order} />}
        </span>
        <b>{order.taskDescription}</b>
        <Facts
          facts={[
            [Sun, '电站', order.psName],
            [Navigation, '距离', distance],
            [ListChecks, '步骤', order.steps > 0 && `${order.stepsDone}/${order.steps}`],
            [Zap, '损失', order.lossPower > 0 && `${formatNumber(order.lossPower, 1)} kWh/h`],
          ]}
        />
      </a>
      <div className={`touch-send ${css.acts}`}>
        <Way order={order} />
        {next ? (
          <Button kind={first ? 'pri' : undefined} icon={Play} onClick={next.run}>
            {next.title}
          </Button>
        ) : (
          <Button icon={History} onClick={onOpen}>
            查看记录
          </Button>
        )}
      </div>
    </article>
  )
}

function Due({ order: { flowSts, overHours, planEndTime } }: { order: MyOrder }) {
  if (overHours !== null && flowSts === 2)
    return <span className="tag err mla">超时 {formatNumber(overHours, 1)} h</span>
  if (flowSts === 3) return <span className="mla t3">等待验收</span>
  return planEndTime && <span className="mla t3">{formatTime(planEndTime)} 止</span>
}

/** As the crow flies; null without a position of either. */
function useDistance({ latitude, longitude }: MyOrder): string | null {
  const position = usePosition((state) => state.position)
  if (!position || latitude === null || longitude === null) return null
  return `${formatNumber(kmBetween(position, { latitude, longitude }), 1)} km`
}

/** The way to the station in a map app; which one is asked where the phone has no address for all. */
function Way({ order }: { order: MyOrder }) {
  const [spot, setSpot] = useState<Spot | null>(null)
  const { latitude, longitude, psName } = order
  if (latitude === null || longitude === null) return null
  const maps = mapsTo({ latitude, longitude, psName }, navigator.userAgent)
  if (maps.length === 1)
    return (
      <a className="btn" href={maps[0]!.href}>
        <Navigation className="i" aria-hidden />
        导航
      </a>
    )
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-haspopup="menu"
        aria-expanded={spot !== null}
        onClick={(event) => setSpot(spot ? null : spotUnder(event.currentTarget))}
      >
        <Navigation className="i" aria-hidden />
        导航
      </button>
      {spot && (
        <PopMenu
          label="选择地图"
          spot={spot}
          items={maps.map(({ title, href }) => ({
            text: title,
            onSelect: () => window.open(href, '_blank', 'noopener'),
          }))}
          onClose={() => setSpot(null)}
        />
      )}
    </>
  )
}
