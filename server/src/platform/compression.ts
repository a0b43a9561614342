import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Smaller answers (a page of a list, the children of a node) are sent faster uncompressed. */
const LEAST_BYTES = 64 * 1024
/** Trees repeat their field names, which even the fastest levels compress well. */
const LEVEL = 3

/** Compresses large JSON answers, such as whole trees, for clients that accept it. Register it before the routes. */
export function compressLargeAnswers(app: FastifyInstance): void {
  // Uses the callback style, because a promise per answer would slow down the many small ones.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isLarge = typeof payload === 'string' && payload.length >= LEAST_BYTES
    if (!isLarge || !String(reply.getHeader('content-type')).startsWith('application/json'))
      return done(null, payload)
    const vary = reply.getHeader('vary')
    void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
    if (!takesGzip(request.headers['accept-encoding'])) return done(null, payload)
    void reply.header('content-encoding', 'gzip').removeHeader('content-length')
    gzip(payload, { level: LEVEL }, done)
  })
}

const takesGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((each) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(each))
