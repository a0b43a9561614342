import { dayAfter } from '@heliodesk/contract/days.ts'
import { faultsOf, ticketContent } from '@heliodesk/contract/ticket-content.ts'
import { ticketChanges, type TicketChange } from '@heliodesk/contract/ticket-changes.ts'
import type { TicketSettings } from '@heliodesk/contract/ticket-settings.ts'
import { isHot, type TicketAct } from '@heliodesk/contract/ticket-states.ts'
import { toWireDay, toWireTime } from '../../kernel/wire-time.ts'
import type { Judging, TicketFacts } from './facts.ts'
import type { LockedTicket } from './lock.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** By when the gas has to be measured again; null where it need not be. */
export const readingDue = ({
  ticket,
  facts,
  settings,
}: Pick<Judging, 'facts' | 'settings' | 'ticket'>): Date | null =>
  isHot(ticket.kind) && ticket.state === 'working' && facts.reading
    ? new Date(facts.reading.at.getTime() + settings.gasMinutes * MINUTE_MS)
    : null

/** The longest time in hours for which a kind is valid; null where its plan says. */
const hoursOf = ({ kind }: LockedTicket, settings: TicketSettings): number | null =>
  kind === 'emergency'
    ? settings.emergencyHours
    : kind === 'hotFirst'
      ? settings.hotFirstHours
      : kind === 'hotSecond'
        ? settings.hotSecondHours
        : null

const titleOf = (field: keyof typeof ticketContent) => ticketContent[field].meta()?.title ?? field

function ofSubmit({ ticket, settings, now }: Judging): string | null {
  const [fault] = faultsOf(ticket.content)
  if (fault) return `${titleOf(fault.field)}（${fault.field}）：${fault.text}`
  const { planStart, planEnd } = ticket
  if (!planStart || !planEnd) return '请填写计划时间'
  if (planEnd <= now) return '计划结束时间（planEndTime）：已经过去'
  const most = hoursOf(ticket, settings)
  if (most !== null && planEnd.getTime() - planStart.getTime() > most * HOUR_MS)
    return `计划结束时间（planEndTime）：这种票最长 ${most} 小时`
  return null
}

function ofReceive({ ticket, settings, now, timeZone }: Judging): string | null {
  if (ticket.kind !== 'first' || !ticket.planStart || settings.receiveDays === 0) return null
  const latest = dayAfter(toWireDay(ticket.planStart, timeZone), -settings.receiveDays)
  return toWireDay(now, timeZone) <= latest
    ? null
    : `第一种工作票应在计划开始前 ${settings.receiveDays} 天接票，最晚 ${latest}`
}

/** Work with fire waits for a reading that is safe, and not too long ago. */
export function ofGas({ ticket, facts, settings, now }: Judging): string | null {
  if (!isHot(ticket.kind)) return null
  const { reading } = facts
  if (!reading) return '还没有测定可燃气体'
  if (!reading.safe) return '最近一次气体测定不合格'
  return now.getTime() - reading.at.getTime() > settings.gasMinutes * MINUTE_MS
    ? `距上次气体测定已超过 ${settings.gasMinutes} 分钟，请重新测定`
    : null
}

const earthsMissing = ({ hanging, earthLines }: TicketFacts) =>
  hanging.length < earthLines ? `应装接地 ${earthLines} 处，接地线台账已装 ${hanging.length} 处` : null

function ofPermit(judging: Judging): string | null {
  const { ticket, facts, now, timeZone } = judging
  const { planStart, planEnd } = ticket
  if (!planStart || !planEnd) return '没有计划时间'
  if (facts.ticked < facts.lines) return `安全措施还有 ${facts.lines - facts.ticked} 项未执行`
  const earths = earthsMissing(facts)
  if (earths) return earths
  if (facts.operating.length > 0) return `操作票 ${facts.operating.join('、')} 正在操作`
  if (facts.hotUnapproved.length > 0) return `动火票 ${facts.hotUnapproved.join('、')} 尚未批准`
  if (facts.main && facts.main.state !== 'working') return `主票 ${facts.main.number} 不在执行中`
  if (now < planStart) return `计划 ${toWireTime(planStart, timeZone).slice(0, 16)} 才开始`
  if (now >= planEnd) return '计划结束时间已过，不能再许可'
  return ofGas(judging)
}

const isOver = ({ ticket, now }: Judging) => ticket.validUntil !== null && ticket.validUntil <= now

const OVER = '有效期已过，应收回或终结'

function ofConfirm(judging: Judging): string | null {
  if (isOver(judging)) return OVER
  if (judging.facts.main && judging.facts.main.state !== 'working')
    return `主票 ${judging.facts.main.number} 不在执行中`
  return ofGas(judging)
}

const outOf = ({ inside }: TicketFacts) =>
  inside.length > 0 ? `还有 ${inside.length} 人未签离场：${inside.join('、')}` : null

const hotOf = ({ hotRunning }: TicketFacts) =>
  hotRunning.length > 0 ? `动火票 ${hotRunning.join('、')} 尚未终结` : null

const changeOf = ({ openChange }: TicketFacts) =>
  openChange ? `${ticketChanges[openChange as TicketChange].title}正在等待同意` : null

const earthsOf = ({ hanging }: TicketFacts) =>
  hanging.length > 0 ? `${hanging.map((name) => `${name} 号`).join('、')}接地未拆除` : null

const reliedOn = ({ reliedOnBy }: TicketFacts) =>
  reliedOnBy.length > 0 ? `${reliedOnBy.join('、')} 还依赖本票的隔离点` : null

function ofResume(judging: Judging): string | null {
  if (isOver(judging)) return OVER
  const { facts, now, timeZone } = judging
  if (facts.pausedAt && toWireDay(facts.pausedAt, timeZone) !== toWireDay(now, timeZone))
    return '隔日复工须许可人同意，请申请隔日复工'
  return changeOf(facts) ?? ofConfirm(judging)
}

/** What has to be so before an act, besides who signs it, as a sentence; null if nothing is missing (domain.md §1.3). */
export function actRefusal(act: TicketAct, judging: Judging): string | null {
  const { ticket, facts } = judging
  switch (act) {
    case 'submit':
      return ofSubmit(judging)
    case 'receive':
      return ofReceive(judging)
    case 'permit':
      return ofPermit(judging)
    case 'confirm':
      // Both sign for the measures as they are: what hung for the permit may have been taken down since.
      return earthsMissing(facts) ?? ofConfirm(judging)
    case 'pause':
      return ticket.kind === 'operation' ? null : (hotOf(facts) ?? changeOf(facts))
    case 'resume':
      return ticket.kind === 'operation' ? null : ofResume(judging)
    case 'finish':
      return outOf(facts) ?? hotOf(facts) ?? changeOf(facts)
    case 'close':
      return earthsOf(facts) ?? reliedOn(facts) ?? hotOf(facts)
    case 'complete':
      return facts.ticked < facts.lines ? `还有 ${facts.lines - facts.ticked} 项未打√` : null
    case 'void':
      return earthsOf(facts)
    case 'recall':
      return outOf(facts) ?? hotOf(facts) ?? earthsOf(facts) ?? reliedOn(facts)
    default:
      return null
  }
}
