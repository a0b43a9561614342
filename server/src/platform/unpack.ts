import { inflateRawSync } from 'node:zlib'

/** Not a readable ZIP archive, or one with features that no common program uses. */
export class BrokenArchive extends Error {}

/** The archive's contents exceed the limit. */
export class ArchiveTooLarge extends Error {}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END_SIZE = 22
const ENTRY_SIZE = 46
const LOCAL_SIZE = 30
const LONGEST_COMMENT = 0xffff
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

type Entry = { name: string; flags: number; method: number; packed: number; unpacked: number; start: number }

type Bounds = {
  /** Which entries are unpacked; the others are skipped. */
  isWanted: (name: string) => boolean
  /** The limit for the declared sizes of all entries, and for the actual size of the unpacked ones. */
  maxBytes: number
}

/**
 * Entries of a ZIP archive by name. A packed file may be a thousand times smaller than its contents and declare a wrong
 * size; so bytes are counted while they are unpacked, and never exceed `maxBytes`. fflate believes the declared size:
 * of an entry that declares 0 bytes it silently returns none.
 */
export function unpack(archive: Uint8Array, { isWanted, maxBytes }: Bounds): Map<string, Buffer> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const entries = entriesOf(bytes)
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > maxBytes) throw new ArchiveTooLarge()
  const parts = new Map<string, Buffer>()
  let left = maxBytes
  for (const entry of entries) {
    if (!isWanted(entry.name)) continue
    // Of two entries with one name, programs differ in which they take.
    if (parts.has(entry.name)) throw new BrokenArchive(`${entry.name} is there twice`)
    const part = contentOf(bytes, entry, left)
    left -= part.length
    parts.set(entry.name, part)
  }
  return parts
}

/** The entries of the archive's directory, in order; throws if there is none. */
function entriesOf(bytes: Buffer): Entry[] {
  let end = bytes.length - END_SIZE
  const first = Math.max(0, end - LONGEST_COMMENT)
  while (end >= first && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end--
  if (end < first) throw new BrokenArchive('no directory')
  let at = bytes.readUInt32LE(end + 16)
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    if (at + ENTRY_SIZE > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new BrokenArchive('a torn directory')
    const nameEnd = at + ENTRY_SIZE + bytes.readUInt16LE(at + 28)
    const entry = {
      name: bytes.toString('utf8', at + ENTRY_SIZE, nameEnd),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      start: bytes.readUInt32LE(at + 42),
    }
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    return entry
  })
}

function contentOf(bytes: Buffer, { name, flags, method, packed, start }: Entry, most: number): Buffer {
  if (start + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(start) !== LOCAL_HEADER)
    throw new BrokenArchive(`${name} is not where the directory says`)
  const begin = start + LOCAL_SIZE + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  if (begin + packed > bytes.length) throw new BrokenArchive(`${name} is cut off`)
  const content = bytes.subarray(begin, begin + packed)
  if ((flags & ENCRYPTED) !== 0) throw new BrokenArchive(`${name} is encrypted`)
  if (method === STORED) {
    if (content.length > most) throw new ArchiveTooLarge()
    return content
  }
  if (method !== DEFLATED) throw new BrokenArchive(`${name} is packed in an unknown way`)
  try {
    // One byte over the limit distinguishes too much from just enough; zlib does not accept 0 as a limit.
    const part = inflateRawSync(content, { maxOutputLength: most + 1 })
    if (part.length > most) throw new ArchiveTooLarge()
    return part
  } catch (cause) {
    if (cause instanceof ArchiveTooLarge) throw cause
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? new ArchiveTooLarge() : new BrokenArchive(`${name} is torn`, { cause })
  }
}
