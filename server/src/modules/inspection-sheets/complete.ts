import { itemDefinition } from '@heliodesk/contract/inspection-items.ts'
import type { LineVerdict } from '@heliodesk/contract/inspection-sheets.ts'
import { lackOf, lacksPhoto } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { INSPECTION, type Missing } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { offerSheet } from '../work-orders/index.ts'
import { selectedInspections } from './outcome.ts'

type Order = { id: string; taskType: number }

type LineRecord = {
  stop: number
  name: string
  verdict: LineVerdict | null
  isUnsettled: boolean
  photos: number
  definition: unknown
}

/** What each device of the sheet lacks; the sheets of other orders lack nothing. */
async function missingOf({ db }: Pick<Ctx, 'db'>, { id, taskType }: Order): Promise<Missing[]> {
  if (taskType !== INSPECTION) return []
  const { rows } = await sql<LineRecord>`
    select l.stop, coalesce(d.name, sp.name, ps.name) as name, l.verdict,
      (l.verdict is not distinct from 'abnormal' and l.exempt_reason = '' and l.defect_order_id is null) as "isUnsettled",
      (select count(*)::int from work_order_photo p where p.tenant_id = l.tenant_id and p.order_id = l.order_id
        and p.part = 'reading' and p.step_no = l.no) as photos, v.definition
    from inspection_sheet_line l
    join work_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
    join station ps on ps.tenant_id = o.tenant_id and ps.id = o.station_id
    join inspection_item_version v
      on v.tenant_id = l.tenant_id and v.item_id = l.item_id and v.version = l.item_version
    left join device d on d.tenant_id = l.tenant_id and d.id = l.device_id
    left join space sp on sp.tenant_id = l.tenant_id and sp.id = l.space_id
    where l.order_id = ${id} order by l.no`.execute(db)
  return [...Map.groupBy(rows, ({ stop }) => stop).values()].flatMap((lines) => {
    const text = lackOf({
      name: lines[0]?.name ?? '',
      lines: lines.length,
      recorded: lines.filter(({ verdict }) => verdict !== null).length,
      unsettled: lines.filter(({ isUnsettled }) => isUnsettled).length,
      photoless: lines.filter(({ definition, verdict, photos }) =>
        lacksPhoto(itemDefinition.parse(definition), verdict, photos),
      ).length,
    })
    return text === '' ? [] : [{ text, kind: '巡检对象' as const }]
  })
}

offerSheet({
  selected: selectedInspections,
  missing: missingOf,
  // Whether it was in time is decided by the first submission, also when it comes back.
  async submitted({ db, now, who }, { id, taskType }) {
    if (taskType !== INSPECTION) return
    await sql`
      update inspection_sheet set finished_at = ${now}, finished_by = ${who.userId}, version = version + 1
      where order_id = ${id} and finished_at is null`.execute(db)
  },
  async isWrittenBy({ db }, { id, taskType }, userId) {
    if (taskType !== INSPECTION) return false
    return hasRow(db.selectFrom('inspection_event').where('order_id', '=', id).where('actor_id', '=', userId))
  },
})
