import { namedRoles, ticketParts, unseparated } from '@heliodesk/contract/ticket-content.ts'
import { roleTitle, separations, type TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Check } from 'lucide-react'
import { SheetCard } from './SheetCard.tsx'
import { latestFirst, whenOf } from './ticket.ts'
import css from './ticket-parts.module.css'

type RoleRow = { key: string; name: string | null; title: string; role: TicketRole; note: string }

/** Who signs on this ticket, each with the last signature; then those who guard. */
function rowsOf(ticket: TicketDetail): RoleRow[] {
  const { kind } = ticket
  const isOperation = kind === 'operation'
  const events = latestFirst(ticket.events)
  const signer = (role: TicketRole, name: string | null): RoleRow[] => {
    const title = roleTitle(role)
    const signed = events.find(({ roleName }) => roleName === title)
    const note = signed ? `${whenOf(signed.at)} ${signed.actionName}` : name ? '未签' : ''
    return name === null && !signed ? [] : [{ key: role, name: name ?? signed!.actorName, title, role, note }]
  }
  return [
    ...signer(isOperation ? 'operator' : 'leader', ticket.leaderName),
    ...(isOperation ? signer('operationGuard', ticket.guardName) : signer('issuer', ticket.issuerName)),
    ...signer('coIssuer', ticket.cosignerName),
    ...signer('permitter', ticket.permitterName),
    ...signer('shiftLeader', ticket.shiftLeaderName),
    ...ticket.people.flatMap(({ no, part, name, watch, certificate, isInside, isRemoved }) =>
      part === 'leader' || part === 'crew' || isRemoved
        ? []
        : [
            {
              key: `person ${no}`,
              name,
              title: [ticketParts[part], watch, certificate && `证 ${certificate}`]
                .filter(Boolean)
                .join(' · '),
              role: part,
              note: isInside ? '在场' : '',
            },
          ],
    ),
  ]
}

/** Which of these must be different people, in a sentence. */
function ruleOf(roles: readonly TicketRole[]): string {
  const pairs = separations.filter((each) => each.roles.every((role) => roles.includes(role)))
  return pairs
    .map(({ roles: [one, other], only }) => {
      const where = only && only !== '操作票' ? `（${only}）` : ''
      return `${roleTitle(one)}与${roleTitle(other)}${where}`
    })
    .join('，')
}

/** 人员与分离. */
export function Roles({ ticket }: { ticket: TicketDetail }) {
  const rows = rowsOf(ticket)
  const together = unseparated(ticket.kind, namedRoles(ticket.content))
  const rule = ruleOf(rows.map(({ role }) => role))
  return (
    <SheetCard
      title="人员与分离"
      fact={
        together ? (
          <span className="tag err">{together}</span>
        ) : (
          <span className="tag ok">
            <Check className="i s" aria-hidden />
            符合
          </span>
        )
      }
    >
      <ul>
        {rows.map(({ key, name, title, note }) => (
          <li key={key} className={css.person}>
            <span className="av lg" aria-hidden>
              {name?.slice(-1)}
            </span>
            <span className={css.who}>
              <b>{name}</b>
              <small>{title}</small>
            </span>
            <span className={css.note}>{note}</span>
          </li>
        ))}
      </ul>
      {rule && <p className={css.rule}>{rule}不能是同一人；换人须重新签名。</p>}
    </SheetCard>
  )
}
