import type { Received } from '@heliodesk/contract/call.ts'
import type { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { CallError, sendTo, type Address } from './call.ts'

type GetKey = typeof passwordCalls.key

/** The address without the schemas, as sign-in/calls.ts explains; `seal.test.ts` compares it with the contract. */
export const keyAddress = {
  method: 'GET',
  path: '/sys/getEncryptedString',
  envelope: 'sys',
} satisfies Address

/** The server makes a new key every hour, and opens with the previous one for another hour. */
const KEEP_KEY_MS = 1_800_000

let kept: { key: Promise<Received<GetKey>>; since: number } | null = null

function currentKey(): Promise<Received<GetKey>> {
  if (kept && Date.now() - kept.since < KEEP_KEY_MS) return kept.key
  const key = sendTo<GetKey>(keyAddress, {})
  kept = { key, since: Date.now() }
  key.catch(forgetKey)
  return key
}

function forgetKey(): void {
  kept = null
}

const loadBox = () =>
  import('./seal-box.ts').catch(() => {
    throw new CallError('网络连接失败，请检查网络后重试', 0, 'offline', null)
  })

/** Loads the code and the key for sealing, once the user starts to type a password. */
export function prepareSeal(): void {
  Promise.all([loadBox(), currentKey()]).catch(() => undefined)
}

/** A sealed password (spec 1 §5: encrypted before sending); only the server's current key opens it. */
export async function sealPassword(password: string): Promise<string> {
  const [{ sealFor }, key] = await Promise.all([loadBox(), currentKey()])
  return sealFor(key, password)
}

/** Sends a call with sealed passwords, and once more if the server's key has changed meanwhile. */
export async function sendSealed<T>(send: (seal: typeof sealPassword) => Promise<T>): Promise<T> {
  try {
    return await send(sealPassword)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'stale_seal') throw error
    forgetKey()
    return send(sealPassword)
  }
}
