type Bytes = Uint8Array<ArrayBuffer>
type Entry = { path: Bytes; content: Bytes; packed: Bytes }

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Flag: names are UTF-8. */
const FLAGS = 0x0800
const DEFLATED = 8
/** 1980-01-01, the first date of the format: the same texts give the same archive. */
const DAY = 0x21

/** A ZIP archive of a few texts by path. */
export async function zipOf(texts: Record<string, string>): Promise<Bytes> {
  const entries = await Promise.all(
    Object.entries(texts).map(async ([path, text]): Promise<Entry> => {
      const content = new TextEncoder().encode(text)
      return { path: new TextEncoder().encode(path), content, packed: await deflated(content) }
    }),
  )
  const local: Bytes[] = []
  const central: Bytes[] = []
  for (const entry of entries) {
    const place = lengthOf(local)
    local.push(localHead(entry), entry.path, entry.packed)
    central.push(centralHead(entry, place), entry.path)
  }
  return joined([...local, ...central, endOf(entries.length, lengthOf(central), lengthOf(local))])
}

async function deflated(content: Bytes): Promise<Bytes> {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function localHead(entry: Entry): Bytes {
  const view = new DataView(new ArrayBuffer(30))
  view.setUint32(0, LOCAL, true)
  describe(view, 4, entry)
  return new Uint8Array(view.buffer)
}

function centralHead(entry: Entry, place: number): Bytes {
  const view = new DataView(new ArrayBuffer(46))
  view.setUint32(0, CENTRAL, true)
  view.setUint16(4, VERSION, true)
  describe(view, 6, entry)
  view.setUint32(42, place, true)
  return new Uint8Array(view.buffer)
}

/** Writes the fields that both headers of an entry share, in the same order. */
function describe(view: DataView, at: number, { path, content, packed }: Entry): void {
  view.setUint16(at, VERSION, true)
  view.setUint16(at + 2, FLAGS, true)
  view.setUint16(at + 4, DEFLATED, true)
  view.setUint16(at + 8, DAY, true)
  view.setUint32(at + 10, checksumOf(content), true)
  view.setUint32(at + 14, packed.length, true)
  view.setUint32(at + 18, content.length, true)
  view.setUint16(at + 22, path.length, true)
}

function endOf(count: number, size: number, place: number): Bytes {
  const view = new DataView(new ArrayBuffer(22))
  view.setUint32(0, END, true)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, size, true)
  view.setUint32(16, place, true)
  return new Uint8Array(view.buffer)
}

const POLYNOMIAL = 0xedb88320

const table = Uint32Array.from({ length: 256 }, (_each, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

/** CRC-32. */
function checksumOf(bytes: Bytes): number {
  let value = 0xffffffff
  for (const byte of bytes) value = table[(value ^ byte) & 0xff]! ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

const lengthOf = (parts: readonly Bytes[]): number => parts.reduce((sum, { length }) => sum + length, 0)

function joined(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
