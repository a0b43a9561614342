/** What a company has decided about its two tickets (domain.md §1), among its settings. */
export type TicketSettings = {
  /** Months until an earth wire that comes back from its test is tested again. */
  earthTestMonths: number
  /** Months for which people are qualified at most, until the list is published again. */
  qualificationMonths: number
  /** Days before a test or a qualification expires from which lists say so. */
  expiryDays: number
}

export const usualTickets: TicketSettings = { earthTestMonths: 12, qualificationMonths: 12, expiryDays: 30 }
