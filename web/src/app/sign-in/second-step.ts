import { CallError } from '../../lib/call.ts'

/** The ticket for the second step, where that is what a sign-in was refused for. */
export const ticketOf = (error: unknown): string | null =>
  error instanceof CallError && error.code === 'second_factor_due'
    ? (error.data as { ticket: string }).ticket
    : null
