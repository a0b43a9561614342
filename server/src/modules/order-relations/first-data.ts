import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { joinMaster } from '../work-orders/index.ts'

/** Of one station each. */
const MOST = 30
/** Two reports of one device within this time are one fault. */
const SAME_FAULT = sql.lit('20 days')

/**
 * What the station masters linked: a second report of a device to the first, and orders of one station in hand that
 * wait for each other or are done on one way.
 */
async function addRelations({ db, now }: DemoCompany): Promise<void> {
  await sql`
    with linked as (
      (select distinct on (o.station_id) o.id, earlier.id as other_id, 'duplicate' as kind, m.id as added_by
      from work_order o
      join work_order earlier on earlier.tenant_id = o.tenant_id and earlier.device_id = o.device_id
        and earlier.id < o.id and earlier.created_at > o.created_at - interval ${SAME_FAULT}
      ${joinMaster}
      where o.flow_sts < 4 order by o.station_id, o.id desc, earlier.id desc limit ${sql.lit(MOST)})
      union all
      (select distinct on (o.station_id) o.id, next.id, case when o.id % 2 = 0 then 'before' else 'related' end, m.id
      from work_order o
      join work_order next on next.tenant_id = o.tenant_id and next.station_id = o.station_id and next.id > o.id
        and next.flow_sts < 4 and next.device_id is distinct from o.device_id
      ${joinMaster}
      where o.flow_sts = 2 order by o.station_id, o.id desc, next.id limit ${sql.lit(MOST)})
    )
    insert into order_relation (order_id, other_id, kind, added_by, added_at)
    select id, other_id, kind, added_by, ${now} from linked
    on conflict do nothing`.execute(db)
}

offerFirstData('order-relations', { after: ['work-orders'], demo: addRelations })
