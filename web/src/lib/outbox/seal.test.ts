import { describe, expect, test } from 'vitest'
import { apply, emptyBook, PIECE_BYTES, type Photo } from './book.ts'
import { intent } from './rows.fixture.ts'
import { clearSize, Seal, UNREADABLE } from './seal.ts'
import { NoAnswer, type Line } from './sender.ts'

const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
const rowOf = async (seal: Seal, key = 'a') => {
  const row = { ...(await seal.close(intent(key))), seq: 1, tried: false, fails: 0, refusal: null }
  return [...apply(emptyBook, [{ did: 'add', row, photo: null }]).rows.values()][0]!
}
const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) & 255)

describe('a row', () => {
  test('lies sealed on the device, and opens with the key', async () => {
    const key = await newKey()
    const row = await rowOf(new Seal(key))
    expect(row.body).not.toContain('备注')
    expect((await new Seal(key).open(row)).body).toBe(intent('a').body)
  })

  test.each(['another key', 'the name of another row'])('does not open with %s', async (how) => {
    const key = await newKey()
    const row = await rowOf(new Seal(key))
    const opened =
      how === 'another key'
        ? await new Seal(await newKey()).open(row)
        : await new Seal(key).open({ ...row, key: 'b' })
    expect(opened).toMatchObject({ body: '{}', refusal: UNREADABLE })
  })

  test('is sent as it was queued; one that does not open is refused', async () => {
    const key = await newKey()
    const sent: string[] = []
    const line: Line = {
      send: async ({ body }) => {
        sent.push(body)
        return { is: 'done' }
      },
      received: async () => 0,
      put: async () => 0,
    }
    const row = await rowOf(new Seal(key))
    const open = new Seal(key).line(line, async () => {})
    expect(await open.send(row)).toEqual({ is: 'done' })
    expect(sent).toEqual([intent('a').body])
    const foreign = new Seal(await newKey())
    const outcome = await foreign.line(line, async () => {}).send(row)
    expect(outcome).toMatchObject({ is: 'refused', refusal: { code: 'sealed' } })
    expect(sent).toHaveLength(1)
  })

  test('is refused for a reason that lies sealed, and opens with the key for this row only', async () => {
    const key = await newKey()
    const seal = new Seal(key)
    const refusal = { code: 'order.terminated', message: '工单已被王景行作废', data: { by: '王景行' } }
    const line = seal.line(
      { send: async () => ({ is: 'refused', refusal }), received: async () => 0, put: async () => 0 },
      async () => {},
    )
    const row = await rowOf(seal)
    const outcome = await line.send(row)
    if (outcome.is !== 'refused') throw new Error(outcome.is)
    expect(JSON.stringify(outcome)).not.toContain('王景行')
    const refused = { ...row, refusal: outcome.refusal }
    expect((await new Seal(key).open(refused)).refusal).toEqual(refusal)
    const other = { ...(await rowOf(seal, 'b')), refusal: outcome.refusal }
    expect((await new Seal(key).open(other)).refusal).toMatchObject({ code: 'device.sealed' })
  })
})

/** A server that takes pieces in order, and what a sender that knows only sealed sizes does with it. */
async function carry(size: number, damaged = -1) {
  const seal = new Seal(await newKey())
  const bytes = bytesOf(size)
  const sealed = seal.closePicture({ id: 'p', sha256: '', bytes })
  const pieceAt = async (at: number) => {
    const piece = await sealed.bytes.slice(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)
    const inside = damaged - at * PIECE_BYTES
    if (inside >= 0 && inside < piece.length) piece[inside]! ^= 1
    return piece
  }
  const photo: Photo = {
    id: 'p',
    lane: 'l',
    size: sealed.bytes.length,
    sha256: '',
    pieces: [],
    announced: true,
    lost: false,
  }
  let have = new Uint8Array(0)
  const told: number[] = []
  const broken: string[] = []
  const line = seal.line(
    {
      send: async () => ({ is: 'done' }),
      received: async () => have.length,
      put: async (about, at, part) => {
        told.push(about.size)
        if (at === have.length) have = Uint8Array.from([...have, ...part])
        return have.length
      },
    },
    async ({ id }) => void broken.push(id),
  )
  const send = async (most = Infinity) => {
    let at = await line.received(photo)
    for (let puts = 0; at < photo.size && puts < most; puts++) {
      const piece = Math.floor(at / PIECE_BYTES)
      at = await line.put(photo, at, await pieceAt(piece))
    }
    return at === photo.size
  }
  return { send, bytes, photo, told, broken, have: () => have }
}

describe('a photo', () => {
  test.each([1, 1000, PIECE_BYTES - 28, PIECE_BYTES - 27, PIECE_BYTES, 3 * PIECE_BYTES + 5])(
    'of %i bytes arrives as it was taken',
    async (size) => {
      const { send, bytes, photo, told, have } = await carry(size)
      expect(clearSize(photo)).toBe(size)
      expect(await send()).toBe(true)
      expect(have().length).toBe(size)
      expect(have().every((byte, at) => byte === bytes[at])).toBe(true)
      expect(new Set(told)).toEqual(new Set([size]))
    },
  )

  test('goes on where it broke off', async () => {
    const { send, bytes, have } = await carry(2 * PIECE_BYTES)
    expect(await send(1)).toBe(false)
    expect(have().length).toBe(PIECE_BYTES - 28)
    expect(await send()).toBe(true)
    expect(have()).toEqual(bytes)
  })

  test('that does not open is told of, and not taken for sent', async () => {
    const { send, broken, have } = await carry(2000, 500)
    await expect(send()).rejects.toBeInstanceOf(NoAnswer)
    expect(broken).toEqual(['p'])
    expect(have().length).toBe(0)
  })
})
