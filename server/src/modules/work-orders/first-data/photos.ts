import type { workStep } from '@heliodesk/contract/order-rows.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { readTable } from '../../../kernel/first-data/data-file.ts'
import type { DemoFiles } from '../../../kernel/first-data/offer.ts'
import { fromWireTime } from '../../../kernel/wire-time.ts'
import { present } from '../../../platform/certain.ts'
import { addDemoPicture, type StoredPictures } from '../../files/index.ts'

/** How many of the newest orders that were worked on have photos. */
const ORDERS = 40

/** What there is to see, by the step: the first row whose pattern matches the step's name. */
const scenes = readTable(new URL('./photos.csv', import.meta.url), {
  step: z.string().transform((pattern) => new RegExp(pattern)),
  picture: z.string(),
})

type Order = { id: string; liable: string; steps: z.output<typeof workStep>[]; zone: string }

/** Photos of the finished steps that need one, each by who executed the order. */
export async function addPhotos(company: DemoFiles): Promise<void> {
  const { rows } = await sql<Order>`
    select o.id, o.liable_user_id as liable, e.steps, t.time_zone as zone
    from work_order o
    join work_order_execution e on e.tenant_id = o.tenant_id and e.order_id = o.id
    join tenant t on t.id = o.tenant_id
    where o.other_sts in (3, 4, 5, 6) and o.liable_user_id is not null
      and not exists (select from work_order_photo)
    order by o.updated_at desc, o.id desc limit ${ORDERS}`.execute(company.db)
  const stored: StoredPictures = new Map()
  for (const order of rows) {
    await company.actAs(order.liable)
    for (const [at, { name, needPhoto, doneAt }] of order.steps.entries())
      if (needPhoto && doneAt !== null)
        await addPhoto(company, stored, {
          orderId: order.id,
          stepNo: at + 1,
          name,
          now: fromWireTime(doneAt, order.zone),
        })
  }
}

async function addPhoto(
  { db, env }: DemoFiles,
  stored: StoredPictures,
  { orderId, stepNo, name, now }: { orderId: string; stepNo: number; name: string; now: Date },
): Promise<void> {
  const { picture } = present(scenes.find(({ step }) => step.test(name)))
  const from = new URL(`./photos/${picture}.jpg`, import.meta.url)
  const path = await addDemoPicture({ db, env, now }, stored, { purpose: 'step', name: `${name}.jpg`, from })
  await db
    .insertInto('work_order_photo')
    .values({ order_id: orderId, step_no: stepNo, path, added_at: now })
    .execute()
}
