import type { OrderQuery } from '@heliodesk/contract/work-order-list.ts'
import type { Missing } from '@heliodesk/contract/work-order-rules.ts'
import type { Ctx } from '../../kernel/context.ts'
import type { Condition } from './conditions.ts'

type Order = { id: string; taskType: number }

/** What another module keeps of the work of orders of its own. */
export type OtherSheet = {
  /** The condition on orders `o` of a list that is narrowed by what only that module knows; null where it is not. */
  selected: (ctx: Pick<Ctx, 'now' | 'who'>, query: OrderQuery) => Condition | null
  /** What is missing before the order can be submitted. */
  missing: (ctx: Pick<Ctx, 'db'>, order: Order) => Promise<Missing[]>
  /** The order is submitted, in the same transaction. */
  submitted: (ctx: Ctx, order: Order) => Promise<void>
  /** Whether a person wrote into it what another person has to judge. */
  isWrittenBy: (ctx: Pick<Ctx, 'db'>, order: Order, userId: string) => Promise<boolean>
}

const sheets: OtherSheet[] = []

/** Modules whose records belong to the work of orders say so when they are loaded. */
export function offerSheet(sheet: OtherSheet): void {
  sheets.push(sheet)
}

export const selectedByOthers = (ctx: Pick<Ctx, 'now' | 'who'>, query: OrderQuery): Condition[] =>
  sheets.flatMap(({ selected }) => selected(ctx, query) ?? [])

export async function missingOfOthers(ctx: Pick<Ctx, 'db'>, order: Order): Promise<Missing[]> {
  const missing: Missing[] = []
  for (const sheet of sheets) missing.push(...(await sheet.missing(ctx, order)))
  return missing
}

export async function tellSubmitted(ctx: Ctx, order: Order): Promise<void> {
  for (const { submitted } of sheets) await submitted(ctx, order)
}

export async function isWrittenBy(ctx: Pick<Ctx, 'db'>, order: Order, userId: string): Promise<boolean> {
  for (const sheet of sheets) if (await sheet.isWrittenBy(ctx, order, userId)) return true
  return false
}
