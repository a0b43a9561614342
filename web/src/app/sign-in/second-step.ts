import { CallError } from '../../lib/call.ts'

/** A sign-in that waits for its second step; with `app` the authenticator app must be bound first. */
export type SecondStep = { ticket: string; app: { secret: string; uri: string } | null }

/** The second step, if the sign-in was rejected because it is required. */
export const secondStepOf = (error: unknown): SecondStep | null =>
  error instanceof CallError && ['second_factor_due', 'second_factor_demanded'].includes(error.code)
    ? (error.data as SecondStep)
    : null
