import { describe, expect, test } from 'vitest'
import {
  apply,
  chooseNext,
  emptyBook,
  freeSlots,
  isDraft,
  mayDrop,
  merge,
  nextSeq,
  PUSH_CHARS,
  roomFor,
  type Book,
  type Change,
  type Photo,
  type Row,
} from './book.ts'
import { row } from './rows.fixture.ts'
import { pauseAfter } from './sender.ts'

const photo = (id: string, slots: number[] = [0]): Photo => ({
  id,
  lane: 'order-1',
  size: 5,
  sha256: '',
  pieces: slots.map((slot) => ({ sum: 1, slot })),
  announced: false,
  lost: false,
})
const add = (one: Row, picture: Photo | null = null): Change => ({ did: 'add', row: one, photo: picture })
const bookOf = (...changes: Change[]): Book => apply(emptyBook, changes)
const chosen = (book: Book) => chooseNext(book).map(({ key }) => key)
const refusal = { code: 'wrong_state', message: '工单已终结' }

describe('what may be sent', () => {
  test('the oldest first, up to 25 rows or 100 KB', () => {
    const many = Array.from({ length: 30 }, (_, at) => add(row(`k${30 - at}`, 30 - at)))
    expect(chosen(bookOf(...many))).toEqual(Array.from({ length: 25 }, (_, at) => `k${at + 1}`))
    const long = { body: 'x'.repeat(PUSH_CHARS - 1) }
    expect(chosen(bookOf(add(row('a', 1, long)), add(row('b', 2, long))))).toEqual(['a'])
  })

  test('a submission waits for what is before it and goes alone; other orders go on', () => {
    const submit = add(row('submit', 2, { last: true }))
    const rest = [add(row('after', 3)), add(row('elsewhere', 4, { lane: 'order-2' }))]
    const book = bookOf(add(row('step', 1)), submit, ...rest)
    expect(chosen(book)).toEqual(['step', 'elsewhere'])
    expect(chosen(apply(book, [{ did: 'done', key: 'step' }]))).toEqual(['submit', 'elsewhere'])
    expect(chosen(apply(book, [{ did: 'refuse', key: 'step', refusal }]))).toEqual(['elsewhere'])
  })

  test('what belongs to something new waits until the server has taken that, whichever was first', () => {
    const lane = 'report-1'
    const photos = [
      add(row('early', 1, { lane, waits: true, photo: 'p1' }), photo('p1')),
      add(row('late', 3, { lane, waits: true, photo: 'p2' }), photo('p2', [1])),
    ]
    const draft = bookOf(...photos, add(row('elsewhere', 4)))
    expect(chosen(draft)).toEqual(['elsewhere'])
    expect([...draft.rows.values()].map((each) => isDraft(draft, each))).toEqual([true, true, false])
    const sent = apply(draft, [add(row(lane, 2, { lane, opens: true }))])
    expect(chosen(sent)).toEqual([lane, 'elsewhere'])
    expect(isDraft(sent, sent.rows.get('early')!)).toBe(false)
    expect(chosen(apply(sent, [{ did: 'refuse', key: lane, refusal }]))).toEqual(['elsewhere'])
    const again = apply(sent, [
      { did: 'refuse', key: lane, refusal },
      add(row('again', 5, { lane, opens: true })),
      { did: 'drop', key: lane },
    ])
    expect(chosen(again)).toEqual(['elsewhere', 'again'])
    expect(chosen(apply(again, [{ did: 'done', key: 'again' }]))).toEqual(['early', 'late', 'elsewhere'])
    expect(chosen(apply(sent, [{ did: 'done', key: lane }]))).toEqual(['early', 'late', 'elsewhere'])
  })

  test('a submission waits for the bytes of photos before it, not for those after it', () => {
    const before = bookOf(
      add(row('photo', 1, { photo: 'p1' }), photo('p1')),
      add(row('submit', 2, { last: true })),
      add(row('later', 3, { photo: 'p2' }), photo('p2', [1])),
    )
    const announced = apply(before, [{ did: 'done', key: 'photo' }])
    expect(chosen(announced)).toEqual([])
    expect(chosen(apply(announced, [{ did: 'carry', photo: 'p1' }]))).toEqual(['submit'])
  })

  test('what was refused stays and holds up nothing but a submission', () => {
    const book = bookOf(add(row('a', 1)), add(row('b', 2)), { did: 'refuse', key: 'a', refusal })
    expect(chosen(book)).toEqual(['b'])
    expect(book.rows.get('a')).toMatchObject({ refusal })
  })
})

test('a row is taken back before its first try, and dropped after a refusal', () => {
  expect(mayDrop(row('a', 1))).toBe(true)
  expect(mayDrop(row('a', 1, { tried: true }))).toBe(false)
  expect(mayDrop(row('a', 1, { tried: true, refusal }))).toBe(true)
  const dropped = bookOf(add(row('a', 1, { photo: 'p' }), photo('p')), { did: 'drop', key: 'a' })
  expect(dropped.rows.size + dropped.photos.size).toBe(0)
})

describe('two stores together', () => {
  const both = bookOf(add(row('a', 1, { photo: 'p' }), photo('p')), add(row('b', 2)))

  test('know what one of them knows', () => {
    expect(merge(emptyBook, both)).toEqual(both)
    expect(merge(both, emptyBook)).toEqual(both)
  })

  test('bring nothing back that was settled in one, and go on where it stood', () => {
    const ahead = apply(both, [
      { did: 'try', keys: ['a', 'b'] },
      { did: 'done', key: 'a' },
      { did: 'refuse', key: 'b', refusal },
    ])
    for (const book of [merge(both, ahead), merge(ahead, both)]) expect(book).toEqual(ahead)
    expect(ahead.photos.get('p')).toMatchObject({ announced: true })
  })

  test('never give a number twice', () => {
    expect(nextSeq(apply(both, [{ did: 'drop', key: 'b' }]))).toBe(3)
  })
})

test('photos are put where nobody is', () => {
  const book = bookOf(add(row('a', 1, { photo: 'p' }), photo('p', [0, 2])))
  expect(freeSlots(book, 3)).toEqual([1, 3, 4])
})

test('photos are refused before commands are', () => {
  const MB = 1024 * 1024
  expect(roomFor(5 * MB, { quota: 100 * MB, usage: 10 * MB })).toBe('ok')
  expect(roomFor(5 * MB, { quota: 100 * MB, usage: 50 * MB })).toBe('short')
  expect(roomFor(5 * MB, { quota: 100 * MB, usage: 90 * MB })).toBe('none')
})

test('pauses double up to a minute, half of each by chance', () => {
  expect([1, 2, 3, 7, 50].map((failures) => pauseAfter(failures, 1))).toEqual([
    1000, 2000, 4000, 60_000, 60_000,
  ])
  expect(pauseAfter(3, 0)).toBe(2000)
})
