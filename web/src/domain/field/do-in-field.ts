import type { Picture } from '../../lib/outbox/store.ts'
import { intentOf, type Act } from './acts.ts'
import { useField } from './field-store.ts'

/** Keeps an act on this device; it is on disk when this resolves. Throws when the device has no room for it. */
export async function doInField(orderId: string, act: Act, picture?: Picture): Promise<void> {
  const { outbox } = useField.getState()
  if (!outbox) throw new Error('no outbox is open')
  await outbox.add(intentOf(orderId, act), picture)
  useField.setState({ book: await outbox.book() })
}

/** Takes back what was never sent, or forgets what was refused; false when it is too late. */
export async function dropFromField(key: string): Promise<boolean> {
  const { outbox } = useField.getState()
  if (!outbox) return false
  const isDropped = await outbox.drop(key)
  useField.setState({ book: await outbox.book() })
  return isDropped
}
