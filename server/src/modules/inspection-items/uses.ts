import type { Ctx } from '../../kernel/context.ts'

/** Something that asks for items: while it does, they are not deleted. */
export type ItemUse = {
  /** 个计划, 张未完成的记录单. */
  noun: string
  /** How many there are for each of the items, by id; items without any may be left out. */
  count: (ctx: Pick<Ctx, 'db'>, itemIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
}

/** `plans` are inspection plans, `sheets` record sheets that are under way. */
type Key = 'plans' | 'sheets'
const offered = new Map<Key, ItemUse>()

/** Modules whose records ask for items say so when they are loaded. */
export function offerItemUse(key: Key, use: ItemUse): void {
  offered.set(key, use)
}

type Uses = { plans: number; sheets: number }

/** How often each of the items is used. */
export async function usesOf(
  ctx: Pick<Ctx, 'db'>,
  itemIds: readonly string[],
): Promise<(itemId: string) => Uses> {
  const plans = await offered.get('plans')?.count(ctx, itemIds)
  const sheets = await offered.get('sheets')?.count(ctx, itemIds)
  return (itemId) => ({ plans: plans?.get(itemId) ?? 0, sheets: sheets?.get(itemId) ?? 0 })
}

/** What speaks against deleting an item: 2 个计划、1 张未完成的记录单; '' if nothing does. */
export function usesInWords({ plans, sheets }: Uses): string {
  const said = (
    [
      ['plans', plans],
      ['sheets', sheets],
    ] as const
  ).flatMap(([key, count]) => (count > 0 ? [`${count} ${offered.get(key)?.noun ?? ''}`] : []))
  return said.join('、')
}
