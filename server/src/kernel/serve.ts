import { BUILD_HEADER, isTooOld } from '@heliodesk/contract/field-build.ts'
import { WINDOW_HEADER } from '@heliodesk/contract/window-header.ts'
import { contextSigns, isOfForm, type Call } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { present } from '../platform/certain.ts'
import { rateOf, type RouteClass } from '../platform/security.ts'
import { openStorage } from '../platform/open-storage.ts'
import { callingOf, noteRefusal, noteSeen, noteSeenBy } from './audit.ts'
import { announcing, windowOf } from './changes.ts'
import { keepTitle } from './call-titles.ts'
import { clientOf } from './client.ts'
import { sendFile } from './send-file.ts'
import {
  FileAnswer,
  Refusal,
  type AnyHandler,
  type Client,
  type Ctx,
  type AnyReceiver,
  type Kernel,
  type Module,
  type PublicCtx,
} from './context.ts'
import { prepareInput } from './as-sent.ts'
import { failure, success } from './envelopes.ts'
import {
  answerFor,
  ClientTooOld,
  codeOf,
  forDownload,
  MissingRight,
  parseInput,
  PasswordChangeDue,
  SignedOut,
  type Answer,
  noteFailure,
} from './errors.ts'
import { withoutHidden } from './hidden-columns.ts'
import { once } from './idempotency.ts'
import { publicContext } from './public-context.ts'
import { FILE_LIMIT, leaveUnread, receiveForm, type ReceivedFile } from './receive.ts'
import { openSealed } from './sealed.ts'
import { keepUp, noteUse } from './session-life.ts'
import { TokenBarred, barOf } from './token-bars.ts'
import { Transaction, type SessionTimes, type TokenUse } from './transaction.ts'
import { undeclaredField } from './undeclared.ts'

/** Serves every call of the modules below `/api`. */
export function mount(app: FastifyInstance, kernel: Kernel, modules: Module[]): void {
  for (const { calls, handlers, routes, receivers } of modules) {
    routes?.(app, kernel)
    for (const [name, call] of Object.entries(calls)) {
      prepareInput(call.input)
      keepTitle(call)
      const served = { call, handler: present(own(handlers, name)), receiver: own(receivers, name) }
      app.route({
        method: methodsOf(call),
        url: `/api${call.path}`,
        config: rateOf(kernel.env, classOf(call)),
        bodyLimit: call.bodyKb * 1024,
        handler: (request, reply) => answer(kernel, served, request, reply),
        // Clients of this family read only its envelope, even for early errors.
        ...(call.envelope === 'captcha' && {
          errorHandler: (error, request, reply) => {
            void reply.send(fail(call, error, request, reply, kernel.clock.now()))
          },
        }),
      })
    }
  }
}

/** Stock clients of the Jeecg family send an edit with PUT or POST. */
const methodsOf = ({ method, path, envelope }: Call) =>
  envelope === 'sys' && method === 'PUT' && path.endsWith('/edit') ? [method, 'POST' as const] : method

function classOf(call: Call): RouteClass {
  if (call.access === 'public') return 'public'
  if (call.inPieces) return 'piece'
  if (call.upload) return 'upload'
  return call.kind === 'query' ? 'read' : 'write'
}

type Served = { call: Call; handler: AnyHandler; receiver: AnyReceiver | undefined }

async function answer(kernel: Kernel, served: Served, request: FastifyRequest, reply: FastifyReply) {
  const { call } = served
  let now = kernel.clock.now()
  let file: ReceivedFile | null = null
  try {
    if (call.path.startsWith('/field/')) requireRecentClient(request)
    if (!call.upload && request.isMultipart()) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
    if (call.upload) {
      file = await receive(kernel, served, request, now)
      now = kernel.clock.now()
    }
    const { result, times, use, cookies } = await withRetry(() => run(kernel, served, request, file, now))
    await refreshToken(kernel, request, reply, { times, use }, now)
    for (const [name, value] of cookies) setCookie(request, reply, name, value)
    if (result instanceof FileAnswer) return await sendFile(reply, result)
    if (!(result instanceof Refusal)) return success(call, result, now)
    const { code, message, data } = result
    return refuse(call, reply, { code, message, data, status: 200 }, now)
  } catch (error) {
    if (error instanceof MissingRight)
      await noteRefusal(kernel.pool, error, call, clientOf(request)).catch((fault: unknown) =>
        request.log.error(fault),
      )
    return fail(call, error, request, reply, now)
  } finally {
    await file?.tidy().catch((error: unknown) => request.log.error(error))
    if (call.upload) leaveUnread(request)
  }
}

/** What waited on a phone may come from a client that knows other commands. */
function requireRecentClient({ headers }: FastifyRequest): void {
  const build = headers[BUILD_HEADER]
  if (isTooOld(Array.isArray(build) ? build[0] : build)) throw new ClientTooOld()
}

function fail(call: Call, error: unknown, request: FastifyRequest, reply: FastifyReply, now: Date): object {
  const outcome = answerFor(error, titleOfPermission, call.bodyKb * 1024)
  noteFailure(error, outcome, request)
  return refuse(call, reply, outcome, now)
}

/** Sends the failing envelope of a call; that of captchas always has HTTP 200. */
function refuse(call: Call, reply: FastifyReply, failed: Answer, now: Date): object {
  const outcome = call.download ? forDownload(failed) : failed
  void reply.code(call.envelope === 'captcha' ? 200 : outcome.status)
  return failure(call.envelope, outcome, now)
}

/** Refreshes the session's token: the answer carries the new one (spec 1 §4). Of a program's token, notes the use. */
async function refreshToken(
  { pool }: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  { times, use }: { times: SessionTimes | null; use: TokenUse | null },
  now: Date,
) {
  const { token, address } = clientOf(request)
  if (!token || (!times && !use)) return
  try {
    if (use) await noteUse(pool, { token, address, use }, now)
    if (!times) return
    const fresh = await keepUp(pool, token, times, now)
    if (fresh) void reply.header('x-access-token', fresh)
  } catch (error) {
    request.log.error(error)
  }
}

const YEAR_SECONDS = 365 * 86_400

const setCookie = (request: FastifyRequest, reply: FastifyReply, name: string, value: string) =>
  void reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: YEAR_SECONDS,
  })

/**
 * Receives an upload's file before the call's transaction opens, because that can take minutes on a slow connection.
 * The permission is checked before the upload and again when the file begins. The transaction checks it once more,
 * since permission and session may have changed meanwhile.
 */
async function receive(kernel: Kernel, { call, receiver }: Served, request: FastifyRequest, now: Date) {
  const { transaction, who } = await open(kernel, call, clientOf(request), now)
  await transaction.rollback()
  if (!request.isMultipart()) return null
  const { fields, file } = await receiveForm(openStorage(kernel.env), request, {
    sender: who?.userId ?? request.ip,
    prepare: async (given) => {
      const input = parseInput(call.input, fieldsOf(call, { ...addressFields(request), ...given }))
      if (!receiver) return { maxBytes: FILE_LIMIT }
      const looking = async <T>(look: (ctx: Ctx) => Promise<T>): Promise<T> => {
        const entered = await open(kernel, call, clientOf(request), now)
        const context = publicContext(kernel, request, entered.transaction, now)
        try {
          return await look({ ...context, who: present(entered.who) })
        } finally {
          await entered.transaction.rollback()
        }
      }
      const intake = await looking((ctx) => receiver(ctx, input))
      const { inspectIn } = intake
      return inspectIn ? { ...intake, inspect: (sent) => looking((ctx) => inspectIn(ctx, sent)) } : intake
    },
  })
  request.body = fields
  return file
}

const DEADLOCK = '40P01'
const SERIALIZATION = '40001'

/** A deadlock victim has been rolled back, so it can be retried. */
async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || ![DEADLOCK, SERIALIZATION].includes(codeOf(error))) throw error
    }
  }
}

async function run(
  kernel: Kernel,
  { call, handler }: Served,
  request: FastifyRequest,
  file: ReceivedFile | null,
  now: Date,
) {
  file?.forgetKept()
  const { transaction, who, times, use } = await open(kernel, call, clientOf(request), now)
  const ctx: PublicCtx & { who: Ctx['who'] | null } = {
    ...publicContext(kernel, request, transaction, now),
    who,
    file,
  }
  let result: unknown
  try {
    const input = parseInput(call.input, await openSealed(transaction.db, inputOf(call, request), now))
    result = await handle(call, handler, ctx as Ctx, input, idempotencyKey(request))
    checkOutput(kernel, call, result, request)
    if (call.kind === 'command') await noteSeen(ctx.db, ctx.seen)
    if (!(result instanceof Refusal || result instanceof FileAnswer))
      result = withoutHidden(call.output, result, who)
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  file?.settle()
  // A read loses nothing if the commit fails, so its answer does not wait for it.
  if (call.kind === 'query') {
    transaction.commit().catch((error: unknown) => request.log.error(error))
    // Nobody sees personal data without a trace.
    if (who && ctx.seen.length > 0) await noteSeenBy(kernel.pool, who, callingOf(call, ctx.client), ctx.seen)
  } else {
    await transaction.commit(
      result instanceof Refusal ? '' : announcing(call.entities, windowOf(request.headers[WINDOW_HEADER])),
    )
  }
  return { result, times, use, cookies: ctx.cookies }
}

async function open(kernel: Kernel, call: Call, client: Client, now: Date) {
  const origin = callingOf(call, client)
  if (call.access === 'public') {
    const transaction = await Transaction.begin(kernel.pool, call.kind, undefined, origin)
    return { transaction, who: null, times: null, use: null }
  }
  const { token, address } = client
  if (!token) throw new SignedOut()
  const perm = call.access === 'signedIn' ? null : call.access.perm
  const { transaction, entered } = await Transaction.enter(kernel.pool, {
    kind: call.kind,
    token,
    address,
    perm,
    now,
    origin,
  })
  const isDue = entered?.who.mustChangePassword && !call.withFirstPassword
  const bar = entered?.use ? barOf(call, entered.use) : null
  if (entered?.granted && !isDue && !bar) return { transaction, ...entered }
  await transaction.rollback()
  if (!entered) throw new SignedOut()
  if (bar) throw new TokenBarred(bar)
  throw isDue ? new PasswordChangeDue() : new MissingRight(present(perm), entered.who)
}

function handle(call: Call, handler: AnyHandler, ctx: Ctx, input: unknown, key: string | null) {
  if (call.kind === 'query' || call.access === 'public' || call.secret || !key) return handler(ctx, input)
  return once(ctx, key, call.path, input, () => handler(ctx, input))
}

let answered = 0

function checkOutput(kernel: Kernel, call: Call, result: unknown, request: FastifyRequest) {
  if (
    result instanceof Refusal ||
    result instanceof FileAnswer ||
    !(kernel.strictOutput || answered++ % 100 === 0)
  )
    return
  const { data, error: misfit } = call.output.safeParse(result)
  const extra = undeclaredField(result, data)
  if (!misfit && extra === null) return
  const fault = misfit ? misfit.message : `it does not declare ${extra}`
  const error = new Error(`the answer of ${call.path} does not fit its schema: ${fault}`)
  if (kernel.strictOutput) throw error
  request.log.error(error)
}

/** Path and query fields, then the body's: a call's own fields override those that clients merge into every request. */
function inputOf(call: Call, request: FastifyRequest): unknown {
  const { body } = request
  if (body !== null && body !== undefined && (typeof body !== 'object' || Array.isArray(body))) return body
  return fieldsOf(call, { ...addressFields(request), ...body, ...(request.params as object) })
}

/** Stock clients write a list in the query as `name[]`, repeated for each element. */
function addressFields({ query }: FastifyRequest): Record<string, unknown> {
  const given = Object.entries(query as Record<string, unknown>)
  const lists = given.flatMap(([name, value]) => (name.endsWith('[]') ? [[name.slice(0, -2), value]] : []))
  return { ...Object.fromEntries(lists), ...Object.fromEntries(given) }
}

/** Renames fields of stock forms to the call's names, where they cannot collide with the client's context fields. */
function fieldsOf(call: Call, given: Record<string, unknown>): Record<string, unknown> {
  const { stockNames } = call
  if (stockNames.length === 0) return given
  const isMerged = contextSigns.some((name) => Object.hasOwn(given, name))
  const known = stockNames.filter(
    ([name]) => Object.hasOwn(given, name) && (!isMerged || isOfForm(call, name)),
  )
  return { ...Object.fromEntries(known.map(([name, ours]) => [ours, given[name]])), ...given }
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key : null
}
