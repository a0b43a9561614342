import { SOON_HOURS, type approvalCalls, type InstanceState } from '@heliodesk/contract/approvals.ts'
import type { Countersign } from '@heliodesk/contract/process-step.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import dayjs, { type Dayjs } from 'dayjs'
import { formatTime } from '../../kit/format.ts'

export type Approval = Received<typeof approvalCalls.page>['pageList'][number]
export type Instance = Received<typeof approvalCalls.detail>
export type OpenStep = Instance['steps'][number]

/** Where a step is taken that asks for more than an opinion; null where it is decided here. */
export const placeOf = ({ businessType, businessId }: Instance): string | null =>
  businessType === 'workOrder' ? paths.orders.href({ order: businessId }) : null

/** The order that a step decided here is about; null where it is about none. */
export const orderOf = ({ businessType, businessId }: Instance): string | null =>
  businessType === 'orderExtension' ? businessId : null

/** What the caller can do now: their own open step. */
export const ownStepOf = ({ steps }: Instance): OpenStep | null =>
  steps.find(({ isMine, isHeld }) => isMine && !isHeld) ?? null

/** The step of a request that came back to its applicant, in the processes of requests. */
const AMEND = 'amend'

/** Whether the step is to change a request and send it again, not to decide about it. */
export const isAmended = ({ isForm }: Instance, { node }: OpenStep): boolean => isForm && node === AMEND

const HOUR = 60
const DAY = 24 * HOUR

/** 34 分钟, 3 小时, 2 天. */
function lasting(minutes: number): string {
  if (minutes < HOUR) return `${Math.max(1, Math.floor(minutes))} 分钟`
  return minutes < DAY ? `${Math.floor(minutes / HOUR)} 小时` : `${Math.floor(minutes / DAY)} 天`
}

export type When = { text: string; tone: 'err' | 'undo' | 't3' }

/** How long a step has waited, or until when it is to be done. */
export function whenOf({ dueTime, stepTime }: Pick<Approval, 'dueTime' | 'stepTime'>, now: Dayjs): When {
  if (dueTime === null)
    return { text: `已等 ${lasting(now.diff(dayjs(stepTime), 'minute', true))}`, tone: 't3' }
  const due = dayjs(dueTime)
  const left = due.diff(now, 'minute', true)
  if (left < 0) return { text: `超期 ${lasting(-left)}`, tone: 'err' }
  if (left < SOON_HOURS * HOUR)
    return { text: `剩 ${Math.max(0.1, Math.floor(left / 6) / 10)} 时`, tone: left < HOUR ? 'err' : 'undo' }
  if (due.isSame(now, 'day')) return { text: `今天 ${due.format('HH:mm')}`, tone: 't3' }
  if (due.isSame(now.add(1, 'day'), 'day')) return { text: `明天 ${due.format('HH:mm')}`, tone: 't3' }
  return { text: formatTime(dueTime, now).split(' ')[0]!, tone: 't3' }
}

/** 会签 1/3: how many of those who sign together have decided. */
export const countersignText = ({ done, of }: Countersign): string => `会签 ${done}/${of}`

/** What it takes for them to pass. */
export const countersignNote = ({ done, of, needed }: Countersign): string =>
  `${of} 人会签，${done} 人已办理${needed === null ? '' : needed === of ? '，须全部同意' : `，${needed} 人同意即通过`}`

/** The tag of a state that is not 审批中. */
export const lookOf: Readonly<Record<InstanceState, string>> = {
  running: 'proc',
  completed: 'ok',
  refused: 'err',
  voided: 'err',
  withdrawn: '',
}
