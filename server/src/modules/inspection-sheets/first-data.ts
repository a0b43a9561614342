import { offerFirstData } from '../../kernel/first-data/offer.ts'

offerFirstData('inspection-sheets', {
  after: ['inspection-items', 'work-orders', 'tickets', 'order-relations'],
  demo: async (company) => (await import('./first-data/rounds.ts')).addRounds(company),
})
