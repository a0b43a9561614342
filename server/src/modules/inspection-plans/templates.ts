import { holidayRules } from '@heliodesk/contract/cycle-days.ts'
import { whenWords } from '@heliodesk/contract/cycle-words.ts'
import type { CycleRule } from '@heliodesk/contract/inspection-cycles.ts'
import {
  MOST_TEMPLATES,
  type planTemplateCalls,
  type PlanTemplate,
} from '@heliodesk/contract/plan-templates.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { listOf, readTable } from '../../kernel/first-data/data-file.ts'
import { deleteRow, insertRow, lockRow } from '../../kernel/one-row.ts'
import { onViolation } from '../../kernel/violations.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { readPlan } from './rows.ts'

type Calls = typeof planTemplateCalls

const oftenWords = { day: '每天', month: '每月', quarter: '每季度', half: '每半年', year: '每年' } as const

/** What the trade inspects how often (domain.md §4). */
const trade = readTable(new URL('./first-data/templates.csv', import.meta.url), {
  key: z.string(),
  name: z.string(),
  every: z.enum(Object.keys(oftenWords) as [keyof typeof oftenWords]),
  categories: listOf(z.string()),
  /** Only items of this method. */
  method: z.string().optional(),
  holidays: z.enum(Object.keys(holidayRules) as [keyof typeof holidayRules]),
  leadDays: z.coerce.number(),
  remark: z.string().optional(),
})

type Item = { id: string; name: string; category: string; method: string }
type Cycle = { id: string; rule: CycleRule; beginTime: string; endTime: string }

/** With the items and the first cycle of the company that fit. */
function tradeTemplates(items: readonly Item[], cycles: readonly Cycle[]): PlanTemplate[] {
  return trade.map(({ key, name, every, categories = [], method, holidays, leadDays, remark = '' }) => ({
    key,
    id: null,
    name,
    often: oftenWords[every],
    cycleId: cycles.find(({ rule }) => rule.calendar?.every === every)?.id ?? null,
    holidays,
    leadDays,
    abnormal: 'press',
    items: items
      .filter((item) => categories.includes(item.category) && (!method || item.method === method))
      .map((item) => ({ id: item.id, name: item.name })),
    remark,
    updatedBy: '',
    updateTime: null,
  }))
}

type OwnRow = Pick<PlanTemplate, 'abnormal' | 'cycleId' | 'holidays' | 'leadDays' | 'name' | 'remark'> & {
  id: string
  itemIds: string[]
  updatedBy: string
  updatedAt: Date
}

async function ownRows({ db }: Ctx): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select t.id, t.name, t.cycle_id as "cycleId", t.holidays, t.lead_days as "leadDays", t.abnormal,
      t.item_ids::text[] as "itemIds", t.remark, u.realname as "updatedBy", t.updated_at as "updatedAt"
    from inspection_plan_template t
    join app_user u on u.tenant_id = t.tenant_id and u.id = t.updated_by
    order by t.name_place, t.id limit ${sql.lit(MOST_TEMPLATES)}`.execute(db)
  return rows
}

export const listTemplates: Handler<Calls['templates']> = async (ctx) => {
  const { rows: items } = await sql<Item>`
    select i.id, i.name, i.category, coalesce(v.definition ->> 'method', '') as method
    from inspection_item i join inspection_item_version v
      on v.tenant_id = i.tenant_id and v.item_id = i.id and v.version = i.current_version
    where i.deleted_at is null and i.active order by i.place, i.id`.execute(ctx.db)
  const { rows: cycles } = await sql<Cycle>`
    select c.id, c.rule, to_char(c.begin_time, 'HH24:MI') as "beginTime", to_char(c.end_time, 'HH24:MI') as "endTime"
    from inspection_cycle c order by c.id`.execute(ctx.db)
  const own = (await ownRows(ctx)).map(({ itemIds, updatedAt, ...row }): PlanTemplate => {
    const cycle = cycles.find(({ id }) => id === row.cycleId)
    const wanted = new Set(itemIds)
    return {
      ...row,
      key: row.id,
      often: cycle ? whenWords(cycle) : '',
      // Items that are gone or not in use any more are left out.
      items: items.filter(({ id }) => wanted.has(id)).map(({ id, name }) => ({ id, name })),
      updateTime: toWireTime(updatedAt, ctx.who.timeZone),
    }
  })
  return [...own, ...tradeTemplates(items, cycles)]
}

const nameTaken = onViolation(
  'inspection_plan_template_tenant_id_name_key',
  new DomainError('plan.template_name', '模板名称（name）：已有同名的模板，请换一个'),
)

export const addTemplate: Handler<Calls['addTemplate']> = async (ctx, { planId, name }) => {
  await readPlan(ctx, planId)
  const { rows: counts } = await sql<{ n: number }>`
    select count(*)::int as n from inspection_plan_template`.execute(ctx.db)
  if (one(counts).n >= MOST_TEMPLATES)
    throw new DomainError('plan.templates', `最多存 ${MOST_TEMPLATES} 个模板，请先删除不用的`)
  const version = await ctx.db
    .selectFrom('inspection_plan_version')
    .select(['cycle_id', 'holidays', 'lead_days', 'abnormal', 'item_ids', 'remark'])
    .where('plan_id', '=', planId)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(notFound)
  const values = { ...version, name, updated_at: ctx.now }
  const id = await insertRow(ctx.db, 'inspection_plan_template', values).catch(nameTaken)
  const added = (await listTemplates(ctx, {})).find((each) => each.id === id)
  if (!added) throw notFound()
  return added
}

export const removeTemplate: Handler<Calls['removeTemplate']> = async ({ db }, { id }) => {
  await lockRow(db, 'inspection_plan_template', id)
  await deleteRow(db, 'inspection_plan_template', id)
  return {}
}
