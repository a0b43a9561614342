import type { FilePurpose } from '@heliodesk/contract/files.ts'
import type { Ctx } from '../../kernel/context.ts'

/** Whether a file may leave for somebody at this moment, who may read it otherwise. */
type Guard = (ctx: Pick<Ctx, 'db' | 'who'>, path: string) => Promise<boolean>

const guards = new Map<string, Guard>()

/**
 * Files of a purpose leave, also by a link, only while this holds for whom they were made; said by the module that keeps
 * them, when it is loaded.
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
