import type { Output } from '@heliodesk/contract/call.ts'
import { earthActions, earthCalls, earthQuery, earthTitles } from '@heliodesk/contract/earths.ts'
import { sql } from 'kysely'
import { defineModule, type Ctx } from '../../kernel/context.ts'
import { cellsOf } from '../../kernel/cursor.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { businessPageOf, countOf } from '../../kernel/paging.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import './first-data.ts'
import { addEarth, changeEarth, moveEarth } from './changes.ts'
import { getEarth, inOrder, matching, testLimits, toEarth, visibleEarths } from './read.ts'

const exported = [
  'name',
  'kindLabel',
  'voltage',
  'psName',
  'place',
  'testDue',
  'stateLabel',
  'depName',
  'remark',
  'updatedBy',
  'updateTime',
] as const satisfies (keyof typeof earthTitles)[]

offerExport('earths', {
  columns: exported.map((field) => ({ title: earthTitles[field], type: 'text', width: 20 })),
  async open(ctx, query) {
    const limits = await testLimits(ctx)
    const rows = inOrder(matching(ctx, earthQuery.parse(query), limits))
    const pages = cellsOf(ctx.db, 'exported_earths', rows, (row) => {
      const shown = toEarth(row, ctx, limits)
      return exported.map((field) => (field === 'voltage' ? `${shown.voltage} kV` : shown[field]))
    })
    return { rowCount: await countOf(rows), pages }
  },
})

export { noteEarth, requireUsableEarth } from './changes.ts'

type Counts = Output<(typeof earthCalls)['counts']>

async function countEarths(ctx: Ctx, query: Parameters<typeof matching>[1]): Promise<Counts> {
  const limits = await testLimits(ctx)
  const due = sql`t.state <> 'scrapped' and t.test_due`
  const { over, soon, ...byState } = await matching(ctx, query, limits)
    .clearSelect()
    .select([
      sql<number>`(count(*) filter (where t.state = 'stored'))::int`.as('stored'),
      sql<number>`(count(*) filter (where t.state = 'hanging'))::int`.as('hanging'),
      sql<number>`(count(*) filter (where t.state = 'testing'))::int`.as('testing'),
      sql<number>`(count(*) filter (where t.state = 'scrapped'))::int`.as('scrapped'),
      sql<number>`(count(*) filter (where ${due} < ${limits.today}::date))::int`.as('over'),
      sql<number>`(count(*) filter (where ${due} between ${limits.today}::date and ${limits.soon}::date))::int`.as(
        'soon',
      ),
    ])
    .executeTakeFirstOrThrow()
  return { byState, over, soon }
}

const actionNames = {
  add: '登记',
  edit: '修改',
  test: earthActions.test.title,
  receive: earthActions.receive.title,
  scrap: earthActions.scrap.title,
  hang: '装设',
  unhang: '拆除',
  hand: '移交',
}

async function listHistory(ctx: Ctx, id: string): Promise<Output<(typeof earthCalls)['history']>> {
  const events = await visibleEarths(ctx)
    .innerJoin('earth_event as e', (join) =>
      join.onRef('e.tenant_id', '=', 't.tenant_id').onRef('e.earth_id', '=', 't.id'),
    )
    .select(['e.id', 'e.at', 'e.actor_name as actorName', 'e.note'])
    .select(sql<keyof typeof actionNames>`e.action`.as('action'))
    .where('t.id', '=', id)
    .orderBy('e.id', 'desc')
    .execute()
  if (events.length === 0) await getEarth(ctx, id)
  return events.map((event) => ({
    ...withWireTimes(event, ctx.who.timeZone),
    actionName: actionNames[event.action],
  }))
}

export const earths = defineModule(earthCalls, {
  async page(ctx, { curPage, size, ...query }) {
    const limits = await testLimits(ctx)
    const rows = inOrder(matching(ctx, query, limits))
    return businessPageOf(rows, { curPage, size }, (row) => toEarth(row, ctx, limits))
  },
  counts: countEarths,
  detail: (ctx, { id }) => getEarth(ctx, id),
  add: addEarth,
  edit: changeEarth,
  test: (ctx, { note, ...seen }) => moveEarth(ctx, 'test', seen, { note }),
  receive: (ctx, { note, testDue, ...seen }) => moveEarth(ctx, 'receive', seen, { note, testDue }),
  scrap: (ctx, { reason, ...seen }) => moveEarth(ctx, 'scrap', seen, { note: reason }),
  history: (ctx, { id }) => listHistory(ctx, id),
})
