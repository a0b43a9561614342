import type { Received } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { Radio } from 'antd'
import { useState } from 'react'
import { labelIdOf, type FieldControl } from '../../kit/Field.tsx'
import { formatNumber } from '../../kit/format.ts'
import { SearchField } from '../../kit/SearchField.tsx'
import { useSearchBy } from '../../lib/pinyin.ts'
import css from './candidates.module.css'

export type Candidate = Received<typeof workOrderCalls.executors>[number]

type CandidatesProps = FieldControl & {
  people: readonly Candidate[]
  /** They are still looked for. */
  pending: boolean
  /** Said where there is nobody. */
  nobody: string
  /** The number shown before all are asked for. */
  first: number
  value: string | undefined
  onChange: (id: string) => void
}

/** The people an order may be given to, the most suitable first, each with what speaks for them. */
export function Candidates(props: CandidatesProps) {
  const { people, pending, nobody, first, value, onChange, ...control } = props
  const [all, setAll] = useState(false)
  const [sought, setSought] = useState('')
  const { filterOption: isFound } = useSearchBy('words')
  // Whoever has the focus in it while people are looked for keeps it.
  const [began] = useState(pending)
  if (people.length === 0 && !pending) return <p className="t3">{nobody}</p>
  const found = people.filter(
    ({ realname, departName }) => sought === '' || isFound(sought, { words: `${realname} ${departName}` }),
  )
  const shown = all || sought !== '' ? found : found.filter(({ id }, at) => at < first || id === value)
  return (
    <div className={css.box}>
      {(began || people.length > first) && (
        <SearchField label="查找人员" placeholder="姓名、班组" value={sought} onChange={setSought} />
      )}
      <Radio.Group
        {...control}
        aria-labelledby={labelIdOf(control.id)}
        className={css.candidates}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {shown.map((person) => (
          <Radio key={person.id} value={person.id}>
            <Row person={person} />
          </Radio>
        ))}
      </Radio.Group>
      {shown.length === 0 && (
        <p className={`t3 s13 ${css.none}`}>{pending ? '正在查找人员…' : `没有找到“${sought}”`}</p>
      )}
      {sought === '' && found.length > shown.length && (
        <button type="button" className="btn txt sm" onClick={() => setAll(true)}>
          全部 {found.length} 人
        </button>
      )}
    </div>
  )
}

function Row({ person }: { person: Candidate }) {
  const { realname, departName, score, points, openOrders } = person
  const [distance, from] = distanceOf(person)
  const [known, newest] = knownOf(person)
  return (
    <span className={css.person}>
      <span>
        <b>{realname}</b>
        <small className="ell">{departName}</small>
      </span>
      <span
        className={css.score}
        title={`距离 ${points.distance}、在手 ${points.load}、熟悉 ${points.known}`}
      >
        <b>{score}</b>
        <span className={css.bar} aria-hidden>
          <i style={{ width: `${points.distance}%` }} />
          <i style={{ width: `${points.load}%` }} />
          <i style={{ width: `${points.known}%` }} />
        </span>
      </span>
      <span className={css.facts}>
        <span>
          {distance}
          <small className="ell">{from}</small>
        </span>
        <span>{openOrders} 单在办</span>
        <span>
          {known}
          <small className="ell">{newest}</small>
        </span>
      </span>
    </span>
  )
}

/** How far away a person is, and from where that is counted. */
export function distanceOf({ km, isAtWork, workplace }: Candidate): [distance: string, from: string] {
  const distance = km === null ? '距离未知' : `${formatNumber(km, 1)} km`
  if (isAtWork) return [distance, workplace === null ? '今天在别处作业' : `今天在${workplace}`]
  return [distance, km === null ? '' : '从班组电站算']
}

/** What a person knows of the order's device or station, the closest first. */
export function knownOf(person: Candidate): [known: string, newest: string] {
  const { onDevice, onModel, atStation, lastOnDevice } = person
  if (onDevice > 0)
    return [`办过这台 ${onDevice} 次`, lastOnDevice ? `最近 ${lastOnDevice.slice(0, 10)}` : '']
  if (onModel > 0) return [`办过本站同型号 ${onModel} 次`, '']
  return atStation > 0 ? [`办过本站 ${atStation} 单`, ''] : ['没有办过本站工单', '']
}
