import type { FastifyReply } from 'fastify'
import type { FileAnswer } from './context.ts'

/**
 * Sends a file as an attachment. Content types are believed as told, never guessed, so that an upload cannot run as a
 * page of ours; `inline` is for pictures and the like that a page shows.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, mediaType, size, open }: FileAnswer,
  { inline = false } = {},
) {
  const content = await open()
  return reply
    .header('content-type', mediaType)
    .header('content-length', size)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${extValue(name)}`)
    .send(content)
}

/** A text as RFC 8187 writes it in a header. */
const extValue = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
