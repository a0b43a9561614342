import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { emergencyForm } from './emergency.tsx'
import { hotForm } from './hot.tsx'
import { Blank, Filled, Lines, type Rubric } from './pieces.tsx'
import {
  briefed,
  crewChange,
  daily,
  extension,
  leaderChange,
  permit,
  remark,
  ticketEnd,
  wholeEnd,
  workEnd,
} from './rubrics-after.tsx'
import {
  cares,
  crew,
  leader,
  measures,
  period,
  places,
  receipt,
  station,
  supplement,
} from './rubrics-before.tsx'
import { isOpen, signed } from './signatures.ts'
import { Signature, Signatures, When } from './pieces.tsx'
import css from './ticket-print.module.css'

/** As the forms are called on paper. */
export const formTitles: Record<TicketKind, string> = {
  first: '电气第一种工作票',
  second: '电气第二种工作票',
  live: '带电作业工作票',
  low: '低压工作票',
  hotFirst: '一级动火工作票',
  hotSecond: '二级动火工作票',
  emergency: '事故应急抢修单',
  operation: '电气操作票',
}

const BRIEFED = '确认工作负责人布置的工作任务和安全措施，工作班人员签名'

const firstForm = (ticket: TicketDetail): Rubric[] => [
  leader(ticket),
  crew(ticket),
  station(ticket),
  places(ticket),
  period(ticket),
  measures(ticket),
  receipt(ticket),
  permit(ticket, 7),
  briefed(ticket, BRIEFED),
  leaderChange(ticket),
  crewChange(ticket),
  extension(ticket),
  daily(ticket),
  workEnd(ticket),
  ticketEnd(ticket),
  remark(ticket),
]

/** What low voltage and live work need besides; where the ticket does not know it, it is written by hand. */
function moreConditions({ kind, points }: TicketDetail) {
  if (kind === 'low')
    return (
      <>
        <p>
          电源开关名称及编号：
          <Filled wide>{points.join('、')}</Filled>
        </p>
        <p>
          个人防护：
          <Blank wide /> 天气：
          <Blank />
        </p>
      </>
    )
  if (kind === 'live')
    return (
      <>
        <p>
          停用重合闸线路（双重名称）：
          <Blank wide /> 绝缘工具检查：
          <Blank />
        </p>
        <p>
          个人防护：
          <Blank wide /> 天气：
          <Blank />
        </p>
        <p>
          调度许可（值班调度员）：
          <Blank /> 许可时间：
          <When at={null} />
        </p>
      </>
    )
  return null
}

const conditions = (ticket: TicketDetail): Rubric => ({
  title: '工作条件（停电或不停电，或邻近及保留带电设备名称）',
  body: (
    <>
      <Lines texts={ticket.content.conditions ? [ticket.content.conditions] : []} open={isOpen(ticket)} />
      {moreConditions(ticket)}
    </>
  ),
})

/** Of the second kind, of low voltage and of live work. The shift leader takes the ticket before it is permitted. */
function secondForm(ticket: TicketDetail): Rubric[] {
  const permitted = permit(ticket, 8)
  return [
    leader(ticket),
    crew(ticket),
    station(ticket),
    places(ticket),
    period(ticket),
    conditions(ticket),
    cares(ticket),
    supplement(ticket),
    {
      title: permitted.title,
      body: (
        <>
          <Signatures>
            <Signature title="接票（值班负责人）签名" by={signed(ticket, 'receive')} />
          </Signatures>
          {permitted.body}
        </>
      ),
    },
    briefed(ticket, BRIEFED),
    extension(ticket),
    leaderChange(ticket),
    crewChange(ticket),
    daily(ticket),
    wholeEnd(ticket),
    remark(ticket),
  ]
}

const forms: Record<Exclude<TicketKind, 'operation'>, (ticket: TicketDetail) => Rubric[]> = {
  first: firstForm,
  second: secondForm,
  live: secondForm,
  low: secondForm,
  hotFirst: hotForm,
  hotSecond: hotForm,
  emergency: emergencyForm,
}

type WorkFormProps = { ticket: TicketDetail; kind: keyof typeof forms }

/** The form of work, ruled, with its numbered rubrics in the order of the standard. */
export const WorkForm = ({ ticket, kind }: WorkFormProps) => (
  <div className={css.form}>
    {forms[kind](ticket).map(({ title, body }, at) => (
      <section key={title} className={css.rubric} aria-label={title}>
        <h2>
          {at + 1}. {title}：
        </h2>{' '}
        {body}
      </section>
    ))}
  </div>
)
