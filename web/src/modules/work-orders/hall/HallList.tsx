import { Hand } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { EMPTY, formatNumber } from '../../../kit/format.ts'
import { openHere } from '../../../kit/page-table/RowCard.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { useListKeys } from '../../../kit/use-list-keys.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { formatDue, formatTravel, type HallRow, type Mark } from './hall-rows.ts'
import type { useHall } from './use-hall.ts'
import css from './hall.module.css'

type HallListProps = {
  hall: Pick<ReturnType<typeof useHall>, 'marks' | 'claim' | 'more' | 'readingMore' | 'isOld'>
  rows: readonly HallRow[]
  /** Why the user may take none of them. */
  refusal: string | null
  onOpen: (id: string) => void
  phone: boolean
}

/** The orders to take. The first that can be taken has the page's filled button. */
export function HallList({ hall, rows, refusal, onOpen, phone }: HallListProps) {
  const { base } = useUrlQuery()
  const list = useRef<HTMLOListElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const ids = rows.map(({ id }) => id)
  const current = chosen !== null && ids.includes(chosen) ? chosen : null
  useListKeys(
    list,
    ids,
    current,
    (id) => {
      setChosen(id)
      list.current?.children[ids.indexOf(id)]?.scrollIntoView({ block: 'nearest' })
    },
    onOpen,
  )
  const first = refusal === null ? rows.find(({ id }) => !hall.marks.has(id))?.id : undefined
  const today = companyNow().format('YYYY-MM-DD')
  const Row = phone ? HallCard : HallLine
  return (
    <>
      {!phone && (
        <div className={`${css.line} ${css.head}`} aria-hidden>
          <span>任务与设备</span>
          <span>电站与距离</span>
          <span>损失 kWh/h</span>
          <span>今日可挽回</span>
          <span>计划结束</span>
          <span />
        </div>
      )}
      <ol ref={list} className={hall.isOld ? `${css.rows} ${css.old}` : css.rows} aria-label="待接工单">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            today={today}
            href={`${base}?order=${row.id}`}
            mark={hall.marks.get(row.id)}
            current={row.id === current}
            first={row.id === first}
            refusal={refusal}
            onOpen={() => onOpen(row.id)}
            onClaim={() => hall.claim(row)}
          />
        ))}
      </ol>
      {hall.more && (
        <div className={css.more}>
          <Button busy={hall.readingMore} onClick={hall.more}>
            继续加载
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = {
  row: HallRow
  today: string
  href: string
  mark: Mark | undefined
  /** The row that the keys have reached. */
  current: boolean
  first: boolean
  refusal: string | null
  onOpen: () => void
  onClaim: () => void
}

const classOf = (shape: string | undefined, { mark, current }: RowProps) =>
  [shape, current && css.current, mark?.kind === 'gone' && css.gone].filter(Boolean).join(' ')

function HallLine(props: RowProps) {
  const { row, href, current, onOpen } = props
  return (
    <li className={classOf(css.line, props)}>
      <span className={css.two}>
        <a
          className={css.cover}
          href={href}
          aria-current={current ? 'true' : undefined}
          title={row.taskDescription}
          onClick={openHere(onOpen)}
        >
          {row.taskDescription}
        </a>
        <small>{aboutOf(row)}</small>
      </span>
      <span className={css.two}>
        <span title={row.psName}>{row.psName}</span>
        <small>{wayOf(row)}</small>
      </span>
      <b className={css.figure}>
        <span className="sr">每小时损失 kWh </span>
        {row.lossPower > 0 ? formatNumber(row.lossPower, 1) : <Unknown />}
      </b>
      <span className={`${css.two} ${css.figure}`}>
        <Saved row={row} />
      </span>
      <span className={css.due}>
        <span className="sr">计划结束 </span>
        <Due {...props} />
      </span>
      <Taking {...props} />
    </li>
  )
}

function HallCard(props: RowProps) {
  const { row, href, onOpen } = props
  return (
    <li className={classOf(`row-card ${css.card}`, props)}>
      <a className={css.cover} href={href} onClick={openHere(onOpen)}>
        {row.taskDescription}
      </a>
      <small>{aboutOf(row)}</small>
      <dl>
        <div>
          <dt>{row.psName}</dt>
          <dd>{wayOf(row)}</dd>
        </div>
        <div>
          <dt>损失</dt>
          <dd>{row.lossPower > 0 ? `${formatNumber(row.lossPower, 1)} kWh/h` : <Unknown />}</dd>
        </div>
        <div>
          <dt>今日可挽回</dt>
          <dd>
            <Saved row={row} />
          </dd>
        </div>
      </dl>
      <div className={css.foot}>
        <span className={css.due}>
          {row.planEndTime === null ? (
            <span className="t3">未定截止时间</span>
          ) : (
            <>
              <Due {...props} />
              {row.overHours === null && ' 截止'}
            </>
          )}
        </span>
        <Taking {...props} />
      </div>
    </li>
  )
}

const Unknown = () => <span className="t3">{EMPTY}</span>

const aboutOf = ({ taskTypeLabel, deviceName, areaName, workCode }: HallRow) =>
  [taskTypeLabel, deviceName ?? areaName ?? workCode].join(' · ')

const wayOf = ({ distanceKm, travelMinutes }: HallRow) =>
  distanceKm === null || travelMinutes === null
    ? EMPTY
    : `${formatNumber(distanceKm, distanceKm < 10 ? 1 : 0)} km，${formatTravel(travelMinutes)}`

/** What taking it now still saves today; without a loss or the station's position there is nothing to say. */
function Saved({ row: { lossPower, recoverableKwh, recoverableYuan, sunset } }: { row: HallRow }) {
  if (lossPower === 0 || recoverableKwh === null) return <Unknown />
  return (
    <>
      <span title={sunset ? `日落 ${sunset.slice(11, 16)}` : undefined}>
        <span className="sr">今日可挽回 </span>
        {formatNumber(recoverableKwh)} kWh
      </span>
      {recoverableYuan !== null && <small>¥ {formatNumber(recoverableYuan)}</small>}
    </>
  )
}

function Due({ row: { planEndTime, overHours }, today }: RowProps) {
  if (planEndTime === null) return <Unknown />
  if (overHours !== null) return <b className="err">超时 {formatNumber(overHours, 1)} h</b>
  return <>{formatDue(planEndTime, today)}</>
}

function Taking({ mark, first, refusal, onClaim, row }: RowProps) {
  if (mark)
    return (
      <span className={mark.kind === 'own' ? `${css.said} ok` : `${css.said} t3`} role="status">
        {mark.text}
      </span>
    )
  return (
    <span className={css.take}>
      <Button kind={first ? 'pri' : undefined} icon={Hand} refusal={refusal} onClick={onClaim}>
        接单<span className="sr"> {row.workCode}</span>
      </Button>
    </span>
  )
}

export const HallSkeleton = () => (
  <div aria-hidden>
    {Array.from({ length: 8 }, (_row, at) => (
      <div key={at} className={css.waiting} style={{ opacity: 1 - at / 9 }}>
        <span className="sk" style={{ width: `${38 - ((at * 7) % 14)}%` }} />
        <span className="sk" style={{ width: 90 }} />
        <span className="sk" style={{ width: 56 }} />
        <span className="sk" style={{ width: 64 }} />
      </div>
    ))}
  </div>
)
