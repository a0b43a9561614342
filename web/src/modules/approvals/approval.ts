import { SOON_HOURS, type approvalCalls, type InstanceState } from '@heliodesk/contract/approvals.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { titlesOf } from '@heliodesk/contract/fields.ts'
import { leaveKinds, oaForms, oaTitles, type OaKind } from '@heliodesk/contract/oa.ts'
import { own } from '@heliodesk/contract/own.ts'
import dayjs, { type Dayjs } from 'dayjs'
import { formatNumber, formatTime } from '../../kit/format.ts'

export type Approval = Received<typeof approvalCalls.page>['pageList'][number]
export type Instance = Received<typeof approvalCalls.detail>
export type OpenStep = Instance['steps'][number]

/** The kind of a request that a person fills in; null for what other parts of the product started. */
export const oaKindOf = (businessType: string): OaKind | null =>
  own(oaTitles, businessType) === undefined ? null : (businessType as OaKind)

/** What the caller can do now: their own open step. */
export const ownStepOf = ({ steps }: Instance): OpenStep | null =>
  steps.find(({ isMine, isHeld }) => isMine && !isHeld) ?? null

/** The step of a request that came back to its applicant, in the processes of requests. */
const AMEND = 'amend'

/** The kind of the request that the step is to change and send again; null for a step that decides. */
export const amendedKind = ({ businessType }: Instance, { node }: OpenStep): OaKind | null =>
  node === AMEND ? oaKindOf(businessType) : null

/** The values of a request under their titles. */
export const factsOf = (kind: OaKind, form: Readonly<Record<string, string | number>>) =>
  Object.entries(titlesOf(oaForms[kind].shape)).map(([name, label]) => ({
    label,
    value: textOf(name, own(form, name)),
  }))

function textOf(name: string, value: string | number | undefined): string {
  if (value === undefined) return ''
  if (name === 'kind') return own(leaveKinds, String(value)) ?? String(value)
  return name === 'amount' ? formatNumber(Number(value), 2) : String(value)
}

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

/** The tag of a state that is not 审批中. */
export const lookOf: Readonly<Record<InstanceState, string>> = {
  running: 'proc',
  completed: 'ok',
  voided: 'err',
  withdrawn: '',
}
