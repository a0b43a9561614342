import { CallError } from '../../lib/call.ts'

/** A sign-in that waits for its second step; with `app` the authenticator app has to be bound first. */
export type SecondStep = { ticket: string; app: { secret: string; uri: string } | null }

/** The second step, where that is what a sign-in was refused for. */
export const secondStepOf = (error: unknown): SecondStep | null =>
  error instanceof CallError && ['second_factor_due', 'second_factor_demanded'].includes(error.code)
    ? (error.data as SecondStep)
    : null
