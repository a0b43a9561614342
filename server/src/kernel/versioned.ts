import { DomainError } from './context.ts'

/** The error for a change based on an older version: `record` starts the code, `title` the sentence. */
export const stale = (record: string, title: string) =>
  new DomainError(`${record}.stale`, `${title}已在别处更新，请刷新后重试`)

/**
 * Optimistic locking: `row` was read under a lock; the change is refused unless its sender saw this version. The change
 * writes `version + 1`.
 */
export function requireVersion(
  row: { version: number },
  seen: number | undefined,
  refusal: DomainError,
): void {
  if (row.version !== seen) throw refusal
}
