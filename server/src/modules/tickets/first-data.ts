import { offerFirstData } from '../../kernel/first-data/offer.ts'

offerFirstData('tickets', {
  after: ['earths', 'qualifications', 'typical-tickets', 'work-orders'],
  // Loaded on demand, because it reads its tables when it is loaded.
  demo: async (company) => (await import('./first-data/tickets.ts')).addTickets(company),
  demoFiles: async (company) => (await import('./first-data/drawn.ts')).addDrawnTicket(company),
})
