import { createCipheriv } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areClickHits,
  BadPoint,
  decodePoints,
  encryptPoint,
  isSliderHit,
  newSecretKey,
  verificationOf,
} from './answer.ts'

const key = fc.string({
  unit: fc.constantFrom('A', 'B', 'C', 'x', 'y', 'z', '0', '1', '9'),
  minLength: 16,
  maxLength: 16,
})
const anyKey = fc.oneof(fc.constantFrom('', null), key)
const coordinate = fc.double({ noNaN: true, noDefaultInfinity: true })
const target = fc.integer({ min: 100, max: 262 })

/** The error that decoding threw; fails if it accepted the input. */
function thrownBy(pointJson: string, secretKey: string | null): unknown {
  try {
    decodePoints(pointJson, secretKey)
  } catch (error) {
    return error
  }
  return undefined
}

describe('newSecretKey', () => {
  it('has 16 letters and digits, different each time', () => {
    const keys = Array.from({ length: 200 }, newSecretKey)
    for (const secretKey of keys) expect(secretKey).toMatch(/^[A-Za-z0-9]{16}$/)
    expect(new Set(keys).size).toBe(200)
    expect(new Set(keys.join('')).size).toBe(62)
  })
})

describe('encryptPoint', () => {
  it('is AES-128-ECB with PKCS7 in base64, the form stock clients send', () => {
    // Computed with `openssl enc -aes-128-ecb -K <hex of the key> -base64 -A`.
    expect(encryptPoint('{"x":161,"y":5}', 'XwKsGlMcdPMEhR1B')).toBe('eioWisGg1X93kSUY3nwmxg==')
  })
})

describe('decodePoints', () => {
  it('gives back the point and the text as the client wrote it', () => {
    fc.assert(
      fc.property(coordinate, coordinate, anyKey, fc.nat(3), (x, y, secretKey, indent) => {
        const text = JSON.stringify({ x, y }, undefined, indent)
        const decoded = decodePoints(encryptPoint(text, secretKey), secretKey)
        expect(decoded.text).toBe(text)
        expect(decoded.points).toEqual([JSON.parse(text)])
      }),
    )
  })

  it('takes no more from the client than x and y', () => {
    expect(decodePoints('{"y":5,"x":1.5,"__proto__":{"z":1},"token":"t"}', '').points).toEqual([
      { x: 1.5, y: 5 },
    ])
  })

  it('gives back a list of points in its order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 8 }),
        anyKey,
        (points, secretKey) => {
          const text = JSON.stringify(points)
          const decoded = decodePoints(encryptPoint(text, secretKey), secretKey)
          expect(decoded).toEqual({ text, points: JSON.parse(text) })
        },
      ),
    )
  })

  it('rejects any other text with BadPoint and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), anyKey, (text, secretKey) => {
        expect(thrownBy(text, secretKey)).toBeInstanceOf(BadPoint)
      }),
    )
  })

  it('rejects any other JSON with BadPoint and nothing else', () => {
    const notNumber = fc.jsonValue().filter((value) => typeof value !== 'number')
    const malformed = fc.oneof(
      fc.jsonValue().filter((value) => !Array.isArray(value) || value.length > 0),
      fc.record({ x: notNumber, y: coordinate }),
      fc.record({ x: coordinate, y: notNumber }),
      fc.record({ x: coordinate }),
      fc.array(fc.record({ x: coordinate, y: notNumber }), { minLength: 1 }),
      fc.array(fc.array(fc.record({ x: coordinate, y: coordinate })), { minLength: 1 }),
    )
    fc.assert(
      fc.property(malformed, anyKey, (value, secretKey) => {
        expect(thrownBy(encryptPoint(JSON.stringify(value), secretKey), secretKey)).toBeInstanceOf(BadPoint)
      }),
    )
  })

  it.each([
    ['a number beyond all bounds', '{"x":1e999,"y":5}'],
    ['NaN', '{"x":NaN,"y":5}'],
    ['a number written as text', '{"x":"161","y":5}'],
    ['null', 'null'],
    ['an empty answer', ''],
    ['a byte order mark', '\uFEFF{"x":161,"y":5}'],
    ['an endless answer', `{"x":161,"y":5}${' '.repeat(1100)}`],
  ])('rejects %s', (_, text) => {
    for (const secretKey of ['', 'XwKsGlMcdPMEhR1B']) {
      expect(thrownBy(encryptPoint(text, secretKey), secretKey)).toBeInstanceOf(BadPoint)
    }
  })

  it('rejects bytes that are no text', () => {
    const aes = createCipheriv('aes-128-ecb', 'XwKsGlMcdPMEhR1B', null)
    const bytes = Buffer.concat([
      Buffer.from('{"x":161,"y":5,"z":"'),
      Buffer.from([0xff, 0xc0]),
      Buffer.from('"}'),
    ])
    const encrypted = Buffer.concat([aes.update(bytes), aes.final()]).toString('base64')
    expect(thrownBy(encrypted, 'XwKsGlMcdPMEhR1B')).toBeInstanceOf(BadPoint)
  })

  it('rejects an answer under another key, and a plain one where a key was given', () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        fc.pre(one !== other)
        expect(thrownBy(encryptPoint('{"x":161,"y":5}', one), other)).toBeInstanceOf(BadPoint)
        expect(thrownBy('{"x":161,"y":5}', one)).toBeInstanceOf(BadPoint)
      }),
    )
  })

  it('says the same whatever was wrong', () => {
    const messages = ['', 'x', '{"x":1}', 'AAAA', '[1]', '[{"x":1}]'].map((text) =>
      String(thrownBy(text, 'XwKsGlMcdPMEhR1B')),
    )
    expect(new Set(messages)).toEqual(new Set(['BadPoint: 验证码坐标（pointJson）无法识别']))
  })
})

describe('isSliderHit', () => {
  it('accepts exactly the eleven whole pixels around the place', () => {
    fc.assert(
      fc.property(target, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (x, fraction) => {
        const hits = Array.from({ length: 310 }, (_, moved) => moved).filter((moved) =>
          isSliderHit([{ x: Math.min(moved + fraction, moved + 0.999), y: 5 }], x),
        )
        expect(hits).toEqual(Array.from({ length: 11 }, (_, index) => x - 5 + index))
      }),
    )
  })

  it('accepts no other y', () => {
    fc.assert(
      fc.property(target, coordinate, (x, y) => {
        expect(isSliderHit([{ x, y }], x)).toBe(y === 5)
      }),
    )
  })

  it('agrees with the distance for any number at all', () => {
    fc.assert(
      fc.property(target, coordinate, (x, px) => {
        expect(isSliderHit([{ x: px, y: 5 }], x)).toBe(px >= x - 5 && px < x + 6)
      }),
    )
  })
})

describe('areClickHits', () => {
  const asked = [
    { x: 40, y: 40 },
    { x: 150, y: 60 },
    { x: 90, y: 120 },
  ]

  it('accepts exactly 25 pixels on both axes around every centre', () => {
    const offset = fc.integer({ min: -40, max: 40 })
    fc.assert(
      fc.property(fc.nat(2), offset, offset, (at, dx, dy) => {
        const clicks = asked.map(({ x, y }, each) => (each === at ? { x: x + dx, y: y + dy } : { x, y }))
        expect(areClickHits(clicks, asked)).toBe(Math.abs(dx) <= 25 && Math.abs(dy) <= 25)
      }),
    )
  })

  it('accepts no other order', () => {
    for (const order of [
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      expect(
        areClickHits(
          order.map((at) => asked[at]!),
          asked,
        ),
      ).toBe(false)
    }
  })

  it.each([0, 1, 2, 4])('cannot judge %i clicks', (count) => {
    const clicks = Array.from({ length: count }, (_each, at) => asked[at % 3]!)
    expect(() => areClickHits(clicks, asked)).toThrow(BadPoint)
  })
})

it.each([0, 2, 3])('a slider’s answer of %i points cannot be judged', (count) => {
  const points = Array.from({ length: count }, () => ({ x: 150, y: 5 }))
  expect(() => isSliderHit(points, 150)).toThrow(BadPoint)
})

describe('verificationOf', () => {
  it('is the token and the verbatim text, under the same key', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(3), key, (token, indent, secretKey) => {
        const text = JSON.stringify({ x: 161.25, y: 5 }, undefined, indent)
        const { text: read } = decodePoints(encryptPoint(text, secretKey), secretKey)
        expect(verificationOf(token, read, secretKey)).toBe(encryptPoint(`${token}---${text}`, secretKey))
      }),
    )
  })

  it('is plain without a key', () => {
    expect(verificationOf('71dd26999e314f9abb0c635336976635', '{"x":1,"y":5}', '')).toBe(
      '71dd26999e314f9abb0c635336976635---{"x":1,"y":5}',
    )
  })
})
