import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How long a sender may take for a request. */
export type Patience = {
  /** Until the headers are there. */
  headersMs: number
  /** For a body that is no upload. */
  bodyMs: number
  /** An upload may take as long as it likes, but in each span of so long it brings so many bytes. */
  uploadMs: number
  uploadBytes: number
}

export const usualPatience: Patience = {
  headersMs: 20_000,
  bodyMs: 30_000,
  uploadMs: 60_000,
  uploadBytes: 64 * 1024,
}

/** For the HTTP server: it looks at headers that are late now and then only. */
export const headerLimits = ({ headersMs }: Patience) => ({
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.ceil(headersMs / 4),
})

/** Ends lines on which a body comes so slowly that its sender can only want to hold them. */
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
    // What waits for us to read it is no fault of the sender's.
    const slow = !isUpload || (raw.readableLength === 0 && bytesRead - seen < uploadBytes)
    seen = bytesRead
    if (slow && !raw.complete) raw.destroy()
  }
  const timer = setInterval(look, isUpload ? uploadMs : bodyMs).unref()
  raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
}
