import { TriangleAlert } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import type { Preview } from './MonthPreview.tsx'
import css from './plans.module.css'

type LoadBarsProps = {
  month: string
  preview: Preview
  /** Gives the legs of one person to another; left out where nothing can be changed. */
  onHandOver?: (from: string, to: string) => void
}

/** What people have to do in a month, with and without this plan; whoever has too much, and who could help. */
export function LoadBars({ month, preview, onHandOver }: LoadBarsProps) {
  const { people, spare } = preview
  const over = people.find(({ planned, own, cap }) => own > 0 && planned + own > cap)
  const [helper] = spare
  if (people.length === 0) return null
  const cap = people[0]?.cap ?? 0
  return (
    <section className={css.loads} aria-label="人员工时">
      <h2>
        {Number(month.slice(5))} 月人员工时 <small className="t2">已排 + 本计划，竖线为上限 {cap} h</small>
      </h2>
      <ul>
        {people.map((person) => (
          <Load key={person.personId} {...person} />
        ))}
        {spare.map((person) => (
          <Load key={person.personId} {...person} own={0} />
        ))}
      </ul>
      {over && helper && onHandOver && helper.planned + over.own <= helper.cap && (
        <div className="alert undo" role="status">
          <TriangleAlert className="i s" aria-hidden />
          <span className="grow">
            {over.realname} {Number(month.slice(5))} 月超 {round(over.planned + over.own - over.cap)} h。若由
            {helper.realname} 承担，两人为 {round(over.planned)} h 和 {round(helper.planned + over.own)} h。
          </span>
          <Button size="sm" onClick={() => onHandOver(over.personId, helper.personId)}>
            改给{helper.realname}
          </Button>
        </div>
      )}
    </section>
  )
}

const round = (hours: number) => Math.round(hours * 10) / 10

function Load({
  realname,
  planned,
  own,
  cap,
}: {
  realname: string
  planned: number
  own: number
  cap: number
}) {
  const total = planned + own
  const full = Math.max(cap * 1.15, total)
  const left = round(cap - total)
  return (
    <li>
      <span>{realname}</span>
      <span className={css.bar} aria-hidden>
        <i style={{ width: `${(planned / full) * 100}%` }} />
        <b data-over={total > cap ? '' : undefined} style={{ width: `${(own / full) * 100}%` }} />
        <em style={{ left: `${(cap / full) * 100}%` }} />
      </span>
      <span className={css.sum}>
        {round(planned)} + {round(own)} = <b className={total > cap ? css.late : undefined}>{round(total)}</b>{' '}
        h<small>{left < 0 ? `超 ${-left}` : `余 ${left}`}</small>
      </span>
    </li>
  )
}
