import { createHash } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'

/** How a route is limited: by what it costs, and by whom it can be called. */
export type RouteClass = 'public' | 'read' | 'write' | 'upload'

/** Calls a minute of one session (or address, before anybody is known) and class, as shares of RATE_LIMIT. */
const SHARES: Record<RouteClass, number> = { public: 0.4, read: 1, write: 0.5, upload: 0.1 }

/** Headers, origins and rates of every answer. Limits that guard accounts live in the database: kernel/limits.ts. */
export async function protect(app: FastifyInstance, env: Env): Promise<void> {
  const elsewhere = [env.API_BASE, env.SYSTEM_API_BASE]
    .filter((base) => base.startsWith('http'))
    .map(originOf)
  const tiles = env.MAP_TILE_URL === '' ? [] : [originOf(env.MAP_TILE_URL)]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Ant Design writes its styles into the page at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...elsewhere, ...tiles],
        // A film's first frame is drawn before the film is sent.
        mediaSrc: ["'self'", 'blob:', ...elsewhere],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...elsewhere],
        frameSrc: env.FRAME_SOURCES.length > 0 ? env.FRAME_SOURCES : ["'none'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // Only whoever terminates TLS knows that it is there.
    strictTransportSecurity: env.HSTS_SECONDS > 0 && { maxAge: env.HSTS_SECONDS, includeSubDomains: false },
    // A query may hand over a token; not even our own calls repeat it to the logs of a proxy.
    referrerPolicy: { policy: 'strict-origin' },
    xFrameOptions: { action: 'sameorigin' },
    crossOriginEmbedderPolicy: false,
    // Both only count in secure contexts, and browsers complain about them on plain HTTP inside a LAN.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
  // Whatever does not say how long it may be kept: an answer of ours, refused ones included, is one person's and one moment's.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  await app.register(cors, {
    origin: env.CORS_ORIGINS.length > 0 ? env.CORS_ORIGINS : false,
    // Stock clients ask with cookies, which open nothing here: a session is its token, in a header.
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['x-access-token', 'x-request-id', 'retry-after', 'content-disposition'],
    maxAge: 600,
  })
  if (env.RATE_LIMIT === 0) return
  await app.register(rateLimit, {
    global: false,
    keyGenerator: senderOf,
    errorResponseBuilder: (_request, { ttl }) =>
      Object.assign(new Error('rate limit'), { code: 'RATE_LIMIT', seconds: Math.ceil(ttl / 1000) }),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  })
}

/** The limit of one route; several processes count each for itself, since this only holds off floods. */
export const rateOf = (env: Env, kind: RouteClass): FastifyContextConfig => ({
  rateLimit: env.RATE_LIMIT > 0 && {
    max: Math.ceil(env.RATE_LIMIT * SHARES[kind]),
    timeWindow: 60_000,
    groupId: kind,
  },
})

/** People behind one address do not share a limit once they are signed in. */
function senderOf(request: FastifyRequest): string {
  const token = request.headers['x-access-token'] ?? request.headers.token ?? request.headers.authorization
  return typeof token === 'string' ? createHash('sha256').update(token).digest('base64url') : request.ip
}

const originOf = (address: string) => new URL(address).origin
