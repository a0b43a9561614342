import { sql } from 'kysely'
import type { DemoFiles } from '../../../kernel/first-data/offer.ts'
import { addDemoPicture, type StoredPictures } from '../../files/index.ts'

/** How many of the newest sheets have photos. */
const SHEETS = 6

/** What there is to see, by the group of an item. */
const scenes = new Map([
  ['外围', 'ground'],
  ['设备区', 'cabinet'],
  ['生活与其他', 'ground'],
])
const sceneOf = ({ category, project }: { category: string; project: string }) =>
  project.includes('组件') ? 'array' : (scenes.get(category) ?? 'meter')

/** Examples of some items, and the photos of the newest sheets. */
export async function addSheetPhotos(company: DemoFiles): Promise<void> {
  const { db } = company
  const { rows: some } = await sql`
    select from appearance_item where example_paths <> '{}' union all select from work_order_photo where part <> 'step' limit 1`.execute(
    db,
  )
  if (some.length > 0) return
  const stored: StoredPictures = new Map()
  await addExamples(company, stored)
  const { rows } = await sql<{
    orderId: string
    liable: string
    no: number
    category: string
    project: string
    part: 'before' | 'after'
    at: Date
  }>`
    select r.order_id as "orderId", o.liable_user_id as liable, r.no, r.category, r.project,
      case when is_after then 'after' else 'before' end as part,
      coalesce(case when is_after then r.rework_from + interval '1 hour' else o.work_start_time end, o.updated_at) as at
    from (select * from work_order o where task_type = 18 and liable_user_id is not null
        and exists (select from appearance_row r where r.tenant_id = o.tenant_id and r.order_id = o.id)
      order by o.flow_sts in (2, 3) desc, updated_at desc, id desc limit ${SHEETS}) o
    join appearance_row r on r.tenant_id = o.tenant_id and r.order_id = o.id
    cross join unnest(array[false, true]) is_after
    where r.self_score is not null and (not is_after and r.need_photo or r.rework in ('done', 'closed'))
    order by o.liable_user_id, r.order_id, r.no, is_after`.execute(db)
  for (const { orderId, liable, no, part, at, ...item } of rows) {
    await company.actAs(liable)
    const path = await addDemoPicture({ ...company, now: at }, stored, pictureOf(item, 'step'))
    await db
      .insertInto('work_order_photo')
      .values({ order_id: orderId, step_no: no, part, path, added_at: at })
      .execute()
  }
}

async function addExamples(company: DemoFiles, stored: StoredPictures): Promise<void> {
  const { db, actAs } = company
  const { rows: keepers } = await sql<{ id: string }>`
    select id from app_user where app.is_granted(id, 'appearance:manage') order by id limit 1`.execute(db)
  const [keeper] = keepers
  if (!keeper) return
  await actAs(keeper.id)
  const items = await db
    .selectFrom('appearance_item')
    .select(['id', 'category', 'project'])
    .where('category', 'in', ['外围', '设备区'])
    .orderBy('place')
    .execute()
  for (const item of items) {
    const path = await addDemoPicture(company, stored, pictureOf(item, 'example'))
    await sql`update appearance_item set example_paths = array[${path}] where id = ${item.id}`.execute(db)
    // The sheets of the demo were made before their examples.
    await sql`update appearance_row set example_paths = array[${path}] where item_id = ${item.id}`.execute(db)
  }
}

/** The picture of an item. */
function pictureOf(item: { category: string; project: string }, purpose: 'step' | 'example') {
  const from = new URL(`../../work-orders/first-data/photos/${sceneOf(item)}.jpg`, import.meta.url)
  return { purpose, name: `${item.project.replaceAll('/', '、')}.jpg`, from }
}
