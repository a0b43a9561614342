import type { TicketBoard } from '@heliodesk/contract/ticket-board.ts'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { BoardCard } from './BoardCard.tsx'
import { clockOf, crewsOf, keyOf } from './board.ts'
import { RollCall } from './RollCall.tsx'
import css from './ticket-board.module.css'

type InsideProps = { board: TicketBoard; isWall: boolean }

/** 谁在里面: those who are at work now, by ticket. */
export function Inside({ board: { inside, left, day }, isWall }: InsideProps) {
  const [calling, setCalling] = useState(false)
  const crews = crewsOf(inside)
  return (
    <BoardCard
      title="谁在里面"
      fact={`${inside.length} 人${crews.length > 0 ? `，${crews.length} 张票` : ''}`}
      tools={
        !isWall &&
        inside.length > 0 && (
          <Button size="sm" kind="txt" onClick={() => setCalling(true)}>
            点名
          </Button>
        )
      }
      className={css.inside}
    >
      <div className={css.crews}>
        {inside.length === 0 && <p className={css.none}>现在没有人在作业</p>}
        {crews.map(({ ticketId, ticketNo, place, people }) => (
          <section key={ticketId} aria-label={ticketNo}>
            <h3 className={css.crewHead}>
              <span className={css.cut}>{place}</span>
              <span className={css.end}>
                {ticketNo} · {people.length} 人
              </span>
            </h3>
            <ul>
              {people.map((person) => (
                <li key={keyOf(person)} className={css.person}>
                  <span className="av lg c2" aria-hidden>
                    {person.name.slice(-1)}
                  </span>
                  <span className={css.who}>
                    <b>{person.name}</b>
                    <small>{person.partLabel}</small>
                  </span>
                  <time className={css.end}>{clockOf(person.since, day)}</time>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className={css.foot}>
        今天已离场 {left} 人{inside.length > 0 && '；工作班成员未离场，票不能终结'}
      </p>
      {calling && <RollCall inside={inside} onClose={() => setCalling(false)} />}
    </BoardCard>
  )
}
