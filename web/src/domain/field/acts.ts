import type { Sent } from '@heliodesk/contract/call.ts'
import { fieldActs, type FieldAct } from '@heliodesk/contract/field-conflicts.ts'
import { fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import { fieldReportCalls } from '@heliodesk/contract/field-reports.ts'
import { fieldSignatureCalls } from '@heliodesk/contract/field-signatures.ts'
import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { fieldInspectionCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { signerRoles } from '@heliodesk/contract/order-signatures.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import type { Intent } from '../../lib/outbox/book.ts'
import { clockSkew } from '../../lib/server-clock.ts'
import { randomId } from '../../lib/session.ts'
import { ticketActOf, ticketCalls, wordsOfTicketAct } from './ticket-acts.ts'

/** The call of each act of a person at work (`contract/field-conflicts.ts`). */
const actCalls = {
  start: fieldWorkCalls.start,
  step: fieldWorkCalls.step,
  prerequisite: fieldWorkCalls.prerequisite,
  hours: fieldWorkCalls.hours,
  note: fieldWorkCalls.note,
  photo: fieldPhotoCalls.photo,
  signature: fieldSignatureCalls.signature,
  ...fieldInspectionCalls,
  submit: fieldWorkCalls.submit,
  /** Its lane is the report's own id, until the server says which order it became; so is that of its photos. */
  report: fieldReportCalls.report,
  reportPhoto: fieldReportCalls.photo,
  handOver: fieldWorkCalls.handOver,
} satisfies Record<FieldAct | 'report' | 'reportPhoto' | 'handOver', unknown>

type Kind = keyof typeof actCalls
type Given<A extends Kind> = Omit<
  Sent<(typeof actCalls)[A]>,
  // What is handed over has the time of the act that it is about.
  'id' | 'report' | (A extends 'handOver' ? never : 'at' | 'skew')
>

/** What a person does, without the order and the time. */
export type Act = { [A in Kind]: { act: A; given: Given<A> } }[Kind]

/** The call of a kind of row; undefined for one that another version of the client queued. */
export const callOf = (kind: string) =>
  isOwn(actCalls, kind) ? actCalls[kind] : isOwn(ticketCalls, kind) ? ticketCalls[kind] : undefined

const isOfReport = (act: Kind) => act === 'report' || act === 'reportPhoto'

export function intentOf(orderId: string, { act, given }: Act): Intent {
  const at = Date.now()
  const skew = clockSkew()
  return {
    key: randomId(),
    lane: orderId,
    kind: act,
    body: JSON.stringify({ [isOfReport(act) ? 'report' : 'id']: orderId, at, skew, ...given }),
    at,
    skew,
    photo: act === 'photo' || act === 'reportPhoto' ? given.photo.id : null,
    last: act === 'submit',
    ...(act === 'report' && { opens: true }),
    ...(act === 'reportPhoto' && { waits: true }),
  }
}

/** What was queued; null for what another version of the client queued. */
export function actOf({ kind, body }: Pick<Intent, 'kind' | 'body'>): Act | null {
  if (!isOwn(actCalls, kind)) return null
  const { id: _id, report: _report, at, skew, ...given } = JSON.parse(body)
  return { act: kind, given: kind === 'handOver' ? { at, skew, ...given } : given } as Act
}

const SHORT = 20
const inShort = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text)

const partNames = {
  step: '步照片',
  film: '步视频',
  before: '项整改前照片',
  after: '项整改后照片',
  reading: '项巡检照片',
} as const

/** An act in words, such as 完成第 2 步“断开断路器”. */
export function wordsOf(row: Pick<Intent, 'kind' | 'body'>): string {
  const ofTicket = ticketActOf(row)
  if (ofTicket) return wordsOfTicketAct(ofTicket)
  const done = actOf(row)
  switch (done?.act) {
    case 'step':
      return `${done.given.done ? '完成' : '填写'}第 ${done.given.stepNo} 步“${done.given.name}”`
    case 'prerequisite':
      return `${done.given.met ? '满足' : '取消'}先决条件“${done.given.name}”`
    case 'hours':
      return `登记 ${done.given.executorName} 的工时`
    case 'photo':
      return `第 ${done.given.stepNo} ${partNames[done.given.part]}`
    case 'report':
      return `上报缺陷“${inShort(done.given.text)}”`
    case 'reportPhoto':
      return '缺陷照片'
    case 'handOver':
      return `把“${done.given.words}”交给站长`
    case 'reading':
      return `登记第 ${done.given.no} 行巡检读数`
    case 'exempt':
      return `说明第 ${done.given.no} 行免转缺陷`
    case 'defect':
      return `转缺陷“${inShort(done.given.text)}”`
    case 'join':
      return `并入缺陷 ${done.given.workCode}`
    case 'signature':
      return `${signerRoles[done.given.signature.role]} ${done.given.signature.name} 签名`
    case undefined:
      return '其他版本保存的操作'
    default:
      return fieldActs[done!.act]
  }
}
