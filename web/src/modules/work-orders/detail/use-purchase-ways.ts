import { useDictionary } from '../../../kit/use-dictionary.ts'
import type { KnownOrder } from '../order.ts'

/** What the company calls the ways of purchase; read for an order that has one. */
export function usePurchaseWays({ purchasesWay }: KnownOrder): Record<string, string> {
  const ways = useDictionary(purchasesWay ? 'purchasesWay' : null)
  return Object.fromEntries(ways.map(({ value, label }) => [value, label]))
}
