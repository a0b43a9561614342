import type { HangingEarth, TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import dayjs from 'dayjs'
import { CircleCheck, Plus, TriangleAlert, Unplug } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { EMPTY, formatNumber } from '../../../kit/format.ts'
import { FileTiles } from '../../../kit/FileTiles.tsx'
import { HeadRow } from '../../../kit/HeadRow.tsx'
import { SheetCard } from './SheetCard.tsx'
import { anchors, whenOf } from './ticket.ts'
import type { TicketShow } from './use-ticket-overlays.tsx'
import css from './ticket-parts.module.css'

type EarthsProps = { ticket: TicketDetail; now: string; show: TicketShow }

/** 接地线台账: what hangs for this ticket, and what has been taken down or handed over. */
export function Earths({ ticket, now, show }: EarthsProps) {
  const { earths, hanging, mayHang, content } = ticket
  if (earths.length === 0 && content.earth.length === 0 && !mayHang) return null
  return (
    <SheetCard
      id={anchors.earths}
      title="接地线台账"
      fact={hanging > 0 ? <span className="tag err">在装 {hanging} 组</span> : undefined}
      tools={
        mayHang && (
          <Button size="sm" icon={Plus} onClick={() => show('hang')}>
            装设
          </Button>
        )
      }
    >
      {earths.length === 0 ? (
        <p className={css.none}>{mayHang ? '还没有装设；验明无电后装设并登记' : '还没有装设'}</p>
      ) : (
        <div className={css.table}>
          <table>
            <HeadRow titles={['编号', '装设位置', '验电', '装设', '拆除', '状态']} />
            <tbody>
              {earths.map((earth) => (
                <EarthRow key={earth.id} earth={earth} now={now} show={mayHang ? show : null} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </SheetCard>
  )
}

type EarthRowProps = { earth: HangingEarth; now: string; show: TicketShow | null }

const EarthRow = ({ earth, now, show }: EarthRowProps) => (
  <tr>
    <th scope="row">
      {earth.kindLabel} {earth.earthName}
    </th>
    <td data-title="位置">{earth.place}</td>
    <td data-title="验电">{whenOf(earth.testedTime)}</td>
    <td data-title="装设">
      <Act at={earth.installedTime} by={earth.installedBy} guard={earth.installedGuard} />
      <FileTiles files={earth.installedPhotos} label={`${earth.earthName} 装设照片`} />
    </td>
    <td data-title="拆除">
      {earth.removedTime ? (
        <>
          <Act at={earth.removedTime} by={earth.removedBy} guard={earth.removedGuard} />
          <FileTiles files={earth.removedPhotos} label={`${earth.earthName} 拆除照片`} />
        </>
      ) : show ? (
        <Button size="sm" icon={Unplug} onClick={() => show('unhang', earth)}>
          拆除登记<span className="sr">{earth.earthName}</span>
        </Button>
      ) : (
        EMPTY
      )}
    </td>
    <td data-title="状态">
      <EarthState earth={earth} now={now} />
    </td>
  </tr>
)

type ActProps = { at: string; by: string | null; guard: string | null }

const Act = ({ at, by, guard }: ActProps) => (
  <span>
    {whenOf(at)} {by}
    {guard && <small className={css.guarded}>监护 {guard}</small>}
  </span>
)

function EarthState({ earth, now }: { earth: HangingEarth; now: string }) {
  const { handedTo, removedTime, installedTime } = earth
  if (handedTo)
    return (
      <a className={css.link} href={paths.tickets.href({ ticket: handedTo.id })}>
        移交 {handedTo.ticketNo}
      </a>
    )
  if (removedTime)
    return (
      <span className={css.state}>
        <CircleCheck className="i s ok" aria-hidden />
        已拆除
      </span>
    )
  const hours = Math.max(0, dayjs(now).diff(installedTime, 'minute')) / 60
  return (
    <span className={`err ${css.state}`}>
      <TriangleAlert className="i s" aria-hidden />
      在装 {formatNumber(hours, 1)} h
    </span>
  )
}
