import type { Ctx } from '../../kernel/context.ts'
import type { LockedOrder } from './lifecycle.ts'

type Keeping = (ctx: Ctx, order: LockedOrder) => Promise<void>

const keepings: Keeping[] = []

/** Modules keep figures of an order as they are when it is accepted, in the same transaction. */
export function whenAccepted(keep: Keeping): void {
  keepings.push(keep)
}

export async function keepAsAccepted(ctx: Ctx, order: LockedOrder): Promise<void> {
  for (const keep of keepings) await keep(ctx, order)
}
