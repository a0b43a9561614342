import { ticketParts } from '@heliodesk/contract/ticket-content.ts'
import type { TicketDetail, TicketPerson } from '@heliodesk/contract/ticket-rows.ts'
import { isEnded } from '@heliodesk/contract/ticket-states.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { LogOut, Signature, UserMinus, UserPlus } from 'lucide-react'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { useCommand } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { SheetCard } from './SheetCard.tsx'
import { anchors, isBriefing, whenOf } from './ticket.ts'
import type { TicketShow } from './use-ticket-overlays.tsx'
import css from './ticket-parts.module.css'

type CrewProps = { ticket: TicketDetail; show: TicketShow }

/** 工作班: who has signed the briefing, who is inside, who has left. The leader leads them and is not among them. */
export function Crew({ ticket, show }: CrewProps) {
  const { people, isLeader, state } = ticket
  const crew = people.filter(({ part }) => part !== 'leader')
  if (ticket.kind === 'operation' || (crew.length === 0 && !isLeader)) return null
  const here = crew.filter(({ isRemoved }) => !isRemoved)
  const inside = here.filter(({ isInside }) => isInside).length
  const mayChange = isLeader && (state === 'working' || state === 'paused')
  return (
    <SheetCard
      id={anchors.crew}
      title="工作班"
      fact={`在场 ${inside} / ${here.length}`}
      tools={
        mayChange && (
          <Button size="sm" icon={UserPlus} onClick={() => show('addPerson')}>
            增加人员
          </Button>
        )
      }
    >
      {crew.length === 0 && <p className={css.none}>没有工作班成员</p>}
      <ul>
        {crew.map((person) => (
          <CrewRow
            key={person.no}
            ticket={ticket}
            person={person}
            onRemove={mayChange && !person.isRemoved ? () => show('removePerson', person) : null}
          />
        ))}
      </ul>
    </SheetCard>
  )
}

type CrewRowProps = { ticket: TicketDetail; person: TicketPerson; onRemove: (() => void) | null }

function CrewRow({ ticket, person, onRemove }: CrewRowProps) {
  const { part, name } = person
  return (
    <li className={person.isRemoved ? `${css.person} ${css.removed}` : css.person}>
      <span className={person.isInside ? 'av lg c2' : 'av lg'} aria-hidden>
        {name.slice(-1)}
      </span>
      <span className={css.who}>
        <b>{name}</b>
        <small>{[part !== 'leader' && ticketParts[part], person.watch].filter(Boolean).join(' · ')}</small>
        <small>{whereOf(person)}</small>
      </span>
      <Signing ticket={ticket} person={person} />
      {onRemove && <IconButton icon={UserMinus} label={`减少${name}`} small onClick={onRemove} />}
    </li>
  )
}

function whereOf({ briefedTime, isInside, leftTime, isRemoved }: TicketPerson): string {
  const briefed = briefedTime && `${whenOf(briefedTime)} 交底签名`
  if (isRemoved) return '已减少'
  if (isInside) return [briefed, '在场'].filter(Boolean).join('，')
  if (leftTime) return `${whenOf(leftTime)} 已离场`
  return briefed ?? '未交底签名'
}

/** Members sign for themselves; the leader for those who have no account. */
function Signing({ ticket, person }: Pick<CrewRowProps, 'ticket' | 'person'>) {
  const userId = useSession(({ user }) => user?.id)
  const enter = useCommand(ticketCalls.enter)
  const leave = useCommand(ticketCalls.leave)
  const isSigner = person.personId === null ? ticket.isLeader : person.personId === userId
  if (!isSigner || person.isRemoved || isEnded(ticket.state)) return null
  const signed = { id: ticket.id, no: person.no }
  if (person.isInside)
    return (
      <Button size="sm" icon={LogOut} busy={leave.isPending} onClick={() => leave.mutate(signed)}>
        离场签名<span className="sr">{person.name}</span>
      </Button>
    )
  if (!isBriefing(ticket)) return null
  return (
    <Button size="sm" icon={Signature} busy={enter.isPending} onClick={() => enter.mutate(signed)}>
      {person.briefedTime === null ? '交底签名' : '再次进场'}
      <span className="sr">{person.name}</span>
    </Button>
  )
}
