import { createCipheriv } from 'node:crypto'
import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { encryptAes128Ecb } from './aes.ts'

function encryptByNode(plain: string, key: string): string {
  const cipher = createCipheriv('aes-128-ecb', key, null)
  return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64')
}

test('the same as OpenSSL for any text and any key of 16 ASCII characters', () => {
  const key = string({ unit: 'grapheme-ascii', minLength: 16, maxLength: 16 })
  assert(
    property(string({ unit: 'grapheme', maxLength: 100 }), key, (plain, secret) => {
      expect(encryptAes128Ecb(plain, secret)).toBe(encryptByNode(plain, secret))
    }),
    { numRuns: 500 },
  )
})

test('a full block is padded by another one', () => {
  expect(atob(encryptAes128Ecb('x'.repeat(16), 'k'.repeat(16)))).toHaveLength(32)
})

test('a key of another length is refused', () => {
  expect(() => encryptAes128Ecb('x', 'short')).toThrow('16 bytes')
})
