import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { inspectionItemCalls } from '@heliodesk/contract/inspection-items.ts'
import { inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { MOST_TEMPLATES, planTemplateCalls as calls } from '@heliodesk/contract/plan-templates.ts'
import { expect, it } from 'vitest'
import { usePlans } from '../../../test/inspection-plans.ts'

const plans = usePlans()
const { harness, known } = plans

const list = (token = known.master) => harness.call(token, calls.templates, {})
const named = async (name: string) => (await list()).find((each) => each.name === name)

it('those of the trade have the items and the cycle of the company', async () => {
  const all = await list()
  expect(all.map(({ name }) => name)).toContain('逆变器与汇流箱月度巡检')
  for (const { name, items, cycleId } of all) {
    expect(items.length, name).toBeGreaterThan(0)
    expect(cycleId, name).not.toBeNull()
  }
  const infrared = await named('红外测温季度巡检')
  expect(infrared!.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['热斑温差', '热点温度']))
  expect(infrared!.items.map(({ name }) => name)).not.toContain('油位')
})

it('a plan is kept as one under a name of its own, and taken away again', async () => {
  const { pageList } = await harness.call(known.master, inspectionItemCalls.page, { size: 2 })
  const itemIds = pageList.map(({ id }) => id)
  const plan = await plans.add({ itemIds, remark: '先看箱变', holidays: 'previous', leadDays: 4 })
  const add = (name: string) => ({ planId: plan.id, name })
  const added = await harness.call(known.master, calls.addTemplate, add('本站箱变'))
  expect(added).toMatchObject({ remark: '先看箱变', holidays: 'previous', leadDays: 4 })
  expect(added.items.map(({ id }) => id).toSorted()).toEqual(itemIds.toSorted())
  expect((await list())[0]).toEqual(added)
  expect((await harness.refused(known.master, calls.addTemplate, add('本站箱变'))).message).toBe(
    '模板名称（name）：已有同名的模板，请换一个',
  )
  expect((await harness.refused(known.stranger, calls.addTemplate, add('别站'))).code).toBe('not_found')
  await harness.call(known.master, calls.removeTemplate, { id: added.id! })
  expect(await named('本站箱变')).toBeUndefined()
  expect((await harness.refused(known.master, calls.removeTemplate, { id: added.id! })).code).toBe(
    'not_found',
  )
})

it('what is gone since is left out of it', async () => {
  const item = await harness.call(known.admin, inspectionItemCalls.add, {
    name: '临时项目',
    category: 'fire',
    method: '目测',
    kind: 'judge',
    limits: {},
  })
  const cycle = await harness.call(known.admin, inspectionCycleCalls.add, {
    name: '临时周期',
    rule: { calendar: { every: 'day' } },
    beginTime: '08:00',
    endTime: '18:00',
    holidays: 'keep',
    leadDays: 0,
    deadlineDays: 0,
    catchUp: 'none',
  })
  const plan = await plans.add({ itemIds: [item.id], cycleId: cycle.id })
  await harness.call(known.master, calls.addTemplate, { planId: plan.id, name: '会变的' })
  expect(await named('会变的')).toMatchObject({ cycleId: cycle.id, items: [{ id: item.id }] })
  await harness.call(known.master, inspectionPlanCalls.remove, { id: plan.id, version: plan.version })
  await harness.call(known.admin, inspectionItemCalls.batchDel, { ids: [item.id] })
  await harness.call(known.admin, inspectionCycleCalls.del, { id: cycle.id })
  expect(await named('会变的')).toMatchObject({ cycleId: null, often: '', items: [] })
})

it(`a company has at most ${MOST_TEMPLATES}`, async () => {
  const plan = await plans.add()
  await harness.owner.query(
    `insert into inspection_plan_template (tenant_id, name, holidays, lead_days, abnormal, item_ids, updated_at, updated_by)
     select $1, '第 ' || n, 'keep', 0, 'press', '{}', now(), (select min(id) from app_user where tenant_id = $1)
     from generate_series(1, $2::int) n on conflict do nothing`,
    [harness.tenant.tenantId, MOST_TEMPLATES],
  )
  expect(
    (await harness.refused(known.master, calls.addTemplate, { planId: plan.id, name: '多' })).message,
  ).toBe('最多存 100 个模板，请先删除不用的')
})
