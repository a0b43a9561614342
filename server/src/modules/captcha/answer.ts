import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto'
import { present } from '../../platform/certain.ts'

// The AJ-Captcha protocol of stock clients: AES-128-ECB with a key sent with the picture. The encryption protects
// nothing; one attempt per picture, expiry and rate limits protect the sign-in.
const cipher = 'aes-128-ecb'
const keyLength = 16
const keyCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Allowed distance of the piece, and of a click, in pixels of the 310-wide picture. */
const slideTolerance = 5
export const clickTolerance = 25

/** Fixed by the protocol: the piece's template is as high as the picture (spec 1 §7.2). */
const sliderY = 5

/** Far above any real answer; longer ones are not decrypted. */
const longestAnswer = 1024

export interface Point {
  readonly x: number
  readonly y: number
}

/** The client's answer cannot be read: wrong key, not JSON, or not a point. */
export class BadPoint extends Error {
  override readonly name = 'BadPoint'

  constructor() {
    super('验证码坐标（pointJson）无法识别')
  }
}

export function newSecretKey(): string {
  return Array.from({ length: keyLength }, () => keyCharacters[randomInt(keyCharacters.length)]).join('')
}

/**
 * Decodes an answer. `text` is exactly what the client wrote, for `verificationOf`; `points` is the slider's one point
 * or the clicks in order. Without a key the answer is plain JSON.
 */
export function decodePoints(pointJson: string, secretKey: string | null): { text: string; points: Point[] } {
  if (pointJson.length > longestAnswer) throw new BadPoint()
  try {
    const text = secretKey ? decrypt(pointJson, secretKey) : pointJson
    const value: unknown = JSON.parse(text)
    const points: unknown[] = Array.isArray(value) ? value : [value]
    if (points.every(isPoint)) return { text, points: points.map(({ x, y }) => ({ x, y })) }
  } catch {
    // The exact reason would only help an attacker.
  }
  throw new BadPoint()
}

/** The client's counterpart of `decodePoints`. */
export function encryptPoint(text: string, secretKey: string | null): string {
  if (!secretKey) return text
  const aes = createCipheriv(cipher, secretKey, null)
  return aes.update(text, 'utf8', 'base64') + aes.final('base64')
}

export function isSliderHit([point, ...more]: readonly Point[], x: number): boolean {
  if (!point || more.length > 0) throw new BadPoint()
  return Math.abs(Math.trunc(point.x) - x) <= slideTolerance && point.y === sliderY
}

export function areClickHits(clicks: readonly Point[], asked: readonly Point[]): boolean {
  if (clicks.length !== asked.length) throw new BadPoint()
  return asked.every(({ x, y }, at) => {
    const click = present(clicks[at])
    return Math.abs(click.x - x) <= clickTolerance && Math.abs(click.y - y) <= clickTolerance
  })
}

/** The value that a client computes after a right answer and sends to the business call as captchaVerification. */
export function verificationOf(token: string, pointText: string, secretKey: string | null): string {
  return encryptPoint(`${token}---${pointText}`, secretKey)
}

function decrypt(encrypted: string, secretKey: string): string {
  const aes = createDecipheriv(cipher, secretKey, null)
  const bytes = Buffer.concat([aes.update(encrypted, 'base64'), aes.final()])
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function isPoint(value: unknown): value is Point {
  return (
    typeof value === 'object' &&
    value !== null &&
    'x' in value &&
    'y' in value &&
    Number.isFinite(value.x) &&
    Number.isFinite(value.y)
  )
}
