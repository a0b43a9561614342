import type { z } from 'zod'
import type { PermissionCode } from './permissions.ts'

/** Who may call: anyone, any signed-in user, or holders of a permission code such as `order:list`. */
export type Access = 'public' | 'signedIn' | { perm: PermissionCode }

/**
 * The three answer shapes of the specification (spec 1 §7.1):
 * `erp` is `{result_code, result_msg, result_data}`, `sys` is `{success, code, message, result, timestamp}`,
 * `captcha` is `{repCode, repMsg, repData, success}`.
 */
export type Envelope = 'erp' | 'sys' | 'captcha'

export type Kind = 'query' | 'command'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Lists of rights under a name in Chinese. */
export type Besides = Readonly<Record<string, readonly PermissionCode[]>>

/**
 * What clients merge into every request to say who asks (spec 1 §7.1, 2 §7), in the body or in the address. They are the
 * caller's own: what a call asks about somebody or writes into a record travels under other names.
 */
export const contextNames = [
  'dataRoles',
  'userId',
  'userAccount',
  'workNo',
  'orgCode',
  'needHandover',
  'handover',
  'hasAllData',
  'sysTenantId',
  'lang',
  'token',
  '_t',
] as const
export type ContextName = (typeof contextNames)[number]

/** Those of them that no form has: where one stands, everything under the context's names is the sender's own. */
export const contextSigns: readonly ContextName[] = [
  'userId',
  'userAccount',
  'handover',
  'sysTenantId',
  'lang',
  'token',
  '_t',
]

/** Of a call that says no other: far more than any form of a few fields needs. */
const BODY_KB = 64

/** One call of the wire: a value that the server serves and the web client calls. */
export type Call<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = {
  kind: K
  /** What it does, in Chinese, for the OpenAPI document. */
  title: string
  method: Method
  /** Below `/api`; `:name` segments are filled from the input's field of that name. */
  path: string
  access: A
  /** Rights that the call asks for besides, each list under the name of what it is then about. */
  besides: Besides
  /** Answered as well while the caller's first password stands; every other call then refuses (spec 1 §2.7). */
  withFirstPassword: boolean
  envelope: Envelope
  /** The call carries one file as multipart field `file`; its other fields travel in the query string. */
  upload: boolean
  /** The answer is a file, which clients read as a blob; failures keep their envelope. */
  download: boolean
  /** The answer holds a secret, such as what opens a session: it is not kept for repeats, and each has its own effect. */
  secret: boolean
  /** Names of the context that the call does read, as whose view it gives: at most the caller's own. */
  callersOwn: readonly ContextName[]
  /**
   * Fields of the input that stock forms send under a name of the context: `[theirs, ours]`. Theirs is read where none of
   * `contextSigns` comes with it, since then the form alone can have sent it, and ours does not.
   */
  stockNames: readonly (readonly [ContextName, string])[]
  /** The largest body that is read, in KB; an upload's file has limits of its own. */
  bodyKb: number
  /** What `code` of the `sys` envelope says of success; of sign-in it is a text (spec 1 §7.2). */
  successCode: 200 | '200'
  input: I
  output: O
}

type Spec<I, O, A> = {
  title: string
  path: string
  access: A
  input: I
  output: O
  method?: Method
  besides?: Besides
  withFirstPassword?: boolean
  envelope?: Envelope
  upload?: boolean
  download?: boolean
  secret?: boolean
  callersOwn?: readonly ContextName[]
  stockNames?: readonly (readonly [ContextName, string])[]
  bodyKb?: number
  successCode?: 200 | '200'
}

/** A call that only reads: served in a read-only transaction, repeated freely by the client. */
export function query<I extends z.ZodType, O extends z.ZodType, const A extends Access>(
  spec: Spec<I, O, A>,
): Call<'query', I, O, A> {
  return { kind: 'query', ...withDefaults(spec) }
}

/** A call that writes: one transaction, and at most one effect for each `Idempotency-Key`. */
export function command<I extends z.ZodType, O extends z.ZodType, const A extends Access>(
  spec: Spec<I, O, A>,
): Call<'command', I, O, A> {
  return { kind: 'command', ...withDefaults(spec) }
}

function withDefaults<I, O, A>(spec: Spec<I, O, A>) {
  return {
    method: 'POST' as const,
    besides: {},
    withFirstPassword: false,
    envelope: envelopeOf(spec.path),
    upload: false,
    download: false,
    secret: false,
    callersOwn: [],
    stockNames: [],
    bodyKb: BODY_KB,
    successCode: 200 as const,
    ...spec,
  }
}

function envelopeOf(path: string): Envelope {
  if (path.startsWith('/captcha/')) return 'captcha'
  if (path.startsWith('/sys/') || path.startsWith('/power-station/')) return 'sys'
  return 'erp'
}

/** What a handler receives. */
export type Input<C extends Call> = z.output<C['input']>
/** What a handler returns. */
export type Output<C extends Call> = z.input<C['output']>
/** What a client sends. */
export type Sent<C extends Call> = z.input<C['input']>
/** What a client gets. */
export type Received<C extends Call> = z.output<C['output']>
