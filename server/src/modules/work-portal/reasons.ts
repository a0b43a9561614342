import { RECURRING, STALLED_HOURS, URGENT_HOURS, type QueueRule } from '@heliodesk/contract/work-portal.ts'
import { otherStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { hoursBetween, lateBy } from './day.ts'

/** What the rules read of an order. */
export type QueueFacts = {
  flowSts: number
  otherSts: number
  lossPower: number
  planStartTime: Date | null
  planEndTime: Date | null
  submitTime: Date | null
  createdAt: Date
  liablePerson: string | null
  /** The last entry of its history, and the note of the last rejection. */
  steppedAt: Date | null
  returnNote: string | null
  /** Orders of its device in the period of `RECURRING`, this one included. */
  ofDevice: number
  /** Since when something is out because of it. */
  outSince: Date | null
  /** Somebody who is at work at its station. */
  onSite: string | null
}

export type Reason = { rule: QueueRule; text: string }

type Surroundings = { now: Date; zone: string; dayEnd: Date; isFirst: boolean }

/** Why an order stands where it does, by the rules that the page shows, the most important first. */
export function reasonsOf(order: QueueFacts, { now, zone, dayEnd, isFirst }: Surroundings): Reason[] {
  const clock = (at: Date) => shortTime(at, now, zone)
  const who = order.liablePerson ?? '负责人'
  const late = lateBy(order.planEndTime, now)
  const isUnderWay = order.otherSts === otherStatuses.inExecution || order.otherSts === otherStatuses.returned
  const idle = order.steppedAt ? hoursBetween(order.steppedAt, now) : 0
  const reasons: (Reason | false)[] = [
    isFirst && order.lossPower > 0 && { rule: 'loss', text: '损失最大' },
    order.outSince !== null && {
      rule: 'out',
      text: `正在损失 ${order.lossPower} kWh/h，已停机 ${lasting(hoursBetween(order.outSince, now))}`,
    },
    late !== null && { rule: 'overdue', text: `超时 ${late.toFixed(1)} h` },
    late === null && dueReason(order.planEndTime, now, dayEnd),
    order.otherSts === otherStatuses.returned && {
      rule: 'returned',
      text: order.returnNote ? `验收退回：${order.returnNote}` : '验收退回',
    },
    order.flowSts === 2 &&
      order.otherSts === otherStatuses.notStarted &&
      order.planStartTime !== null &&
      order.planStartTime < now && {
        rule: 'notStarted',
        text: `${who} 应于 ${clock(order.planStartTime)} 开始，尚未开始`,
      },
    order.flowSts === 2 &&
      isUnderWay &&
      idle >= STALLED_HOURS && { rule: 'stalled', text: `${who} 已 ${lasting(idle)}无进展` },
    order.ofDevice >= RECURRING.orders && {
      rule: 'recurring',
      text: `${RECURRING.days} 天内该设备第 ${order.ofDevice} 单`,
    },
    order.flowSts === 1 && order.onSite !== null && { rule: 'onSite', text: `${order.onSite} 正在本站作业` },
    order.flowSts === 1 && { rule: 'waiting', text: `${clock(order.createdAt)} 报告，等待指派` },
    order.flowSts === 3 &&
      order.submitTime !== null && { rule: 'waiting', text: `${who} ${clock(order.submitTime)} 提交` },
  ]
  return reasons.filter((each) => each !== false)
}

function dueReason(planEndTime: Date | null, now: Date, dayEnd: Date): Reason | false {
  if (planEndTime === null || planEndTime >= dayEnd) return false
  const left = hoursBetween(now, planEndTime)
  return { rule: 'due', text: left < URGENT_HOURS ? `${left.toFixed(1)} 小时后到期` : '今天到期' }
}

const lasting = (hours: number) => {
  if (hours < 1) return `${Math.floor(hours * 60)} 分钟`
  return hours < 48 ? `${Math.floor(hours)} 小时` : `${Math.floor(hours / 24)} 天`
}

/** 14:32 of today, otherwise 11-24 14:32; with the year when it is another one. */
function shortTime(at: Date, now: Date, zone: string): string {
  const [text, today] = [toWireTime(at, zone), toWireTime(now, zone)]
  const same = [10, 5].find((length) => text.slice(0, length) === today.slice(0, length))
  return text.slice(same === 10 ? 11 : same === 5 ? 5 : 0, 16)
}
