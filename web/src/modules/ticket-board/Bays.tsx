import { paths } from '@heliodesk/contract/paths.ts'
import type { BoardBay, BoardHanging, TicketBoard } from '@heliodesk/contract/ticket-board.ts'
import { BoardCard } from './BoardCard.tsx'
import { clockOf, isOpen } from './board.ts'
import css from './bays.module.css'

/** 隔离与接地: what is isolated or switched, bay by bay, and the earths that hang there. */
export function Bays({ board }: { board: TicketBoard }) {
  const { bays, hanging, ledger, tickets, day } = board
  const drawn = new Set(bays.map(({ ticketId }) => ticketId))
  const loose = hanging.filter(({ ticketId }) => !drawn.has(ticketId))
  const without = tickets.filter((ticket) => isOpen(ticket) && !drawn.has(ticket.id))
  const countOf = (kind: BoardHanging['kind']) => hanging.filter((each) => each.kind === kind).length
  return (
    <BoardCard
      title="隔离与接地"
      fact={`挂着的接地线 ${countOf('wire')} 组，接地刀闸 ${countOf('switch')} 副`}
      tools={
        <span className={css.ledger}>
          台账 {ledger.stored + ledger.hanging + ledger.testing}：在库 {ledger.stored}
          <b data-any={ledger.hanging > 0 ? '' : undefined}>已装设 {ledger.hanging}</b>
          送检 {ledger.testing}
        </span>
      }
    >
      {bays.length === 0 ? (
        <p className={css.none}>没有隔离中的设备</p>
      ) : (
        <ul className={css.bays}>
          {bays.map((bay) => (
            <Bay
              key={bay.ticketId}
              bay={bay}
              earths={hanging.filter(({ ticketId }) => ticketId === bay.ticketId)}
              day={day}
            />
          ))}
        </ul>
      )}
      {(loose.length > 0 || without.length > 0) && (
        <ul className={css.loose} aria-label="不在图上">
          {loose.map((earth) => (
            <li key={earth.id}>
              <Flag earth={earth} day={day} /> {earth.ticketNo}
            </li>
          ))}
          {without.map(({ id, ticketNo, task }) => (
            <li key={id}>
              {ticketNo} {task}：没有布置隔离点
            </li>
          ))}
        </ul>
      )}
      <p className={css.legend}>
        <span>
          <Breaker isOpen={false} /> 合
        </span>
        <span>
          <Breaker isOpen /> 分
        </span>
        <span>
          <Breaker isOpen={null} /> 尚未布置
        </span>
        <span>红框 = 在检修的隔离范围，虚框 = 正在操作；按两票打√记录显示，不是遥信</span>
      </p>
    </BoardCard>
  )
}

/** One breaker: filled is closed, hollow is open, dashed is not known. */
const Breaker = ({ isOpen: open }: { isOpen: boolean | null }) => (
  <i className={css.breaker} data-is={open === null ? 'unknown' : open ? 'open' : 'closed'} aria-hidden />
)

const sayOf = (isOpenNow: boolean | null) => (isOpenNow === null ? '尚未布置' : isOpenNow ? '分' : '合')

type BayProps = { bay: BoardBay; earths: readonly BoardHanging[]; day: string }

function Bay({ bay, earths, day }: BayProps) {
  const { ticketId, ticketNo, name, state, stateLabel, points, next } = bay
  return (
    <li className={css.bay} data-state={state} aria-label={`${name} ${stateLabel}`}>
      <ul className={css.points}>
        {points.map(({ name: number, device, isOpen: open, isNext, reliesOn }) => (
          <li key={number} data-next={isNext ? '' : undefined}>
            {device === 'earth' ? <EarthMark isHanging={open === false} /> : <Breaker isOpen={open} />}
            <span>
              {number}
              {device === 'earth' && ` ${open === false ? '已合' : '待合'}`}
              {device === 'switch' && <span className="sr"> {sayOf(open)}</span>}
              {reliesOn && <small>与 {reliesOn} 共用</small>}
            </span>
          </li>
        ))}
        {earths.map((earth) => (
          <li key={earth.id}>
            <Flag earth={earth} day={day} />
          </li>
        ))}
      </ul>
      <b className={css.name}>{name}</b>
      <span className={css.state}>{stateLabel}</span>
      {next && <span className={css.next}>{next}</span>}
      <a className={css.ticketNo} href={paths.tickets.href({ ticket: ticketId })}>
        {ticketNo}
      </a>
    </li>
  )
}

/** The flag of an earth that hangs: its number, and where since when. */
function Flag({ earth, day }: { earth: BoardHanging; day: string }) {
  const { kind, kindLabel, name, place, installedTime } = earth
  return (
    <span className={css.flag}>
      <EarthMark isHanging />
      <b>
        <span className="sr">{kindLabel} </span>
        {kind === 'wire' ? `${name} 号` : name}
      </b>
      <small>
        {place} {clockOf(installedTime, day)}
      </small>
    </span>
  )
}

const EarthMark = ({ isHanging }: { isHanging: boolean }) => (
  <svg
    className={css.earth}
    data-hanging={isHanging ? '' : undefined}
    width="18"
    height="16"
    viewBox="0 0 18 16"
    aria-hidden
  >
    <path d="M0 3h9v4M3 7h12M5.5 10h7M8 13h2" />
  </svg>
)
