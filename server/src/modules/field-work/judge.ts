import type { Input, Output } from '@heliodesk/contract/call.ts'
import {
  estimatedTime,
  judge,
  type DeviceTime,
  type FieldAct,
  type Judgement,
  type Meanwhile,
} from '@heliodesk/contract/field-conflicts.ts'
import type { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { readVisible, readWork, refusalFor, type Phone, type Work } from '../work-orders/index.ts'
import { doneAtOf, everHeld, meanwhile, minuteOf, readPast, writerOf, type Past } from './past.ts'
import { keepRecord, type Beside, type Content } from './records.ts'
import { tellSupervisors } from './tell.ts'

type Calls = typeof fieldWorkCalls
export type Answer = Output<Calls['start']>

/** What is known when an act is carried out. */
export type Known = { past: Past; work: Work; phone: Phone; judgement: Judgement }

/** What the order has now where an act gives a value. */
type Value = {
  /** It is that of the act already. */
  isSame: boolean
  /** Two people may disagree about it: about a step, or the note (0). */
  part?: number
  /** It is still the one that the phone showed. */
  isSeen?: boolean
  theirs?: Beside['value']
  /** Who gave it its value, of which the one of a later time stands. */
  given?: { at: Date; actorId: string | null; actorName: string | null }
}

export type Doing = {
  content: Content
  /** Of hours. */
  span?: { start: Date; end: Date }
  /** The part of the work that it is about, for the message when the order has none. */
  part?: string
  readValue?: (work: Work) => Value | null | Promise<Value | null>
  carryOut: (known: Known) => Promise<unknown>
}

/** The action of orders that an act is. */
const actionOf = (act: FieldAct) => (act === 'start' || act === 'submit' ? act : 'save')

/** Judges an act by what happened meanwhile, carries it out, or keeps it as a supplementary record; or refuses it. */
export async function take(
  ctx: Ctx,
  act: FieldAct,
  { id, at, skew }: Pick<Input<Calls['start']>, 'id'> & DeviceTime,
  { content, span, part = '', readValue = () => ({ isSame: false }), carryOut }: Doing,
): Promise<Answer> {
  const order = await readVisible(ctx, id, true)
  const past = await readPast(ctx, order)
  if (!everHeld(past, ctx.who.userId)) throw await ordinaryRefusal(ctx, act, past)
  const { doneAt, marks: known } = estimatedTime({ at, skew }, ctx.now.getTime())
  const phone: Phone = { at: new Date(at), skew, doneAt: new Date(doneAt) }
  const work = await readWork(ctx, order.id)
  const value = await readValue(work)
  const found = [...meanwhile(ctx, past, act, phone.doneAt), ...valueSituation(ctx, past, phone, value)]
  const judgement = judge(act, found, {
    known,
    span: span && { from: span.start.getTime(), until: span.end.getTime() },
  })
  const { outcome, by, marks, message } = judgement
  const keep = (as: 'done' | 'both' | 'record', beside: Beside | null = null) =>
    keepRecord(ctx, order.id, { act, outcome: as, marks, phone, content, beside, why: message })
  switch (outcome) {
    case 'refused':
      throw new DomainError(`field.${by}`, message)
    case 'same':
      return { outcome, marks: [], message }
    case 'record':
      await keep('record')
      break
    case 'both':
      await keep('both', value && besideOf(past, value))
      break
    case 'done': {
      if (!value) throw new DomainError('field.no_part', `工单没有${part}`)
      const refusal =
        actionOf(act) === 'save' ? null : await refusalFor(ctx, actionOf(act), order, ctx.who.userId)
      if (refusal) throw refusal
      await carryOut({ past, work, phone, judgement })
      if (marks.length > 0) await keep('done')
    }
  }
  if (marks.includes('afterTicket') && past.withdrawal)
    await tellSupervisors(ctx, order.id, { act, content, phone, withdrawal: past.withdrawal })
  return { outcome, marks, message }
}

async function ordinaryRefusal(ctx: Ctx, act: FieldAct, { order }: Past): Promise<DomainError> {
  const refusal = await refusalFor(ctx, actionOf(act), order, ctx.who.userId)
  return refusal ?? new DomainError('field.not_executor', '只有负责人和协作人可以办理工单')
}

/** Whether another person, or the same one later, gave the part another value than the phone showed. */
function valueSituation(ctx: Ctx, past: Past, phone: Phone, value: Value | null): Meanwhile[] {
  if (value?.isSame) return [{ situation: 'sameValue' }]
  if (value?.given && value.given.at > phone.doneAt) {
    const { at, actorId, actorName } = value.given
    return [
      actorId === ctx.who.userId
        ? { situation: 'ownNewer', at: minuteOf(ctx, at) }
        : { situation: 'otherValue', who: actorName ?? '他人', at: minuteOf(ctx, at) },
    ]
  }
  if (value?.part === undefined || value.isSeen) return []
  const writer = writerOf(past, value.part)
  const writtenAt = writer && doneAtOf(writer)
  const at = writtenAt ? minuteOf(ctx, writtenAt) : ''
  if (writer?.actorId !== ctx.who.userId)
    return [{ situation: 'otherValue', who: writer?.actorName ?? '他人', at }]
  return writtenAt && writtenAt > phone.doneAt ? [{ situation: 'ownNewer', at }] : []
}

function besideOf(past: Past, { part = 0, theirs = '' }: Value): Beside {
  const writer = writerOf(past, part)
  return {
    value: theirs,
    authorName: writer?.actorName ?? '他人',
    doneAt: writer ? doneAtOf(writer).toISOString() : null,
  }
}
