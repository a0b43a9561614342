import { notify } from '../../lib/notices.ts'
import type { Intent } from '../../lib/outbox/book.ts'
import { isFull, type Picture } from '../../lib/outbox/store.ts'
import { intentOf, type Act } from './acts.ts'
import { ticketIntentOf, type TicketAct } from './ticket-acts.ts'
import { useField } from './field-store.ts'

/** Keeps an act on this device; it is on disk when this resolves. Throws when it cannot be kept. */
export const keepAct = (orderId: string, act: Act, picture?: Picture): Promise<void> =>
  keep(intentOf(orderId, act), picture)

async function keep(intent: Intent, picture?: Picture): Promise<void> {
  const { outbox } = useField.getState()
  if (!outbox) throw new Error('本机存储没有打开，请重新打开页面')
  await outbox.add(intent, picture)
  useField.setState({ book: await outbox.book() })
}

/** The same; the person is told if it was not kept. Returns whether it was. */
export const doInField = (orderId: string, act: Act): Promise<boolean> => tryToKeep(intentOf(orderId, act))

/** The same on a ticket. */
export const doOnTicket = (ticketId: string, act: TicketAct): Promise<boolean> =>
  tryToKeep(ticketIntentOf(ticketId, act))

async function tryToKeep(intent: Intent): Promise<boolean> {
  try {
    await keep(intent)
    return true
  } catch (error) {
    const [title, text] = isFull(error)
      ? ['本机存储已满，没有保存', '请清理手机存储后再做这一步']
      : ['没有保存到本机', error instanceof Error ? error.message : String(error)]
    notify({ kind: 'error', title, text, seconds: 15 })
    return false
  }
}

/** Takes back what was never sent, or forgets what was refused; false when it is too late. */
export async function dropFromField(key: string): Promise<boolean> {
  const { outbox } = useField.getState()
  if (!outbox) return false
  const isDropped = await outbox.drop(key)
  useField.setState({ book: await outbox.book() })
  return isDropped
}
