import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How long a client may take to send a request. */
export type Patience = {
  /** Until the headers are complete. */
  headersMs: number
  /** Until the body is complete, if it is no upload. */
  bodyMs: number
  /** An upload has no total limit, but must deliver a minimum of bytes in each period of this length. */
  uploadMs: number
  uploadBytes: number
}

export const usualPatience: Patience = {
  headersMs: 20_000,
  bodyMs: 30_000,
  uploadMs: 60_000,
  uploadBytes: 64 * 1024,
}

/** Options of the HTTP server, which checks for late headers only periodically. */
export const headerLimits = ({ headersMs }: Patience) => ({
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.ceil(headersMs / 4),
})

/** Closes connections whose body arrives so slowly that they look like a slow-request attack. */
export function cutSlowBodies(app: FastifyInstance, patience: Patience): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const length = headers['content-length'] ?? '0'
    if (length !== '0' || headers['transfer-encoding'] !== undefined) watch(request, patience)
    done()
  })
}

function watch({ raw, headers }: FastifyRequest, { bodyMs, uploadMs, uploadBytes }: Patience) {
  const isUpload = headers['content-type']?.startsWith('multipart/form-data') ?? false
  let seen = raw.socket.bytesRead
  const look = () => {
    const { bytesRead } = raw.socket
    // Data that waits for us to read it does not count against the client.
    const slow = !isUpload || (raw.readableLength === 0 && bytesRead - seen < uploadBytes)
    seen = bytesRead
    if (slow && !raw.complete) raw.destroy()
  }
  const timer = setInterval(look, isUpload ? uploadMs : bodyMs).unref()
  raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
}
