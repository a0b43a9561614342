import { sql } from 'kysely'
import { offerFirstData } from '../../kernel/first-data/offer.ts'

offerFirstData('devices', {
  after: ['stations'],
  async standard(db) {
    await sql`select app.add_device_types()`.execute(db)
  },
  // Loaded on demand, because it reads its tables when it is loaded.
  demo: async (company) => (await import('./first-data/ledger.ts')).addDevices(company),
})
