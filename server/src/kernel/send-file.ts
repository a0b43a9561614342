import type { FastifyReply } from 'fastify'
import type { ByteRange } from '../platform/storage.ts'
import type { FileAnswer } from './context.ts'

const AS_FILE = "default-src 'none'; sandbox"
/** The page that a browser wraps around a video loads the video again, from the page's own address. */
const AS_FILM = "default-src 'none'; media-src 'self'"

/**
 * Sends a file as an attachment, or the requested range of it (RFC 9110 §14). Browsers may not sniff the content type,
 * so an upload cannot run as a page of this site; `inline` is for images and the like that a page shows. A client that
 * already has this tag gets 304.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, mediaType, size, tag, open }: FileAnswer,
  { inline = false } = {},
) {
  const { range, 'if-range': ifRange, 'if-none-match': known } = reply.request.headers
  const etag = tag === null ? null : `"${tag}"`
  const isKnown = etag !== null && known !== undefined && isAmong(known, etag)
  const canBeParted = etag !== null && size !== null && !isKnown
  const wanted =
    canBeParted && range !== undefined && (ifRange === undefined || ifRange === etag)
      ? rangeOf(range, size)
      : null
  // Opened before any header is set, so that missing bytes are answered like any other failure.
  const content = isKnown || wanted === 'beyond' ? null : await open(wanted ?? undefined)
  void reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', inline && mediaType.startsWith('video/') ? AS_FILM : AS_FILE)
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${extValue(name)}`)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
  if (etag !== null) void reply.header('etag', etag)
  if (isKnown) return reply.code(304).send()
  if (canBeParted) void reply.header('accept-ranges', 'bytes')
  if (wanted === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send()
  void reply.header('content-type', mediaType)
  if (wanted)
    void reply
      .code(206)
      .header('content-range', `bytes ${wanted.start}-${wanted.end}/${size}`)
      .header('content-length', wanted.end - wanted.start + 1)
  else if (size !== null) void reply.header('content-length', size)
  return reply.send(content)
}

const isAmong = (known: string, etag: string) =>
  known === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)

/** A single range of bytes. Several ranges, or a malformed header, get the whole file. */
function rangeOf(header: string, size: number): ByteRange | 'beyond' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '')
    return Number(last) === 0 ? 'beyond' : bounded(Math.max(0, size - Number(last)), size - 1, size)
  if (last !== '' && Number(last) < Number(first)) return null
  return bounded(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1), size)
}

const bounded = (start: number, end: number, size: number): ByteRange | 'beyond' =>
  start >= size ? 'beyond' : { start, end }

/** Encodes a text for a header as in RFC 8187. */
const extValue = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
