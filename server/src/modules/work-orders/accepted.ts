import type { Ctx } from '../../kernel/context.ts'

type Accepted = { id: string; taskType: number }
type Keeping = (ctx: Ctx, order: Accepted) => Promise<void>

const keepings: Keeping[] = []

/** Modules keep figures of an order as they are when it is accepted, in the same transaction. */
export function whenAccepted(keep: Keeping): void {
  keepings.push(keep)
}

export async function keepAsAccepted(ctx: Ctx, order: Accepted): Promise<void> {
  for (const keep of keepings) await keep(ctx, order)
}
