const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

const startsWith = (bytes: Buffer, prefix: Buffer) => bytes.subarray(0, prefix.length).equals(prefix)
const textAt = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** How the kinds that may be uploaded (`uploadKinds` of the contract) begin. */
const beginnings: Record<string, (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => startsWith(bytes, PNG),
  'image/jpeg': (bytes) => startsWith(bytes, JPEG),
  'image/webp': (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP',
  'application/pdf': (bytes) => textAt(bytes, 0, 5) === '%PDF-',
}

/** What a file is by its content, whatever its name says; null for everything that is no kind of ours. */
export const mediaTypeOf = (bytes: Buffer): string | null =>
  Object.entries(beginnings).find(([, matches]) => matches(bytes))?.[0] ?? null

/** Shown by the browser in its place; everything else is saved. */
export const isShownInline = (mediaType: string): boolean => mediaType in beginnings
