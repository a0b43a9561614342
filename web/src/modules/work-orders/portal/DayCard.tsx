import { paths } from '@heliodesk/contract/paths.ts'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { openHere } from '../../../kit/page-table/RowCard.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { groupsOf, placeOf, rangeOf, titleOfGroup, type EventGroup, type Statistics } from './portal.ts'
import css from './portal.module.css'

type DayCardProps = { statistics: Statistics; onOpen: (id: string) => void }

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** The day from morning to evening: the sun over the stations, what was planned and what is done. */
export function DayCard({ statistics: { today, at }, onOpen }: DayCardProps) {
  const phone = usePhone()
  return (
    <section className={`card ${css.day}`} aria-label="今天">
      <header>
        <h2>今天</h2>
        <span className="t3 s12">
          {today.planned === 0 ? '没有安排' : `${today.planned} 项安排，${today.done} 项已完成`}
        </span>
        {!phone && <span className={`mla t3 s12 ${css.sunset}`}>{sunOf(today, at)}</span>}
      </header>
      {phone ? <Agenda today={today} onOpen={onOpen} /> : <Line today={today} at={at} onOpen={onOpen} />}
    </section>
  )
}

function sunOf({ sunrise, sunset }: Statistics['today'], at: string): string {
  if (sunrise === null || sunset === null) return '电站没有登记经纬度，不知道日出日落'
  const minutes = (Date.parse(sunset.replace(' ', 'T')) - Date.parse(at.replace(' ', 'T'))) / 60_000
  const left =
    minutes <= 0 ? '之后停机不计损失' : `还有 ${Math.floor(minutes / 60)} 时 ${Math.floor(minutes % 60)} 分`
  return `日出 ${sunrise.slice(11, 16)} · 日落 ${sunset.slice(11, 16)}，${left}`
}

type PartProps = { today: Statistics['today']; onOpen: (id: string) => void }

/** The share of the line's width that a name takes; it is at least 900 px wide. */
const widthOf = (group: EventGroup) => Math.min(0.26, (titleOfGroup(group).length * 12 + 30) / 1000)

const LANES = 3

function Line({ today, at, onOpen }: PartProps & { at: string }) {
  const range = rangeOf(today)
  const groups = groupsOf(today.events, widthOf, range)
  const lanes = Math.min(LANES, Math.max(1, ...groups.map(({ lane }) => lane + 1)))
  const hidden = groups.filter(({ lane }) => lane >= LANES).length
  const hours = Array.from(
    { length: (range.until - range.from) / 120 + 1 },
    (_hour, index) => range.from / 60 + index * 2,
  )
  const now = placeOf(at, range)
  return (
    <div className={css.line}>
      <Sun today={today} now={now} range={range} />
      <ul className={css.events} style={{ height: lanes * 24 }}>
        {groups
          .filter(({ lane }) => lane < LANES)
          .map((group) => (
            <li
              key={`${group.kind} ${group.at} ${group.events[0]!.orderId}`}
              style={{
                left: percent(Math.min(placeOf(group.at, range), 1 - widthOf(group))),
                top: group.lane * 24,
                maxWidth: percent(widthOf(group)),
              }}
            >
              <Event group={group} onOpen={onOpen} />
            </li>
          ))}
      </ul>
      {hidden > 0 && <p className="t3 s12">另有 {hidden} 组安排，见右侧列表与任务中心</p>}
      <div className={css.hours} aria-hidden>
        {hours.map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
        ))}
      </div>
    </div>
  )
}

const WIDTH = 1000
const HEIGHT = 64

type SunProps = { today: Statistics['today']; now: number; range: { from: number; until: number } }

/** The course of the sun, the past of it filled; the ordinates are its share of the day's height. */
function Sun({ today: { sunrise, sunset }, now, range }: SunProps) {
  if (sunrise === null || sunset === null) return <div className={css.sky} />
  const [rise, set] = [placeOf(sunrise, range), placeOf(sunset, range)]
  const heightAt = (x: number) => (set > rise ? Math.sin((Math.PI * (x - rise)) / (set - rise)) : 0)
  const course = (from: number, until: number) =>
    Array.from({ length: 41 }, (_step, at) => {
      const x = from + ((until - from) * at) / 40
      return `${(x * WIDTH).toFixed(1)},${(HEIGHT - Math.max(0, heightAt(x)) * (HEIGHT - 6)).toFixed(1)}`
    })
  const reached = Math.min(set, Math.max(rise, now))
  const past = course(rise, reached)
  const isUp = now > rise && now < set
  return (
    <div
      className={css.sky}
      role="img"
      aria-label={`日出 ${sunrise.slice(11, 16)}，日落 ${sunset.slice(11, 16)}`}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <path
          className={css.past}
          d={`M${past.join('L')}L${reached * WIDTH},${HEIGHT}L${rise * WIDTH},${HEIGHT}Z`}
        />
        <path className={css.went} d={`M${past.join('L')}`} />
        <path className={css.coming} d={`M${course(reached, set).join('L')}`} />
      </svg>
      <i className={css.now} style={{ left: percent(now) }} />
      {isUp && (
        <i className={css.disc} style={{ left: percent(now), bottom: `${heightAt(now) * (HEIGHT - 6)}px` }} />
      )}
    </div>
  )
}

function Event({ group, onOpen }: { group: EventGroup; onOpen: (id: string) => void }) {
  const { done, at, events } = group
  const Icon = done ? CircleCheck : CircleDashed
  const [first] = events
  const title = events.map(({ taskDescription, psName }) => `${psName} ${taskDescription}`).join('\n')
  const text = (
    <>
      <Icon className={done ? 'i s ok' : 'i s undo'} role="img" aria-label={done ? '已完成' : '未完成'} />
      <span className="sr">{at.slice(11, 16)} </span>
      <span className="ell">{titleOfGroup(group)}</span>
    </>
  )
  if (events.length > 1 || !first)
    return (
      <span className={css.event} title={title}>
        {text}
      </span>
    )
  return (
    <a
      className={css.event}
      href={paths.workPortal.href({ order: first.orderId })}
      title={title}
      onClick={openHere(() => onOpen(first.orderId))}
    >
      {text}
    </a>
  )
}

/** The most of a phone's list. */
const MOST_AGENDA = 8

const Agenda = ({ today, onOpen }: PartProps) => (
  <ul>
    {today.events.slice(0, MOST_AGENDA).map((event) => (
      <li key={`${event.kind} ${event.orderId}`} className={`li ${css.agenda}`}>
        <span className="t3">{event.at.slice(11, 16)}</span>
        <Event
          group={{ kind: event.kind, done: event.done, at: event.at, events: [event], lane: 0 }}
          onOpen={onOpen}
        />
      </li>
    ))}
  </ul>
)
