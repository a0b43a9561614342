import { createHash } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'

/** How a route is rate limited: by its cost, and by who can call it. */
export type RouteClass = 'public' | 'read' | 'write' | 'upload' | 'piece'

/** Calls per minute of one session (or address, without a session) and class, as shares of RATE_LIMIT. */
const SHARES: Record<RouteClass, number> = { public: 0.4, read: 1, write: 0.5, upload: 0.1, piece: 0.5 }

/** Sets headers, CORS and rate limits of every answer. Limits that protect accounts: kernel/limits.ts. */
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
        // Ant Design inserts its styles into the page at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...elsewhere, ...tiles],
        // The browser draws a video's first frame from a blob before the upload.
        mediaSrc: ["'self'", 'blob:', ...elsewhere],
        fontSrc: ["'self'"],
        // The worker that keeps the product on a phone, and what a phone needs to install it.
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        connectSrc: ["'self'", ...elsewhere],
        frameSrc: env.FRAME_SOURCES.length > 0 ? env.FRAME_SOURCES : ["'none'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // Only the operator knows whether a proxy terminates TLS.
    strictTransportSecurity: env.HSTS_SECONDS > 0 && { maxAge: env.HSTS_SECONDS, includeSubDomains: false },
    // A query may contain a ticket; not even our own requests repeat it to the logs of a proxy.
    referrerPolicy: { policy: 'strict-origin' },
    xFrameOptions: { action: 'sameorigin' },
    crossOriginEmbedderPolicy: false,
    // Both only apply to secure contexts; browsers warn about them on plain HTTP in a LAN.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
  // The default for answers without a caching header: every answer, refusals included, is for one person at one moment.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  await app.register(cors, {
    origin: env.CORS_ORIGINS.length > 0 ? env.CORS_ORIGINS : false,
    // Stock clients send cookies, which have no effect here: a session is a token in a header.
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

/** The share that the token of a program has of a person's limit: programs can wait. */
const OF_PROGRAMS = 0.5

/** The limit of one route. Each process counts separately, since this only protects against floods. */
export const rateOf = (env: Env, kind: RouteClass): FastifyContextConfig => ({
  rateLimit: env.RATE_LIMIT > 0 && {
    max: (request) => Math.ceil(env.RATE_LIMIT * SHARES[kind] * (isOfProgram(request) ? OF_PROGRAMS : 1)),
    timeWindow: 60_000,
    groupId: kind,
  },
})

const tokenOf = ({ headers }: FastifyRequest) =>
  headers['x-access-token'] ?? headers.token ?? headers.authorization

const isOfProgram = (request: FastifyRequest): boolean =>
  /^(Bearer )?hd_/i.test(String(tokenOf(request) ?? ''))

/** Signed-in people behind one address each have a limit of their own, and so has every token of a program. */
function senderOf(request: FastifyRequest): string {
  const token = tokenOf(request)
  return typeof token === 'string' ? createHash('sha256').update(token).digest('base64url') : request.ip
}

const originOf = (address: string) => new URL(address).origin
