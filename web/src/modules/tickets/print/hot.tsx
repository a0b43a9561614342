import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import type { TicketAct } from '@heliodesk/contract/ticket-states.ts'
import { formatMinute } from '../../../kit/format.ts'
import { Blank, Filled, FormTable, Lines, Signature, Signatures, When, type Rubric } from './pieces.tsx'
import {
  EndSignatures,
  PermitSignatures,
  briefed,
  crewChange,
  daily,
  leaderChange,
  remark,
} from './rubrics-after.tsx'
import { Groups, leader, period, places } from './rubrics-before.tsx'
import { isOpen, signed } from './signatures.ts'
import css from './ticket-print.module.css'

const main = ({ main: linked }: TicketDetail): Rubric => ({
  title: '主票（工作票）编号',
  body: (
    <>
      <Filled wide>{linked && `${linked.kindLabel} ${linked.ticketNo}`}</Filled>
    </>
  ),
})

const workers = ({ content }: TicketDetail): Rubric => {
  const rows = content.people.filter(({ part }) => part === 'hotWorker')
  const guards = content.people.filter(({ part }) => part === 'fireGuard')
  return {
    title: '动火执行人及操作证编号',
    body: (
      <>
        <FormTable
          name="动火执行人"
          rows={rows}
          blankRows={rows.length === 0 ? 2 : 0}
          columns={[
            { title: '动火执行人', width: 40, of: ({ name }) => name },
            { title: '操作证编号', of: ({ certificate }) => certificate },
          ]}
        />
        <p>
          消防监护人：
          <Filled wide>{guards.map(({ name }) => name).join('、')}</Filled>
        </p>
      </>
    ),
  }
}

const method = ({ content }: TicketDetail): Rubric => ({
  title: '动火方式（焊接、切割、打磨等）',
  body: <Filled wide>{content.hotWork?.method ?? null}</Filled>,
})

const plantMeasures = (ticket: TicketDetail): Rubric => ({
  title: '运行侧应采取的安全措施',
  body: (
    <>
      <Lines texts={[ticket.content.hotWork?.plantMeasures ?? ''].filter(Boolean)} open={isOpen(ticket)} />
      <Groups ticket={ticket} onlyUsed />
    </>
  ),
})

const workMeasures = (ticket: TicketDetail): Rubric => ({
  title: '作业侧应采取的安全措施',
  body: (
    <Lines
      texts={[ticket.content.hotWork?.workMeasures ?? '', ...ticket.content.care].filter(Boolean)}
      open={isOpen(ticket)}
    />
  ),
})

/** Who lets it happen, one after the other; the works manager of the first level only. */
function approvalsOf({ kind }: TicketDetail): { title: string; act: TicketAct }[] {
  return [
    { title: '工作负责人（申请）', act: 'submit' },
    { title: '动火工作票签发人', act: 'issue' },
    { title: '消防安监部门审核人', act: 'review' },
    ...(kind === 'hotFirst' ? [{ title: '厂级批准人', act: 'approve' } as const] : []),
  ]
}

const approvals = (ticket: TicketDetail): Rubric => ({
  title: '审批',
  body: (
    <Signatures>
      {approvalsOf(ticket).map(({ title, act }) => (
        <Signature key={act} title={`${title}签名`} by={signed(ticket, act)} />
      ))}
    </Signatures>
  ),
})

const readings = (ticket: TicketDetail): Rubric => {
  const rows = ticket.readings.toSorted((one, other) => one.at.localeCompare(other.at))
  return {
    title: '可燃气体、易爆气体含量或粉尘浓度测定',
    body: (
      <FormTable
        name="测定"
        rows={rows}
        blankRows={Math.max(0, 3 - rows.length)}
        columns={[
          { title: '测定时间', width: 24, of: ({ at }) => formatMinute(at) },
          { title: '测定项目', of: ({ gas }) => gas },
          { title: '测定值', width: 18, of: ({ value }) => value },
          { title: '结论', width: 12, isCentred: true, of: ({ isSafe }) => (isSafe ? '合格' : '不合格') },
          { title: '测定人', width: 18, of: ({ byName }) => byName },
        ]}
      />
    ),
  }
}

const permission = (ticket: TicketDetail): Rubric => ({
  title: '允许动火时间',
  body: (
    <>
      <p>
        自 <When at={ticket.permittedTime} /> 至 <When at={ticket.validUntil} />
        ，运行侧、作业侧安全措施已执行，测定合格，允许动火。
      </p>
      <PermitSignatures ticket={ticket} />
    </>
  ),
})

/** Somebody stays until nothing can catch fire again: until when is written by hand. */
const ending = (ticket: TicketDetail): Rubric => ({
  title: '动火工作终结',
  body: (
    <>
      <p className={css.text}>
        动火工作于 <When at={ticket.finishedTime} />{' '}
        结束，材料、工具已清理完毕，现场确无残留火种，参与现场动火工作的有关人员已全部撤离。
      </p>
      <p>
        现场留守人：
        <Blank /> 留守至：
        <When at={null} />
      </p>
      <EndSignatures ticket={ticket} />
    </>
  ),
})

/** Work with fire (domain.md §1.5). It is neither extended nor tried out. */
export const hotForm = (ticket: TicketDetail): Rubric[] => [
  main(ticket),
  leader(ticket, '动火工作负责人'),
  workers(ticket),
  places(ticket, '动火地点、设备及内容'),
  method(ticket),
  period(ticket, '申请动火时间'),
  plantMeasures(ticket),
  workMeasures(ticket),
  approvals(ticket),
  readings(ticket),
  permission(ticket),
  briefed(ticket, '动火执行人、消防监护人及工作班人员交底签名'),
  leaderChange(ticket),
  crewChange(ticket),
  daily(ticket, '动火间断和复工时间'),
  ending(ticket),
  remark(ticket),
]
