import type { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { readVisible, readWork, writeBeside, writeDocument, type Work } from '../work-orders/index.ts'
import { doneTime } from './acts.ts'
import { choiceRefusal, linesOf, partOf, readRecords } from './records.ts'

type Row = Awaited<ReturnType<typeof readRecords>>[number]

/** Ends the dispute about a part of the work: it has the value of a record from here on, or keeps its own. */
export const choose: Handler<(typeof fieldWorkCalls)['choose']> = async (
  ctx,
  { id, version, stepNo, recordId },
) => {
  const order = await readVisible(ctx, id, true)
  requireVersion(order, version, stale('order', '工单'))
  const refusal = await choiceRefusal(ctx, order)
  if (refusal !== null) throw new DomainError('field.choice_refused', refusal)
  const open = (await readRecords(ctx, id)).filter((row) => partOf(row) === stepNo && row.chosen === null)
  if (open.length === 0) throw new DomainError('field.nothing_to_choose', '没有需要选定的内容，请刷新后重试')
  const chosen = recordId === null ? null : open.find((row) => row.id === recordId)
  if (chosen === undefined) throw notFound()
  await ctx.db
    .insertInto('field_choice')
    .values(
      open.map((row) => ({
        record_id: row.id,
        chosen: row.id === recordId,
        chooser_name: ctx.who.realname,
        at: ctx.now,
      })),
    )
    .execute()
  const part = stepNo === 0 ? '执行情况' : `第 ${stepNo} 步`
  if (!chosen) return writeBeside(ctx, order, 'choose', { note: `${part}：采用工单中已有的内容` })
  const work = await readWork(ctx, id)
  const { stepList, executionNote } = changed(ctx, work, chosen)
  await writeDocument(ctx, id, { ...work, stepList })
  const text = linesOf(chosen.content).map((line) => line.text)
  return writeBeside(ctx, order, 'choose', {
    set: { execution_note: sql`${executionNote}` },
    note: `${part}：采用 ${chosen.authorName} 填写的“${text.join('')}”`,
    parts: [stepNo],
  })
}

function changed(ctx: Ctx, work: Work, { content, doneAt }: Row): Work {
  if (content.of === 'note') return { ...work, executionNote: content.executionNote }
  if (content.of !== 'step') return work
  const { stepNo, done, value, note } = content
  return {
    ...work,
    stepList: work.stepList.map((each, at) =>
      at === stepNo - 1
        ? { ...each, done, value, note, doneAt: doneTime(ctx, { ...each, doneAt: null }, done, doneAt) }
        : each,
    ),
  }
}
