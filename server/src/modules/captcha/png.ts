import { constants, crc32, deflate } from 'node:zlib'
import { promisify } from 'node:util'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const leftNeighbour = 1

/**
 * Writes RGBA pixels as a PNG, without the alpha channel if `opaque`. The canvas's own encoder tries every row filter
 * at a high level: 15–26 ms for a grainy picture, against 2 ms here, for the same number of bytes.
 */
export async function encodePng(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  opaque: boolean,
): Promise<Buffer> {
  const channels = opaque ? 3 : 4
  const rows = Buffer.allocUnsafe(height * (width * channels + 1))
  let at = 0
  for (let row = 0; row < height; row++) {
    rows[at++] = leftNeighbour
    const start = row * width * 4
    for (let pixel = start; pixel < start + width * 4; pixel += 4) {
      for (let channel = pixel; channel < pixel + channels; channel++)
        rows[at++] = pixels[channel]! - (pixel === start ? 0 : pixels[channel - 4]!)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = opaque ? 2 : 6
  // Grain has no repetitions, so a search for them costs time and gains nothing.
  const data = await promisify(deflate)(rows, { strategy: constants.Z_HUFFMAN_ONLY, chunkSize: 65_536 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const block = Buffer.alloc(content.length + 12)
  block.writeUInt32BE(content.length, 0)
  block.write(type, 4, 'latin1')
  content.copy(block, 8)
  block.writeUInt32BE(crc32(block.subarray(4, content.length + 8)), content.length + 8)
  return block
}
