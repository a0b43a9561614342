import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Smaller answers are sooner sent than packed: a page of a list, the children of a node. */
const LEAST_BYTES = 64 * 1024
/** Trees repeat their fields' names, which the quickest levels find as well. */
const LEVEL = 3

/** Packs large JSON answers, such as whole trees, for callers who take that. Needs to be set before the routes. */
export function compressLargeAnswers(app: FastifyInstance): void {
  // With a callback, because a promise for each answer would slow down all those that stay as they are.
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
