import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Blank, Lines, Signature, Signatures, When, type Rubric } from './pieces.tsx'
import {
  EarthsLeft,
  EndSignatures,
  PermitSignatures,
  briefed,
  crewChange,
  daily,
  remark,
} from './rubrics-after.tsx'
import { Groups, Supplement, crew, leader, period, places } from './rubrics-before.tsx'
import { isOpen, signed } from './signatures.ts'

const measures = (ticket: TicketDetail): Rubric => ({
  title: '安全措施',
  body: <Groups ticket={ticket} />,
})

const cares = (ticket: TicketDetail): Rubric => ({
  title: '抢修地点保留带电部分或注意事项',
  body: (
    <Lines
      texts={[ticket.content.conditions, ...ticket.content.care].filter(Boolean)}
      open={isOpen(ticket)}
    />
  ),
})

/** Nobody issues it: who ordered the repair is written by hand. */
const ordered = (ticket: TicketDetail): Rubric => ({
  title: '上述 1～6 项由抢修工作负责人根据抢修任务布置人的布置填写',
  body: (
    <Signatures>
      <Signature title="抢修工作负责人签名" by={signed(ticket, 'submit')} />
      <span>
        抢修任务布置人：
        <Blank />
      </span>
    </Signatures>
  ),
})

const supplement = (ticket: TicketDetail): Rubric => ({
  title: '经现场勘察需补充下列安全措施',
  body: <Supplement ticket={ticket} />,
})

const permission = (ticket: TicketDetail): Rubric => ({
  title: '许可抢修时间',
  body: (
    <>
      <When at={ticket.permittedTime} />
      <PermitSignatures ticket={ticket} />
    </>
  ),
})

const ending = (ticket: TicketDetail): Rubric => ({
  title: '抢修结束汇报',
  body: (
    <>
      <p>
        本抢修工作于 <When at={ticket.finishedTime} /> 结束。现场设备状况及保留安全措施：
        <Blank wide />
      </p>
      <p>抢修班人员已全部撤离，材料工具已清理完毕，事故应急抢修单已终结。</p>
      <EarthsLeft ticket={ticket} />
      <EndSignatures ticket={ticket} />
    </>
  ),
})

/** The slip without which no repair begins; its leader does not change, and it is not extended. */
export const emergencyForm = (ticket: TicketDetail): Rubric[] => [
  leader(ticket, '抢修工作负责人（监护人）'),
  crew(ticket, '抢修班人员（不包括抢修工作负责人）'),
  places(ticket, '抢修任务（抢修地点和抢修内容）'),
  period(ticket, '抢修时间'),
  measures(ticket),
  cares(ticket),
  ordered(ticket),
  supplement(ticket),
  permission(ticket),
  briefed(ticket, '确认抢修任务和安全措施，抢修班人员签名'),
  crewChange(ticket),
  daily(ticket, '抢修间断和复工时间'),
  ending(ticket),
  remark(ticket),
]
