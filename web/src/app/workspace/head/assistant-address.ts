import type { WayIn } from './way-in.ts'

/** Tells the frame which part of the page embeds it: 1 is the header. */
const PAGE_PARAMS = JSON.stringify({ type: 1 })

/**
 * The chat frame's address (spec 1 §2.5). `apiPrefix` is where the frame calls this product, as an absolute address,
 * because the frame has another origin.
 */
export function assistantAddress({ url, tenantId, token }: WayIn, apiPrefix: string): string {
  const address = new URL(url)
  const carried = { tenant_id: tenantId, token, apiPrefix, pageParams: PAGE_PARAMS }
  for (const [name, value] of Object.entries(carried)) address.searchParams.set(name, value)
  return address.href
}

type Message = Pick<MessageEvent, 'origin' | 'source' | 'data'>

/** Whether the message asks to close the drawer and comes from the frame itself. */
export const asksToClose = (
  { origin, source, data }: Message,
  url: string,
  frame: MessageEventSource | null,
): boolean => data === 'close' && source === frame && origin === new URL(url).origin
