import pg from 'pg'
import type { DomainError } from './context.ts'

/** Maps the violation of one named constraint to the rule it stands for; rethrows everything else. */
export function onViolation(constraint: string, rule: DomainError): (error: unknown) => never {
  return (error) => {
    throw error instanceof pg.DatabaseError && error.constraint === constraint ? rule : error
  }
}
