import type { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import {
  addHours,
  beginWork,
  hoursOf,
  isSameStep,
  keepWork,
  requireSignature,
  spanOf,
  writeBeside,
  type Work,
} from '../work-orders/index.ts'
import { take, type Known } from './judge.ts'
import { keepRecord, linesOf, textOfHours, type Content } from './records.ts'

type Calls = typeof fieldWorkCalls

export const start: Handler<Calls['start']> = (ctx, input) =>
  take(ctx, 'start', input, {
    content: { of: 'whole' },
    carryOut: ({ past, phone }) => beginWork(ctx, past.order, phone),
  })

export const submit: Handler<Calls['submit']> = (ctx, input) =>
  take(ctx, 'submit', input, {
    content: { of: 'whole' },
    async carryOut({ past, work, phone }) {
      await requireSignature(ctx, past.order)
      return keepWork(ctx, past.order, 'submit', { before: work, work, phone })
    },
  })

/** Saves a change of the work, with its words for the history. */
function save(ctx: Ctx, { past, work: before, phone }: Known, content: Content, change: Partial<Work>) {
  const note = linesOf(content)
    .map(({ label, text }) => `${label}：${text}`)
    .join('；')
  return keepWork(ctx, past.order, 'save', { before, work: { ...before, ...change }, note, phone })
}

export const step: Handler<Calls['step']> = (ctx, { id, at, skew, base, ...sent }) => {
  const content: Content = { of: 'step', ...sent }
  const { stepNo, name, done, value, note } = sent
  return take(
    ctx,
    'step',
    { id, at, skew },
    {
      content,
      part: `第 ${stepNo} 步“${name}”`,
      readValue({ stepList }) {
        const now = stepList[stepNo - 1]
        if (now?.name !== name) return null
        const theirs = { done: now.done, value: now.value, note: now.note }
        return { isSame: isSameStep(now, sent), part: stepNo, isSeen: isSameStep(now, base), theirs }
      },
      carryOut: (known) =>
        save(ctx, known, content, {
          stepList: known.work.stepList.map((each, place) =>
            place === stepNo - 1
              ? { ...each, done, value, note, doneAt: doneTime(ctx, each, done, known.phone.doneAt) }
              : each,
          ),
        }),
    },
  )
}

/** When a step was done; a change of its value leaves that as it is. */
export const doneTime = (
  { who }: Pick<Ctx, 'who'>,
  before: Work['stepList'][number],
  done: boolean,
  at: Date,
): string | null => (done ? (before.doneAt ?? toWireTime(at, who.timeZone)) : null)

export const prerequisite: Handler<Calls['prerequisite']> = (ctx, { id, at, skew, ...sent }) => {
  const content: Content = { of: 'prerequisite', ...sent }
  const { no, name, met } = sent
  return take(
    ctx,
    'prerequisite',
    { id, at, skew },
    {
      content,
      part: `第 ${no} 项先决条件“${name}”`,
      readValue({ prerequisiteList }) {
        const now = prerequisiteList[no - 1]
        return now?.name === name ? { isSame: now.met === met } : null
      },
      carryOut: (known) =>
        save(ctx, known, content, {
          prerequisiteList: known.work.prerequisiteList.map((each, place) =>
            place === no - 1 ? { ...each, met } : each,
          ),
        }),
    },
  )
}

export const note: Handler<Calls['note']> = (ctx, { id, at, skew, base, executionNote }) => {
  const content: Content = { of: 'note', executionNote }
  return take(
    ctx,
    'note',
    { id, at, skew },
    {
      content,
      readValue: ({ executionNote: now }) => ({
        isSame: now === executionNote,
        part: 0,
        isSeen: now === base,
        theirs: now,
      }),
      carryOut: (known) => save(ctx, known, content, { executionNote }),
    },
  )
}

export const hours: Handler<Calls['hours']> = (ctx, { id, at, skew, ...sent }) => {
  const content: Content = { of: 'hours', ...sent }
  const span = spanOf(ctx, sent, 1)
  return take(
    ctx,
    'hours',
    { id, at, skew },
    {
      content,
      span,
      async readValue() {
        const recorded = await hoursOf(ctx, id)
        const isSame = recorded.some(
          (each) =>
            each.executorName === sent.executorName &&
            each.peopleNum === sent.peopleNum &&
            each.start.getTime() === span.start.getTime() &&
            each.end.getTime() === span.end.getTime(),
        )
        return { isSame }
      },
      async carryOut({ past: { order }, phone, judgement: { until, message } }) {
        const end = until === null ? null : toWireTime(new Date(until), ctx.who.timeZone)
        const counted = end === null ? sent : { ...sent, actualEndTime: end }
        await addHours(ctx, order.id, counted)
        await writeBeside(ctx, order, 'hours', { note: textOfHours(counted), phone })
        if (end === null) return
        await keepRecord(ctx, order.id, {
          act: 'hours',
          outcome: 'record',
          marks: [],
          phone,
          content: { of: 'hours', ...sent, actualStartTime: end },
          why: message,
        })
      },
    },
  )
}
