import { createDecipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { assert, property, string } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import { keyAddress, prepareSeal, sealPassword, sendSealed } from './seal.ts'
import { sealFor } from './seal-box.ts'

const SPKI = Buffer.from('302a300506032b656e032100', 'hex')

function newKey(keyId: string) {
  const pair = generateKeyPairSync('x25519')
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
  /** Opens with OpenSSL what the browser code sealed. */
  const open = (sealed: string) => {
    const [prefix, id, body] = sealed.split('.')
    expect([prefix, id]).toEqual(['enc1', keyId])
    expect(body).toMatch(/^[\w-]+$/)
    const message = Buffer.from(body!, 'base64url')
    const theirs = message.subarray(0, 32)
    const agreed = diffieHellman({
      privateKey: pair.privateKey,
      publicKey: createPublicKey({ key: Buffer.concat([SPKI, theirs]), format: 'der', type: 'spki' }),
    })
    const salt = Buffer.concat([theirs, publicKey])
    const derived = Buffer.from(hkdfSync('sha256', agreed, salt, 'heliodesk password 1', 44))
    const decipher = createDecipheriv('chacha20-poly1305', derived.subarray(0, 32), derived.subarray(32), {
      authTagLength: 16,
    })
    decipher.setAuthTag(message.subarray(-16))
    return Buffer.concat([decipher.update(message.subarray(32, -16)), decipher.final()]).toString('utf8')
  }
  return { keyId, publicKey: publicKey.toString('base64url'), open }
}

test('the address is that of the contract', () => {
  expect(passwordCalls.key).toMatchObject(keyAddress)
})

test('any text opens again with the key that it was sealed for, and with no other', () => {
  const key = newKey('k1')
  assert(
    property(string({ unit: 'grapheme', maxLength: 128 }), (text) => {
      expect(key.open(sealFor(key, text))).toBe(text)
    }),
    { numRuns: 50 },
  )
  const other = newKey('k1')
  expect(() => other.open(sealFor(key, 'Secret@2026'))).toThrow()
})

test('the same password never looks the same twice', () => {
  const key = newKey('k1')
  expect(sealFor(key, 'Secret@2026')).not.toBe(sealFor(key, 'Secret@2026'))
})

const keys = [newKey('first'), newKey('second')]
let fetched = 0
let day = 0

beforeEach(() => {
  fetched = 0
  vi.useFakeTimers({ toFake: ['Date'] })
  // Each test runs a day later, when no cached key is valid any more.
  vi.setSystemTime(Date.UTC(2026, 10, ++day))
  vi.stubGlobal(
    'fetch',
    vi.fn(() => {
      const { keyId, publicKey } = keys[fetched++]!
      return Promise.resolve(Response.json({ success: true, code: 200, result: { keyId, publicKey } }))
    }),
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the key is fetched once for what is typed and sent, and again half an hour later', async () => {
  prepareSeal()
  expect(keys[0]!.open(await sealPassword('Secret@2026'))).toBe('Secret@2026')
  await sealPassword('Secret@2026')
  expect(fetched).toBe(1)
  vi.setSystemTime(Date.now() + 1_800_000)
  expect(keys[1]!.open(await sealPassword('Secret@2026'))).toBe('Secret@2026')
})

test('a key that the server has given up is fetched anew, and the call is repeated once', async () => {
  const stale = new CallError('密码的加密密钥已更换，请重试', 400, 'stale_seal', null)
  const sent: string[] = []
  const send = async (seal: typeof sealPassword) => {
    sent.push(await seal('Secret@2026'))
    if (sent.length === 1) throw stale
    return 'done'
  }
  await expect(sendSealed(send)).resolves.toBe('done')
  expect([keys[0]!.open(sent[0]!), keys[1]!.open(sent[1]!)]).toEqual(['Secret@2026', 'Secret@2026'])
  const always = vi.fn(() => Promise.reject(stale))
  await expect(sendSealed(always)).rejects.toBe(stale)
  expect(always).toHaveBeenCalledTimes(2)
})

test('without a line nothing is kept: the next password asks for the key again', async () => {
  const working = fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')))
  await expect(sealPassword('Secret@2026')).rejects.toMatchObject({ isOffline: true })
  vi.stubGlobal('fetch', working)
  await expect(sealPassword('Secret@2026')).resolves.toMatch(/^enc1\.first\./)
})
