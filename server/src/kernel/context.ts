import type { Readable } from 'node:stream'
import type { Access, Call, Input, Output } from '@heliodesk/contract/call.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Env } from '../env.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/postgres.ts'
import type { ByteRange } from '../platform/storage.ts'

/** The signed-in person, known only from the session. */
export type Who = {
  tenantId: number
  userId: string
  username: string
  realname: string
  orgCode: string
  hasAllData: boolean
  relatedPsas: string[]
  timeZone: string
  /** The session that this call belongs to; null for jobs and command-line tools. */
  sessionId: string | null
  /** The first password still stands: until it is changed only calls marked `withFirstPassword` are answered. */
  mustChangePassword: boolean
}

/** What the request says about its sender; never used to decide who somebody is. */
export type Client = {
  address: string
  userAgent: string
  deviceId: string | null
  token: string | null
  requestId: string
  /** Whether other machines can reach the server. */
  readonly openToOthers: boolean
}

/** An upload's file, whole in the storage; what nothing keeps goes again once the call is answered. */
export type UploadedFile = {
  name: string
  /** Where the bytes lie in the storage. */
  path: string
  size: number
  sha256: Buffer
  /** What the form carried beside the file, by field; only what the call's intake asks for. */
  beside: ReadonlyMap<string, Buffer>
  read(range?: ByteRange): Promise<Readable>
  /** The bytes at `path`, or at another that belongs to the file, stay when the call succeeds. */
  keep(path: string): void
  /** Writes bytes that belong to the file; answers their path. They go with it unless they are kept. */
  add(content: Buffer): Promise<string>
}

/** How a call takes its file. Whatever refuses throws, and stops the reading there. */
export type Intake = {
  maxBytes: number
  /** Fields that may carry a small file beside, and the bytes that one may have. */
  beside?: Record<string, number>
  /** Sees the first bytes (64 KB, or all that there are) before anything is written. */
  admit?: (first: Buffer, name: string) => Promise<void>
  /** Sees the whole file before the call's transaction opens. */
  inspect?: (file: UploadedFile) => Promise<void>
}

export type PublicCtx = {
  /** The call's transaction. There is no other handle. */
  db: Db
  now: Date
  log: FastifyBaseLogger
  client: Client
  /** What the operator configured. */
  env: Env
  /** The file of an `upload` call. */
  file: UploadedFile | null
  /** Cookies by name that the answer leaves in the sender's browser for a year, out of reach of scripts. */
  cookies: Map<string, string>
  /** Makes row-level security admit this tenant for the rest of the transaction (sign-in only). */
  enterTenant(tenantId: number): Promise<void>
}

export type Ctx = PublicCtx & { who: Who }

type CtxFor<A extends Access> = [A] extends ['public'] ? PublicCtx : Ctx

/** A broken rule: the transaction rolls back and the call's failing envelope carries the message. */
export class DomainError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'DomainError'
    this.code = code
  }
}

/** A refusal whose writes must stay, such as a spent captcha: committed, then answered as failure. */
export class Refusal {
  readonly code: string
  readonly message: string
  /** What the refused one goes on with; null for nearly all. */
  readonly data: object | null
  constructor(code: string, message: string, data: object | null = null) {
    this.code = code
    this.message = message
    this.data = data
  }
}

/** What a `download` call answers: opened once the transaction is over, and sent as it comes. */
export class FileAnswer {
  readonly name: string
  readonly mediaType: string
  /** Bytes; null where nobody knows before the end. */
  readonly size: number | null
  /** Changes with the content; what has one may be asked for in ranges. */
  readonly tag: string | null
  readonly open: (range?: ByteRange) => Promise<Readable>
  constructor(file: Pick<FileAnswer, 'name' | 'mediaType' | 'size' | 'open'> & { tag?: string }) {
    this.name = file.name
    this.mediaType = file.mediaType
    this.size = file.size
    this.tag = file.tag ?? null
    this.open = file.open
  }
}

/** An id that does not exist and one the caller may not see are answered alike (product.md "Wire decisions"). */
export const notFound = () => new DomainError('not_found', '数据不存在或无权查看')

type Handlers<M extends Record<string, Call>> = {
  [K in keyof M]: (
    ctx: CtxFor<M[K]['access']>,
    input: Input<M[K]>,
  ) => Promise<Output<M[K]> | Refusal | FileAnswer>
}

/** For `upload` calls by name; one without takes any file of the general size. */
type Receivers<M extends Record<string, Call>> = {
  [K in keyof M]?: (ctx: Ctx, input: Input<M[K]>) => Promise<Intake>
}

export type AnyReceiver = (ctx: Ctx, input: unknown) => Promise<Intake>

export type AnyHandler = (ctx: Ctx, input: unknown) => Promise<unknown>

/** Work that repeats in the background of every process; `run` makes sure that several do not disturb each other. */
export type Upkeep = { name: string; everyMs: number; run: (db: Db, env: Env) => Promise<void> }

/** What a job works with: it opens its own transactions, and gives up when the process is about to stop. */
export type JobTools = { pool: pg.Pool; env: Env; clock: Clock; log: FastifyBaseLogger; signal: AbortSignal }

/**
 * Long work that somebody asked for and nobody waits for. `runNext` takes one waiting piece, whichever process was
 * asked for it, and answers whether there was one; a piece given up stays waiting.
 */
export type Job = { name: string; runNext: (tools: JobTools) => Promise<boolean> }

/** What one server process answers calls with. */
export type Kernel = {
  pool: pg.Pool
  env: Env
  clock: Clock
  /** Tests check every answer against its schema; production checks one in a hundred and logs. */
  strictOutput: boolean
}

/** Addresses that a browser visits rather than calls, such as the round trip to a sign-in provider. */
export type Routes = (app: FastifyInstance, kernel: Kernel) => void

export type Module = {
  calls: Record<string, Call>
  handlers: Record<string, AnyHandler>
  upkeep: Upkeep[]
  jobs: Job[]
  routes: Routes | null
  receivers: Record<string, AnyReceiver>
}

/** Ties each call of a contract file to its handler; the types make sure that none is missing. */
export function defineModule<M extends Record<string, Call>>(
  calls: M,
  handlers: Handlers<M>,
  upkeep: Upkeep[] = [],
  jobs: Job[] = [],
  routes: Routes | null = null,
  receivers: Receivers<M> = {},
): Module {
  // The registry holds handlers of every input type; the kernel hands each the input that its own schema parsed.
  return {
    calls,
    handlers: handlers as unknown as Record<string, AnyHandler>,
    upkeep,
    jobs,
    routes,
    receivers: receivers as unknown as Record<string, AnyReceiver>,
  }
}
