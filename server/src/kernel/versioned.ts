import { DomainError } from './context.ts'

/** What a sender hears who saw an older version: `record` begins the code, `title` the sentence. */
export const stale = (record: string, title: string) =>
  new DomainError(`${record}.stale`, `${title}已被他人更新，请刷新后重试`)

/**
 * Optimistic locking: `row` was read under a lock, and a change counts only when its sender saw this very version.
 * The change writes `version + 1`.
 */
export function requireVersion(
  row: { version: number },
  seen: number | undefined,
  refusal: DomainError,
): void {
  if (row.version !== seen) throw refusal
}
