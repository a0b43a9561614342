import { sql } from 'kysely'
import { analyze } from '../../kernel/first-data/analyze.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { adoptOrders } from './adopt.ts'

offerFirstData('work-orders', {
  after: ['devices', 'workflow'],
  renew: adoptOrders,
  // Loaded on demand, because it reads its tables when it is loaded.
  demo: async (company) => (await import('./first-data/orders.ts')).addOrders(company),
  demoFiles: async (company) => (await import('./first-data/photos.ts')).addPhotos(company),
  async afterDemo(db) {
    await sql`select app.fold_work_order_counts()`.execute(db)
    await analyze(db, ['work_order_event', 'work_order_execution', 'work_order_hours', 'work_order_count'])
  },
})
