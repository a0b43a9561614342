/**
 * AES-128 in ECB mode with PKCS#7 padding (FIPS 197), in base64: the encoding of captcha answers (protocols of the
 * AJ-Captcha family). Implemented here because WebCrypto is missing on plain HTTP inside a LAN and has no ECB. It
 * protects no secret: the key comes with the picture.
 */
export function encryptAes128Ecb(plain: string, key: string): string {
  const bytes = new TextEncoder().encode(plain)
  const padding = 16 - (bytes.length % 16)
  const padded = new Uint8Array(bytes.length + padding).fill(padding)
  padded.set(bytes)
  const roundKeys = expandKey(new TextEncoder().encode(key))
  for (let at = 0; at < padded.length; at += 16) encryptBlock(padded.subarray(at, at + 16), roundKeys)
  return btoa(String.fromCharCode(...padded))
}

const ROUNDS = 10
const double = (byte: number) => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 0xff
const rotate = (byte: number, by: number) => ((byte << by) | (byte >> (8 - by))) & 0xff

/** Iterates over all powers of the generator 3 and, in parallel, of its inverse. */
const SBOX = (() => {
  const box = new Uint8Array(256)
  let power = 1
  let inverse = 1
  do {
    power ^= double(power)
    for (const by of [1, 2, 4]) inverse = (inverse ^ (inverse << by)) & 0xff
    if (inverse & 0x80) inverse ^= 0x09
    box[power] = [1, 2, 3, 4].reduce((sum, by) => sum ^ rotate(inverse, by), inverse ^ 0x63)
  } while (power !== 1)
  box[0] = 0x63
  return box
})()

function expandKey(key: Uint8Array): Uint8Array {
  if (key.length !== 16) throw new RangeError('an AES-128 key has 16 bytes')
  const words = new Uint8Array(16 * (ROUNDS + 1))
  words.set(key)
  let constant = 1
  for (let at = 16; at < words.length; at += 4) {
    const last = words.slice(at - 4, at)
    if (at % 16 === 0) {
      last.set([last[1]!, last[2]!, last[3]!, last[0]!].map((byte) => SBOX[byte]!))
      last[0]! ^= constant
      constant = double(constant)
    }
    for (let i = 0; i < 4; i++) words[at + i] = words[at + i - 16]! ^ last[i]!
  }
  return words
}

function encryptBlock(block: Uint8Array, roundKeys: Uint8Array): void {
  const addRoundKey = (round: number) => block.forEach((_, i) => (block[i]! ^= roundKeys[16 * round + i]!))
  addRoundKey(0)
  for (let round = 1; round <= ROUNDS; round++) {
    // The bytes are in column order; row r shifts by r columns to the left.
    const shifted = block.map((_, i) => SBOX[block[(i + 4 * (i % 4)) % 16]!]!)
    block.set(round === ROUNDS ? shifted : mixColumns(shifted))
    addRoundKey(round)
  }
}

function mixColumns(state: Uint8Array): Uint8Array {
  return state.map((byte, i) => {
    const column = i - (i % 4)
    const next = (by: number) => state[column + ((i + by) % 4)]!
    return double(byte) ^ double(next(1)) ^ next(1) ^ next(2) ^ next(3)
  })
}
