import { own } from '@heliodesk/contract/own.ts'
import pg from 'pg'
import type { DomainError } from './context.ts'

/** Maps the violations of named constraints to the rules they stand for; rethrows everything else. */
export function onViolations(rules: Readonly<Record<string, DomainError>>): (error: unknown) => never {
  return (error) => {
    throw (error instanceof pg.DatabaseError && own(rules, error.constraint ?? '')) || error
  }
}

/** The same for one constraint. */
export const onViolation = (constraint: string, rule: DomainError) => onViolations({ [constraint]: rule })
