import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify(gzip)

/** Smaller answers are sooner sent than packed: a page of a list, the children of a node. */
const LEAST_BYTES = 64 * 1024
/** Trees repeat their fields' names, which the quickest levels find as well. */
const LEVEL = 3

/** Packs large JSON answers, such as whole trees, for callers who take that. Needs to be set before the routes. */
export function compressLargeAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES) return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    const vary = reply.getHeader('vary')
    void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
    if (!takesGzip(request.headers['accept-encoding'])) return payload
    void reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, { level: LEVEL })
  })
}

const takesGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((each) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(each))
