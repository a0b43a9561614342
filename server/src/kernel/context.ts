import type { Readable } from 'node:stream'
import type { Entity } from '@heliodesk/contract/entities.ts'
import type { Access, Call, Input, Output } from '@heliodesk/contract/call.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { z } from 'zod'
import type { Env } from '../env.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/postgres.ts'
import type { ByteRange } from '../platform/storage.ts'
import type { Narrowing } from './narrowing.ts'
import type { PlaceMove } from './place-moves.ts'

/** The signed-in person, taken from the session only. */
export type Who = {
  tenantId: number
  userId: string
  username: string
  realname: string
  orgCode: string
  hasAllData: boolean
  relatedPsas: string[]
  /** Moves of departments that rows still have to follow; usually none. */
  moves: readonly PlaceMove[]
  /** What data roles leave of the data scope; null if the person has none. */
  narrowing: Narrowing | null
  timeZone: string
  /** The session that this call belongs to; null for jobs and command-line tools. */
  sessionId: string | null
  /** The initial password has not been changed yet: only calls marked `withFirstPassword` are allowed. */
  mustChangePassword: boolean
}

/** What the request says about its client. Never used to authenticate anybody. */
export type Client = {
  address: string
  userAgent: string
  deviceId: string | null
  token: string | null
  requestId: string
  /** Whether other machines can reach the server. */
  readonly openToOthers: boolean
}

/** The file of an upload, completely stored. Bytes that no handler keeps are removed after the answer. */
export type UploadedFile = {
  name: string
  /** Path of the bytes in the storage. */
  path: string
  size: number
  sha256: Buffer
  /** Further form fields sent with the file, by name; only those that the call's intake declares. */
  beside: ReadonlyMap<string, Buffer>
  read(range?: ByteRange): Promise<Readable>
  /** Keeps the bytes at `path`, or at another path that belongs to the file, if the call succeeds. */
  keep(path: string): void
  /** Stores bytes that belong to the file; returns their path. They are removed with the file unless kept. */
  add(content: Buffer): Promise<string>
  /** Stores another file that this one completes; it is removed with this one unless it is kept. */
  complete(content: Readable, given: Pick<UploadedFile, 'name' | 'beside'>): Promise<UploadedFile>
}

/** How a call receives its file. A hook that throws refuses the file and stops the upload. */
export type Intake = {
  maxBytes: number
  /** Form fields that may carry a small second file, with the maximum bytes of each. */
  beside?: Record<string, number>
  /** Checks the first bytes (64 KB, or the whole file if smaller) before anything is written. */
  admit?: (first: Buffer, name: string) => Promise<void>
  /** Checks the whole file before the call's transaction opens. */
  inspect?: (file: UploadedFile) => Promise<void>
  /** The same where the database is asked, in a transaction that is rolled back. */
  inspectIn?: (ctx: Ctx, file: UploadedFile) => Promise<void>
}

/** Personal data of somebody that an answer shows in full. */
export type Seen = {
  /** The table and id of whose data it is, and what people call it. */
  object: string
  record: string
  name: string
  /** The titles of what is shown, such as 手机号. */
  shown: string[]
}

export type PublicCtx = {
  /** The call's transaction; there is no other database handle. */
  db: Db
  now: Date
  log: FastifyBaseLogger
  client: Client
  /** The operator's configuration. */
  env: Env
  /** The file of an `upload` call. */
  file: UploadedFile | null
  /** Cookies to set with the answer, by name: HttpOnly, kept for a year. */
  cookies: Map<string, string>
  /** Personal data of other people that the answer shows in full, which the audit log records with it. */
  seen: Seen[]
  /** Sets the tenant for row-level security for the rest of the transaction (sign-in only). */
  enterTenant(tenantId: number): Promise<void>
}

export type Ctx = PublicCtx & { who: Who }

type CtxFor<A extends Access> = [A] extends ['public'] ? PublicCtx : Ctx

/** A violated rule: the transaction rolls back and the call fails with this message. */
export class DomainError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'DomainError'
    this.code = code
  }
}

/** A refusal whose writes are kept, such as a used captcha: the transaction commits, then the call fails. */
export class Refusal {
  readonly code: string
  readonly message: string
  /** Data that the refused client needs to continue; null for nearly all refusals. */
  readonly data: object | null
  constructor(code: string, message: string, data: object | null = null) {
    this.code = code
    this.message = message
    this.data = data
  }
}

/** The answer of a `download` call: opened after the transaction has ended, then streamed. */
export class FileAnswer {
  readonly name: string
  readonly mediaType: string
  /** In bytes; null if the size is not known in advance. */
  readonly size: number | null
  /** Changes with the content. Range requests are only possible for a file with a tag. */
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

/** An unknown id and an id the caller may not see get the same answer (product.md "Wire decisions"). */
export const notFound = () => new DomainError('not_found', '数据不存在或无权查看')

type Handlers<M extends Record<string, Call>> = {
  [K in keyof M]: (
    ctx: CtxFor<M[K]['access']>,
    input: Input<M[K]>,
  ) => Promise<Output<M[K]> | Refusal | FileAnswer>
}

/** A function that answers a call; it refuses by throwing, or with what `Refused` names. */
export type Handler<C extends Call, Refused = never> = (
  ctx: CtxFor<C['access']>,
  input: Input<C>,
) => Promise<Output<C> | Refused>

/** Intakes of `upload` calls, by name. A call without one accepts any file up to the general limit. */
type Receivers<M extends Record<string, Call>> = {
  [K in keyof M]?: (ctx: Ctx, input: Input<M[K]>) => Promise<Intake>
}

export type AnyReceiver = (ctx: Ctx, input: unknown) => Promise<Intake>

export type AnyHandler = (ctx: Ctx, input: unknown) => Promise<unknown>

/** Periodic background work that every process runs; `run` makes sure that processes do not interfere. */
export type Upkeep = {
  name: string
  everyMs: number
  run: (db: Db, env: Env, log: FastifyBaseLogger | null) => Promise<void>
}

/** What a job works with. A job stops early when the process shuts down. */
export type JobTools = { pool: pg.Pool; env: Env; clock: Clock; log: FastifyBaseLogger; signal: AbortSignal }

/** What a job works with when it has failed: the transaction apart. */
export type FailureTools = Omit<JobTools, 'pool' | 'signal'>

/** One attempt at a job. */
export type Attempt<Payload> = {
  id: string
  tenant: number
  payload: Payload
  /** This attempt's number, from 1. */
  attempts: number
  /**
   * Completes the job with its effects: runs `record` in a transaction of the job's company that also removes the job.
   * `actAs` acts as a user from there on. Throws, without effects, if another process has the job meanwhile.
   */
  finish: (record: (db: Db, actAs: ActAs) => Promise<void>) => Promise<void>
}

/** Answers null if no active user of the company has that id. */
type ActAs = (userId: string, perm: string | null) => Promise<{ who: Who; granted: boolean } | null>

/** Why an attempt failed. */
export type Failure = {
  error: unknown
  /** For operators, at most 500 characters. */
  reason: string
  /** For people. */
  message: string
  /** The job is given up; otherwise it is tried again. */
  isFinal: boolean
  /** How many attempts count; one that a shutdown interrupted does not. */
  attempts: number
}

/** A kind of background work. A method may run again after an interruption until `finish` succeeds. */
export type Job<Payload = unknown> = {
  /** The name in the database, which must not change. */
  kind: string
  /** Ids only: the table of jobs is not isolated by company. */
  payload: z.ZodType<Payload>
  /** How many of this kind one process runs concurrently. */
  atOnce: (env: Env) => number
  /** 3 by default. */
  mostAttempts?: number
  /** The wait after the first failure, 5 s by default; each further one is three times as long, up to an hour. */
  firstWaitMs?: number
  /** What its effects, and its failure, change. */
  changes?: readonly Entity[]
  /** What people read when all attempts were interrupted. */
  cutOff?: string
  run(attempt: Attempt<Payload>, tools: JobTools): Promise<void>
  /** Whether another attempt would fail for the same reason; no error is by default. */
  isFinal?: (error: unknown) => boolean
  /** Where people can repeat it after it was given up: then it is kept also if why it failed was to be expected. */
  keepsGivenUp?: true
  /** Records a failed attempt, in the transaction that puts the job off or gives it up. */
  failed?(
    db: Db,
    attempt: Pick<Attempt<Payload>, 'id' | 'payload'>,
    failure: Failure,
    tools: FailureTools,
  ): Promise<void>
}

/** What a server process needs to answer calls. */
export type Kernel = {
  pool: pg.Pool
  env: Env
  clock: Clock
  /** Whether every answer is checked against its schema (tests). Production checks one in a hundred and logs. */
  strictOutput: boolean
}

/** Addresses that a browser navigates to instead of calling, such as the redirects of a sign-in provider. */
export type Routes = (app: FastifyInstance, kernel: Kernel) => void

export type Module = {
  calls: Record<string, Call>
  handlers: Record<string, AnyHandler>
  upkeep: Upkeep[]
  jobs: Job[]
  routes: Routes | null
  receivers: Record<string, AnyReceiver>
}

/** Connects each call of a contract file with its handler; the types make sure that none is missing. */
export function defineModule<M extends Record<string, Call>>(
  calls: M,
  handlers: Handlers<M>,
  upkeep: Upkeep[] = [],
  jobs: Job[] = [],
  routes: Routes | null = null,
  receivers: Receivers<M> = {},
): Module {
  // The registry holds handlers of all input types; the kernel gives each the input that its own schema parsed.
  return {
    calls,
    handlers: handlers as unknown as Record<string, AnyHandler>,
    upkeep,
    jobs,
    routes,
    receivers: receivers as unknown as Record<string, AnyReceiver>,
  }
}
