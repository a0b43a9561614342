import { inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { planTemplateCalls } from '@heliodesk/contract/plan-templates.ts'
import { sql } from 'kysely'
import { defineModule, type Ctx } from '../../kernel/context.ts'
import { fromWireTime, toWireDay } from '../../kernel/wire-time.ts'
import { watchAlarms } from '../alarms/index.ts'
import { registerDues, type WorkCalendar } from '../calendar/index.ts'
import { offerItemUse } from '../inspection-items/index.ts'
import { auditPlans, auditRecord, submitPlan, withdrawPlan } from './audit.ts'
import { coursesOf, Maker } from './course.ts'
import { findPlan, getPlan } from './detail.ts'
import { readFigures } from './figures.ts'
import { askToMake, lookAtAlarms, looking, making } from './job.ts'
import { previewPlan } from './preview.ts'
import { listPlans } from './rows.ts'
import { restartPlan, stopPlans } from './stopping.ts'
import { addTemplate, listTemplates, removeTemplate } from './templates.ts'
import { addPlan, copyPlan, nextCode, removePlan, updatePlan } from './write.ts'
import './first-data.ts'

offerItemUse('plans', {
  noun: '个计划',
  async count({ db }, itemIds) {
    const { rows } = await sql<{ id: string; plans: number }>`
      select i.id, count(distinct v.plan_id)::int as plans from inspection_plan_version v
      cross join unnest(v.item_ids) as i (id)
      where i.id = any(${itemIds}::bigint[]) and (v.state <> 'effective' or v.until_day is null or v.until_day >= now()::date)
      group by i.id`.execute(db)
    return new Map(rows.map(({ id, plans }) => [id, plans]))
  },
})

type Asker = Pick<Ctx, 'db' | 'now'>

/** The next due days of all plans that come round by the calendar, and what they would be by another one. */
async function comingDues({ db, now }: Asker, calendar: WorkCalendar) {
  const today = toWireDay(now, calendar.zone)
  const { rows } = await sql<{ id: string; nextDue: string }>`
    select p.id, p.next_due::text as "nextDue" from inspection_plan p
    where p.state = 'effective' and p.next_due >= ${today}::date and not p.next_is_estimate order by p.id`.execute(
    db,
  )
  const maker = new Maker(db, today, calendar)
  const before = new Map(rows.map(({ id, nextDue }) => [id, nextDue]))
  const at = (day: string) => fromWireTime(`${day} 00:00:00`, calendar.zone)
  const dues: { dueAt: Date; next: Date }[] = []
  for (const course of await coursesOf(db, [...before.keys()])) {
    const dueAt = before.get(course.id)
    const { next } = await maker.making(course)
    if (dueAt && next) dues.push({ dueAt: at(dueAt), next: at(next.day) })
  }
  return dues
}

registerDues({
  by: comingDues,
  async move(asker, calendar) {
    const dues = await comingDues(asker, calendar)
    await sql`
      update inspection_plan set make_on = ${toWireDay(asker.now, calendar.zone)}::date where state = 'effective'`.execute(
      asker.db,
    )
    await askToMake(asker.db)
    return dues
  },
})

watchAlarms(lookAtAlarms)

export { makeSome } from './generate.ts'
export { handOverPlan } from './hand-over.ts'
export const inspectionPlans = defineModule(
  { ...inspectionPlanCalls, ...planTemplateCalls },
  {
    add: addPlan,
    list: listPlans,
    code: nextCode,
    update: updatePlan,
    remove: removePlan,
    batchAudit: auditPlans,
    detail: getPlan,
    auditRecord,
    byCode: findPlan,
    copy: copyPlan,
    submit: submitPlan,
    withdraw: withdrawPlan,
    stop: stopPlans,
    restart: restartPlan,
    preview: previewPlan,
    figures: readFigures,
    templates: listTemplates,
    addTemplate,
    removeTemplate,
  },
  [looking],
  [making],
)
