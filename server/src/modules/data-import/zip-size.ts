const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const END_SIZE = 22
const ENTRY_SIZE = 46
const LONGEST_COMMENT = 0xffff

/**
 * How many bytes a ZIP archive says it holds when unpacked, or null when it has no readable directory. Packed
 * files can be a thousand times smaller than what they hold, so this is asked before unpacking.
 */
export function unpackedSizeOf(archive: Uint8Array): number | null {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  let end = archive.length - END_SIZE
  const first = Math.max(0, end - LONGEST_COMMENT)
  while (end >= first && view.getUint32(end, true) !== END_OF_DIRECTORY) end--
  if (end < first) return null
  let at = view.getUint32(end + 16, true)
  let total = 0
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + ENTRY_SIZE > archive.length || view.getUint32(at, true) !== DIRECTORY_ENTRY) return null
    total += view.getUint32(at + 24, true)
    at +=
      ENTRY_SIZE +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true)
  }
  return total
}
