import type { Sent } from '@heliodesk/contract/call.ts'
import { fieldActs, type FieldAct } from '@heliodesk/contract/field-conflicts.ts'
import { fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import { fieldSignatureCalls } from '@heliodesk/contract/field-signatures.ts'
import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { signerRoles } from '@heliodesk/contract/order-signatures.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import type { Intent } from '../../lib/outbox/book.ts'
import { clockSkew } from '../../lib/server-clock.ts'
import { randomId } from '../../lib/session.ts'

/** The call of each act of a person at work (`contract/field-conflicts.ts`). */
const actCalls = {
  start: fieldWorkCalls.start,
  step: fieldWorkCalls.step,
  prerequisite: fieldWorkCalls.prerequisite,
  hours: fieldWorkCalls.hours,
  note: fieldWorkCalls.note,
  photo: fieldPhotoCalls.photo,
  signature: fieldSignatureCalls.signature,
  submit: fieldWorkCalls.submit,
} satisfies Record<FieldAct, unknown>

type Given<A extends FieldAct> = Omit<Sent<(typeof actCalls)[A]>, 'id' | 'at' | 'skew'>

/** What a person does, without the order and the time. */
export type Act = { [A in FieldAct]: { act: A; given: Given<A> } }[FieldAct]

/** The call of a kind of row; undefined for one that another version of the client queued. */
export const callOf = (kind: string) => (isOwn(actCalls, kind) ? actCalls[kind] : undefined)

export function intentOf(orderId: string, { act, given }: Act): Intent {
  const at = Date.now()
  const skew = clockSkew()
  return {
    key: randomId(),
    lane: orderId,
    kind: act,
    body: JSON.stringify({ id: orderId, at, skew, ...given }),
    at,
    skew,
    photo: act === 'photo' ? given.photo.id : null,
    last: act === 'submit',
  }
}

/** What was queued; null for what another version of the client queued. */
export function actOf({ kind, body }: Pick<Intent, 'kind' | 'body'>): Act | null {
  if (!isOwn(actCalls, kind)) return null
  const { id: _id, at: _at, skew: _skew, ...given } = JSON.parse(body)
  return { act: kind, given } as Act
}

const partNames = { step: '步照片', film: '步视频', before: '项整改前照片', after: '项整改后照片' } as const

/** An act in words, such as 完成第 2 步“断开断路器”. */
export function wordsOf(row: Pick<Intent, 'kind' | 'body'>): string {
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
    case 'signature':
      return `${signerRoles[done.given.signature.role]} ${done.given.signature.name} 签名`
    case undefined:
      return '其他版本保存的操作'
    default:
      return fieldActs[done!.act]
  }
}
