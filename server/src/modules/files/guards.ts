import type { FilePurpose } from '@heliodesk/contract/files.ts'
import type { Ctx } from '../../kernel/context.ts'

/** Whether a file may be sent to a person at this moment, in addition to the usual read rules. */
type Guard = (ctx: Pick<Ctx, 'db' | 'who'>, path: string) => Promise<boolean>

const guards = new Map<string, Guard>()

/**
 * Registers a guard: files of a purpose are sent, also by link, only while it holds for the person they were made for.
 * The owning module calls this when it is loaded.
 */
export function guardFiles(purpose: FilePurpose, guard: Guard): void {
  guards.set(purpose, guard)
}

export const isGuarded = (purpose: string): boolean => guards.has(purpose)

export async function isAdmitted(
  ctx: Pick<Ctx, 'db' | 'who'>,
  purpose: string,
  path: string,
): Promise<boolean> {
  const guard = guards.get(purpose)
  return guard === undefined || guard(ctx, path)
}
