import pg from 'pg'
import type { DomainError } from './context.ts'

/** Turns the violation of one named constraint into the rule it stands for; rethrows everything else. */
export function onViolation(constraint: string, rule: DomainError): (error: unknown) => never {
  return (error) => {
    throw error instanceof pg.DatabaseError && error.constraint === constraint ? rule : error
  }
}
