import { fieldDeviceCalls } from '@heliodesk/contract/field-device.ts'
import { send } from '../call.ts'
import { deviceId, randomId } from '../session.ts'
import { noteKeptOwner, noteKeyed } from './forget.ts'
import { keepsAnswers, keptPerson } from './read.ts'
import { openStore, type Store } from './store.ts'

/**
 * The key with which what the signed-in person has queued on this device is sealed. It comes from the server and stays
 * here until the sign-out, without a line too; after the next sign-in of the same person the server gives it again.
 */
export async function keyOf(person: string, store: Store = openStore()): Promise<CryptoKey> {
  if (person !== keptPerson()) throw new Error('the key of another person')
  const known = await store.queueKey(person)
  if (known) return known
  const { key: text } = await send(
    fieldDeviceCalls.key,
    { device: deviceId() },
    { idempotencyKey: randomId() },
  )
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  bytes.fill(0)
  const note = keepsAnswers() ? noteKeptOwner : noteKeyed
  note(person.slice(person.indexOf(':') + 1))
  await store.putQueueKey(person, key)
  return key
}
