import { earthKinds, type EarthKind } from '@heliodesk/contract/earths.ts'
import { ticketParts } from '@heliodesk/contract/ticket-content.ts'
import { roleTitle } from '@heliodesk/contract/ticket-roles.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { dayAndClock, Filled, FormTable, Lines, Signature, Signatures, When, type Rubric } from './pieces.tsx'
import {
  agreedBy,
  agreedChanges,
  crewChanges,
  earthsLeft,
  eventOf,
  firstLeader,
  interruptionsOf,
  signed,
} from './signatures.ts'
import css from './ticket-print.module.css'

const modes = { face: '当面许可', phone: '电话许可' } as const

export const PermitSignatures = ({ ticket }: { ticket: TicketDetail }) => {
  const confirmed = eventOf(ticket, 'confirm')
  return (
    <>
      <Signatures>
        <Signature title="工作许可人签名" by={signed(ticket, 'permit')} />
        <Signature title="工作负责人签名" by={signed(ticket, 'confirm')} />
      </Signatures>
      {ticket.permitMode && (
        <p className={css.small}>{[modes[ticket.permitMode], confirmed?.note].filter(Boolean).join('；')}</p>
      )}
    </>
  )
}

export const permit = (ticket: TicketDetail, before: number): Rubric => ({
  title: `确认本工作票 1～${before} 项，许可开始工作`,
  body: (
    <>
      <p>
        许可开始工作时间：
        <When at={ticket.permittedTime} />
      </p>
      <PermitSignatures ticket={ticket} />
    </>
  ),
})

/** Everybody but the leader, who leads the briefing. */
export function briefed({ people }: TicketDetail, title: string): Rubric {
  const team = people.filter(({ part }) => part !== 'leader')
  return {
    title,
    body: (
      <ul className={css.briefed} aria-label="工作班人员签名">
        {team.map(({ no, name, part, briefedTime }) => (
          <li key={no}>
            {part !== 'crew' && `${ticketParts[part as keyof typeof ticketParts]} `}
            <Filled>{briefedTime && name}</Filled>
            {briefedTime && <small> {dayAndClock(briefedTime)}</small>}
          </li>
        ))}
        {team.length === 0 &&
          Array.from({ length: 6 }, (_each, at) => <li key={at}>{<Filled>{null}</Filled>}</li>)}
      </ul>
    ),
  }
}

export function leaderChange(ticket: TicketDetail): Rubric {
  const [change] = agreedChanges(ticket, 'leader')
  const taken = change ? agreedBy(change, roleTitle('leader')) : null
  return {
    title: '工作负责人变动情况',
    body: (
      <>
        <p>
          原工作负责人 <Filled>{change ? firstLeader(ticket) : null}</Filled> 离去，变更{' '}
          <Filled>{taken?.name ?? null}</Filled> 为工作负责人。
          {change && `原因：${change.reason}`}
        </p>
        <Signatures>
          <Signature title="工作票签发人签名" by={change ? agreedBy(change, roleTitle('issuer')) : null} />
          <Signature
            title="原工作负责人签名"
            by={change ? { name: change.askedBy, at: change.askedTime } : null}
          />
          <Signature title="新工作负责人签名" by={taken} />
        </Signatures>
      </>
    ),
  }
}

export const crewChange = (ticket: TicketDetail): Rubric => {
  const rows = crewChanges(ticket)
  return {
    title: '工作人员变动情况（变动人员姓名、日期及时间）',
    body: (
      <FormTable
        name="工作人员变动"
        rows={rows}
        blankRows={rows.length === 0 ? 2 : 0}
        columns={[
          { title: '时间', width: 22, of: ({ at }) => dayAndClock(at) },
          { title: '变动', width: 14, of: ({ actionName }) => actionName },
          { title: '人员及原因', of: ({ note }) => note },
          { title: '工作负责人签名', width: 20, of: ({ actorName }) => actorName },
        ]}
      />
    ),
  }
}

/** A row for each extension; by whom it was agreed, the permitter or the shift leader. */
export function extension(ticket: TicketDetail): Rubric {
  const rows = agreedChanges(ticket, 'extend')
  return {
    title: '工作票延期',
    body: (
      <FormTable
        name="工作票延期"
        rows={rows}
        blankRows={rows.length === 0 ? 1 : 0}
        columns={[
          {
            title: '有效期延长到',
            of: ({ says, reason }) => [says, reason].filter(Boolean).join('；'),
          },
          {
            title: '工作负责人签名、时间',
            width: 29,
            of: ({ askedBy, askedTime }) => `${askedBy} ${dayAndClock(askedTime)}`,
          },
          {
            title: '工作许可人签名、时间',
            width: 29,
            of: ({ agreed }) => agreed.map(({ name, at }) => `${name} ${dayAndClock(at)}`).join('、'),
          },
        ]}
      />
    ),
  }
}

export function daily(
  ticket: TicketDetail,
  title = '每日开工和收工时间（使用一天的工作票不必填写）',
): Rubric {
  const rows = interruptionsOf(ticket)
  return {
    title,
    body: (
      <FormTable
        name="每日开工和收工"
        rows={rows}
        blankRows={rows.length === 0 ? 2 : 0}
        columns={[
          { title: '收工时间', width: 20, of: ({ stopped }) => dayAndClock(stopped.at) },
          { title: '工作负责人', of: ({ stopped }) => stopped.name },
          { title: '工作许可人', of: () => '' },
          { title: '开工时间', width: 20, of: ({ resumed }) => resumed && dayAndClock(resumed.at) },
          { title: '工作许可人 ', of: ({ resumed }) => resumed?.permitter },
          { title: '工作负责人 ', of: ({ resumed }) => resumed?.leader },
        ]}
      />
    ),
  }
}

/** The permitter signs once for both: that the work has ended, and that the ticket has. */
export const EndSignatures = ({ ticket }: { ticket: TicketDetail }) => (
  <Signatures>
    <Signature title="工作负责人签名" by={signed(ticket, 'finish')} />
    <Signature title="工作许可人签名" by={signed(ticket, 'close')} />
  </Signatures>
)

export const workEnd = (ticket: TicketDetail): Rubric => ({
  title: '工作终结',
  body: (
    <>
      <p>
        全部工作于 <When at={ticket.finishedTime} />{' '}
        结束，设备及安全措施已恢复至开工前状态，工作人员已全部撤离，材料工具已清理完毕，工作已终结。
      </p>
      <EndSignatures ticket={ticket} />
    </>
  ),
})

const countOf = (ticket: TicketDetail, kind: EarthKind): string | null =>
  ticket.closedTime === null
    ? null
    : String(earthsLeft(ticket).filter(({ kindLabel }) => kindLabel === earthKinds[kind]).length)

export function EarthsLeft({ ticket }: { ticket: TicketDetail }) {
  const left = earthsLeft(ticket).map(
    ({ kindLabel, earthName, handedTo }) =>
      `${kindLabel} ${earthName}${handedTo ? `（移交 ${handedTo.ticketNo}）` : ''}`,
  )
  const says = ticket.closedTime === null ? null : left.join('、') || '无'
  return (
    <p>
      临时遮栏、标示牌已拆除，常设遮栏已恢复。未拆除的接地线、未拉开的接地刀闸编号{' '}
      <Filled wide>{says}</Filled> ，共接地线 <Filled>{countOf(ticket, 'wire')}</Filled> 组、接地刀闸{' '}
      <Filled>{countOf(ticket, 'switch')}</Filled> 副，已汇报调度值班员。
    </p>
  )
}

export const ticketEnd = (ticket: TicketDetail): Rubric => ({
  title: '工作票终结',
  body: (
    <>
      <EarthsLeft ticket={ticket} />
      <Signatures>
        <Signature title="工作许可人签名" by={signed(ticket, 'close')} />
      </Signatures>
    </>
  ),
})

/** Both ends in one, where as a rule nothing was earthed. */
export const wholeEnd = (ticket: TicketDetail): Rubric => ({
  title: '工作终结',
  body: (
    <>
      <p>
        全部工作于 <When at={ticket.finishedTime} /> 结束，工作人员已全部撤离，材料工具已清理完毕。
      </p>
      {ticket.earths.length > 0 && <EarthsLeft ticket={ticket} />}
      <EndSignatures ticket={ticket} />
    </>
  ),
})

const otherChanges = ['transfer', 'task', 'trial', 'endTrial'] as const

/** What happened and has no place of its own on the form. */
function othersOf(ticket: TicketDetail): string[] {
  const { content, orders, kind } = ticket
  return [
    kind === 'first' && content.conditions ? `工作条件：${content.conditions}` : '',
    ...otherChanges.flatMap((change) =>
      agreedChanges(ticket, change).map(({ title, says, reason, askedBy, askedTime, agreed }) => {
        const what = [says, reason].filter(Boolean).join('；')
        const who = agreed.map(({ roleName, name, at }) => `${roleName} ${name} ${dayAndClock(at)} 同意`)
        return `${title}：${what}（${[`${askedBy} ${dayAndClock(askedTime)} 申请`, ...who].join('，')}）`
      }),
    ),
    orders.length > 0 ? `关联工单：${orders.map(({ workCode }) => workCode).join('、')}` : '',
    content.remark,
  ].filter(Boolean)
}

export function remark(ticket: TicketDetail): Rubric {
  const guards = ticket.content.people.filter(({ part }) => part === 'guard')
  const others = othersOf(ticket)
  return {
    title: '备注',
    body: (
      <>
        {(guards.length > 0 ? guards : [null]).map((guard, at) => (
          <p key={at}>
            （{at + 1}）指定专责监护人 <Filled>{guard?.name ?? null}</Filled> 负责监护{' '}
            <Filled wide>{guard?.watch ?? null}</Filled>（地点及具体工作）。
          </p>
        ))}
        <div>
          （{Math.max(guards.length, 1) + 1}）其他事项：
          <Lines texts={others} open />
        </div>
      </>
    ),
  }
}
