import { inflateRawSync } from 'node:zlib'

const LOCAL_HEADER = Buffer.from('PK\u0003\u0004', 'latin1')

/** The text of one entry of a ZIP archive. */
export function partOf(archive: Buffer, path: string): string {
  for (let at = archive.indexOf(LOCAL_HEADER); at >= 0; at = archive.indexOf(LOCAL_HEADER, at + 4)) {
    const nameEnd = at + 30 + archive.readUInt16LE(at + 26)
    if (archive.toString('utf8', at + 30, nameEnd) !== path) continue
    return inflateRawSync(archive.subarray(nameEnd + archive.readUInt16LE(at + 28))).toString()
  }
  throw new Error(`the archive has no ${path}`)
}
