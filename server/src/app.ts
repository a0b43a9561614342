import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Env } from './env.ts'
import { plainFailure } from './kernel/envelopes.ts'
import { answerFor, noteFailure } from './kernel/errors.ts'
import { Changes } from './kernel/changes.ts'
import { serveChanges } from './kernel/change-stream.ts'
import { mount } from './kernel/serve.ts'
import { modules } from './modules.ts'
import { describeApi } from './openapi/document.ts'
import { takeBodies } from './kernel/bodies.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { compressLargeAnswers } from './platform/compression.ts'
import { protect } from './platform/security.ts'
import { cutSlowBodies, headerLimits, usualPatience, type Patience } from './platform/slow-lines.ts'
import { serveWebClient } from './platform/web-client.ts'

export type AppOptions = {
  pool: pg.Pool
  env: Env
  clock?: Clock
  strictOutput?: boolean
  patience?: Patience
  /** What other people change, for the streams of open windows; without it nothing is heard. */
  changes?: Changes
}

/** A connection without any traffic for this long is dead. */
const SILENCE_MS = 120_000

/** The whole HTTP application on a migrated database. */
export async function buildApp({
  pool,
  env,
  clock = systemClock,
  strictOutput = false,
  patience = usualPatience,
  changes = new Changes(),
}: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: env.LOG_LEVEL,
      serializers: { req: describeRequest },
    },
    logController: new LogController({ disableRequestLogging: !['debug', 'trace'].includes(env.LOG_LEVEL) }),
    connectionTimeout: SILENCE_MS,
    http: headerLimits(patience),
    trustProxy: env.TRUSTED_PROXIES === '' ? false : env.TRUSTED_PROXIES.split(','),
    genReqId: () => randomUUID(),
    frameworkErrors: (error, _request, reply) => answerPlainly(error, reply),
    routerOptions: { maxParamLength: 200 },
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  app.setErrorHandler((error, request, reply) => {
    const outcome = answerPlainly(error, reply, request.routeOptions.bodyLimit)
    // An interrupted body is an error of the client and is not logged.
    if (!outcome.unexpected || request.raw.complete) noteFailure(error, outcome, request)
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(plainFailure(404, '很抱歉，资源未找到!')))

  compressLargeAnswers(app)
  await protect(app, env)
  await app.register(cookie)
  cutSlowBodies(app, patience)
  takeBodies(app)
  await app.register(multipart)
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await pool.query('select 1')
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'database unavailable' })
    }
  })
  mount(app, { pool, env, clock, strictOutput }, modules)
  serveChanges(app, { pool, env, clock, changes }, modules)
  serveDescription(app)
  await serveWebClient(app)
  return app
}

/** Public: it reveals no more than the web client that every visitor gets. */
function serveDescription(app: FastifyInstance): void {
  let text: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(describeApi(modules))
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
}

/** Leaves out what may contain a token: headers, the query, and path parameters. */
const describeRequest = ({ method, url, routeOptions, ip }: FastifyRequest) => ({
  method,
  url: routeOptions?.url ?? url.split('?')[0],
  remoteAddress: ip,
})

function answerPlainly(error: unknown, reply: FastifyReply, bodyLimit?: number) {
  const outcome = answerFor(error, String, bodyLimit)
  // Hooks do not run for all of these answers, and the answer being replaced may have set a caching header.
  void reply
    .header('cache-control', 'no-store')
    .code(outcome.status)
    .send(plainFailure(outcome.status, outcome.message))
  return outcome
}
