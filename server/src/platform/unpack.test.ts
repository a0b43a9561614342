import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { ArchiveTooLarge, unpack } from './unpack.ts'

const PART_BYTES = 1000
const DIRECTORY_ENTRY = Buffer.from('PK\u0001\u0002')

/** Three entries of 1000 bytes each, whose directory declares that they are empty. */
async function archiveOf(compress: boolean): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of ['a', 'b', 'c']) zip.addBuffer(Buffer.alloc(PART_BYTES), name, { compress })
  zip.end()
  const bytes = await buffer(zip.outputStream as Readable)
  for (let at = bytes.indexOf(DIRECTORY_ENTRY); at >= 0; at = bytes.indexOf(DIRECTORY_ENTRY, at + 1))
    bytes.writeUInt32LE(0, at + 24)
  return bytes
}

it.each([
  ['deflated', true],
  ['stored', false],
])('counts the bytes of all %s entries together, whatever the archive declares', async (_how, compress) => {
  const bytes = await archiveOf(compress)
  const read = (maxBytes: number, isWanted = (_name: string) => true) => unpack(bytes, { isWanted, maxBytes })
  expect([...read(3 * PART_BYTES).values()].map(({ length }) => length)).toEqual(Array(3).fill(PART_BYTES))
  expect(() => read(3 * PART_BYTES - 1)).toThrow(ArchiveTooLarge)
  expect(() => read(PART_BYTES)).toThrow(ArchiveTooLarge)
  expect([...read(PART_BYTES, (name) => name === 'b').keys()]).toEqual(['b'])
})
