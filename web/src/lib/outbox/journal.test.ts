import { expect, test } from 'vitest'
import { apply, emptyBook, type Change } from './book.ts'
import { Disk, Process } from './device.fixture.ts'
import { Journal } from './journal.ts'
import { row } from './rows.fixture.ts'

const add = (key: string, seq: number): Change => ({ did: 'add', row: row(key, seq), photo: null })

function open() {
  const { files } = new Disk()
  const process = new Process()
  const journal = () => new Journal([files.one.handle(process), files.other.handle(process)])
  const keys = () => {
    const { book, damaged } = journal().read()
    return { keys: [...book.rows.keys()], damaged: damaged > 0 }
  }
  return { files, journal, keys }
}

test('an empty journal has nothing and no damage', () => {
  expect(open().keys()).toEqual({ keys: [], damaged: false })
})

test('cut off anywhere, it keeps all that was whole, and goes on behind that', () => {
  const { files, journal, keys } = open()
  const ends = ['a', 'b', 'c'].map((key, at) => {
    journal().append([add(key, at + 1)])
    return files.one.bytes.length
  })
  const whole = files.one.bytes
  for (let length = 12; length <= whole.length; length++) {
    files.one.bytes = whole.slice(0, length)
    const kept = ['a', 'b', 'c'].slice(0, ends.filter((end) => end <= length).length)
    expect(keys()).toEqual({ keys: kept, damaged: false })
    journal().append([add('d', 4)])
    expect(keys()).toEqual({ keys: [...kept, 'd'], damaged: false })
  }
})

test('an altered byte costs the change that it is in, and is told', () => {
  const { files, journal, keys } = open()
  const ends = ['a', 'b', 'c'].map((key, at) => {
    journal().append([add(key, at + 1)])
    return files.one.bytes.length
  })
  files.one.bytes[ends[0]! + 40]! ^= 1
  expect(keys()).toEqual({ keys: ['a', 'c'], damaged: true })
})

test('begun anew, it says the same, wherever that was cut off', () => {
  const { files, journal, keys } = open()
  journal().append([add('a', 1), add('b', 2), { did: 'drop', key: 'a' }])
  const before = files.one.bytes
  journal().renew(journal().read().book)
  const after = files.other.bytes
  for (let length = 0; length <= after.length; length++) {
    files.one.bytes = before.slice()
    // The head is written when the rest is there.
    files.other.bytes = after.slice(0, length).fill(0, 0, Math.min(12, length))
    expect(keys().keys).toEqual(['b'])
  }
  files.one.bytes = new Uint8Array()
  files.other.bytes = after
  journal().append([add('c', 3)])
  expect(keys()).toEqual({ keys: ['b', 'c'], damaged: false })
  expect(journal().read().book.gone).toEqual(new Map([['a', 1]]))
})

test('on a full device a change is refused whole', () => {
  const disk = new Disk()
  const process = new Process()
  const journal = new Journal([disk.files.one.handle(process), disk.files.other.handle(process)])
  journal.append([add('a', 1)])
  disk.quota = disk.used() + 20
  expect(() => journal.append([add('b', 2)])).toThrow('full')
  disk.quota = Infinity
  journal.append([add('c', 3)])
  expect(journal.read()).toEqual({ book: apply(emptyBook, [add('a', 1), add('c', 3)]), damaged: 0 })
})
