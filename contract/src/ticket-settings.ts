/** What a company has decided about its two tickets (domain.md §1), among its settings. */
export type TicketSettings = {
  /** Months until an earth wire that comes back from its test is tested again. */
  earthTestMonths: number
  /** Months for which people are qualified at most, until the list is published again. */
  qualificationMonths: number
  /** Days before a test or a qualification expires from which lists say so. */
  expiryDays: number
  /** Days before the planned start by which a first-kind ticket has been received. */
  receiveDays: number
  /** How often a first-kind ticket may be extended, and tickets of the second kind and for low voltage. */
  firstExtensions: number
  secondExtensions: number
  /** Hours before the end of a ticket by which an extension is asked for. */
  extensionHours: number
  /** The longest time in hours for which these are valid. */
  emergencyHours: number
  hotFirstHours: number
  hotSecondHours: number
  /** Minutes after which the gas is measured again while work with fire goes on. */
  gasMinutes: number
}

export const usualTickets: TicketSettings = {
  earthTestMonths: 12,
  qualificationMonths: 12,
  expiryDays: 30,
  receiveDays: 1,
  firstExtensions: 1,
  secondExtensions: 1,
  extensionHours: 2,
  emergencyHours: 4,
  hotFirstHours: 24,
  hotSecondHours: 120,
  gasMinutes: 120,
}
