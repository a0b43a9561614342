import type { Ctx } from './context.ts'

/** The handler that removes several records, all of them or none, each by the same rules as alone. */
export const removeEach =
  (remove: (ctx: Ctx, record: { id: string }) => Promise<unknown>) =>
  async (ctx: Ctx, { ids }: { ids: string[] }): Promise<null> => {
    // The newest first: what lies below another record is newer. And always in one order, so that two removals of the
    // same records do not wait for each other.
    for (const id of ids.toSorted((a, b) => Number(BigInt(b) - BigInt(a)))) await remove(ctx, { id })
    return null
  }
