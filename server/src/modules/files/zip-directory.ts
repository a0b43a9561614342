import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ByteRange } from '../../platform/storage.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const END_SIZE = 22
const ENTRY_SIZE = 46
const LONGEST_COMMENT = 0xffff
/** About ten thousand entries; no office document has more. */
const LONGEST_DIRECTORY = 1024 * 1024

/** The names in a ZIP archive's directory, read from its end; empty if there is no readable one. */
export async function entryNamesOf(file: {
  size: number
  read(range: ByteRange): Promise<Readable>
}): Promise<string[]> {
  const tailAt = Math.max(0, file.size - END_SIZE - LONGEST_COMMENT)
  const tail = await buffer(await file.read({ start: tailAt, end: file.size - 1 }))
  let end = tail.length - END_SIZE
  while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end--
  if (end < 0) return []
  const length = Math.min(tail.readUInt32LE(end + 12), LONGEST_DIRECTORY)
  const start = tail.readUInt32LE(end + 16)
  if (length === 0 || start + length > file.size) return []
  const directory = await buffer(await file.read({ start, end: start + length - 1 }))
  const names: string[] = []
  for (let at = 0; at + ENTRY_SIZE <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY;) {
    const nameEnd = at + ENTRY_SIZE + directory.readUInt16LE(at + 28)
    names.push(directory.toString('utf8', at + ENTRY_SIZE, nameEnd))
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}
