import type { z } from 'zod'
import type { Entity } from './entities.ts'
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
/** A path, after the method if that is not POST: `/ops/order/page`, `GET /sys/role/list`. */
type Address = `${'' | `${Exclude<Method, 'POST'>} `}/${string}`

/** Lists of permissions, each under a name in Chinese. */
export type Besides = Readonly<Record<string, readonly PermissionCode[]>>

/**
 * Fields that clients merge into every request to identify the caller (spec 1 §7.1, 2 §7), in the body or in the query
 * string. They always describe the caller; a call's parameters about another person or a record have other names.
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

/** Context names that no form uses: if a request has one of them, all its context names describe the caller. */
export const contextSigns: readonly ContextName[] = [
  'userId',
  'userAccount',
  'handover',
  'sysTenantId',
  'lang',
  'token',
  '_t',
]

/** Context names that clients merge into bodies only: in a query string they are fields of the call. */
const mergedIntoBodies = new Set<ContextName>(['userId'])

/** Whether the name in a request for this call can only have been sent by its form. */
export const isOfForm = ({ method }: Pick<Call, 'method'>, name: ContextName): boolean =>
  method === 'GET' && mergedIntoBodies.has(name)

/** Default body limit: far more than a form of a few fields needs. */
const BODY_KB = 64

/** One API call: a value that the server implements and the web client uses. */
export type Call<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = {
  kind: K
  /** What the call does, in Chinese, for the OpenAPI document. */
  title: string
  method: Method
  /** Below `/api`; `:name` segments are filled from the input's field of that name. */
  path: string
  access: A
  /** Permissions that some inputs, or parts of the answer, need in addition; the name of each list says for what. */
  besides: Besides
  /**
   * What a query shows, or a command changes: after the command, clients read the queries that share an entity again,
   * also in other people's windows.
   */
  entities: readonly Entity[]
  /** Allowed while the caller's initial password is unchanged; every other call refuses (spec 1 §2.7). */
  withFirstPassword: boolean
  envelope: Envelope
  /** The call receives one file as multipart field `file`; its other fields are sent in the query string. */
  upload: boolean
  /** The file is a piece of one: a person sends many of them, so they have a rate of their own. */
  inPieces: boolean
  /** The answer is a file, which clients read as a blob; failures keep the call's envelope. */
  download: boolean
  /**
   * A phone keeps the answer, sealed for its person, and reads it where there is no line: what somebody in the field needs
   * to read.
   */
  kept: boolean
  /** The answer contains a secret, such as a session token: it is not stored, and each repeat has its own effect. */
  secret: boolean
  /** Only for people who are signed in, never with the token of a program: passwords, second factors, tokens. */
  sessionOnly: boolean
  /** Context names that the call reads, to choose whose view it returns: at most the caller's own. */
  callersOwn: readonly ContextName[]
  /**
   * Input fields that stock forms send under a context name: `[theirs, ours]`. Theirs is read only if the request lacks
   * ours, and the form must have sent it: the request has none of `contextSigns`, or the name is `isOfForm`.
   */
  stockNames: readonly (readonly [ContextName, string])[]
  /** The largest accepted body in KB; an uploaded file has limits of its own. */
  bodyKb: number
  /** `code` of the `sys` envelope on success; for sign-in it is a text (spec 1 §7.2). */
  successCode: 200 | '200'
  input: I
  output: O
}

type Spec<I, O, A> = {
  title: string
  path: Address
  access: A
  input: I
  output: O
  besides?: Besides
  entities?: readonly Entity[]
  withFirstPassword?: boolean
  envelope?: Envelope
  upload?: boolean
  inPieces?: boolean
  download?: boolean
  kept?: boolean
  secret?: boolean
  sessionOnly?: boolean
  callersOwn?: readonly ContextName[]
  stockNames?: readonly (readonly [ContextName, string])[]
  bodyKb?: number
  successCode?: 200 | '200'
}

/** The makers of calls about these entities; a call about others names its own. */
export function callsOf(...entities: readonly Entity[]) {
  return {
    /** A call that only reads: served in a read-only transaction; clients may repeat it freely. */
    query: <I extends z.ZodType, O extends z.ZodType, const A extends Access>(
      spec: Spec<I, O, A>,
    ): Call<'query', I, O, A> => ({ kind: 'query', ...withDefaults(spec, entities) }),
    /** A call that writes: one transaction, and at most one effect per `Idempotency-Key`. */
    command: <I extends z.ZodType, O extends z.ZodType, const A extends Access>(
      spec: Spec<I, O, A>,
    ): Call<'command', I, O, A> => ({ kind: 'command', ...withDefaults(spec, entities) }),
  }
}

function withDefaults<I, O, A>({ path: address, ...spec }: Spec<I, O, A>, entities: readonly Entity[]) {
  const [path = '', method = 'POST'] = address.split(' ').toReversed()
  return {
    method: method as Method,
    path,
    besides: {},
    entities,
    withFirstPassword: false,
    envelope: envelopeOf(path),
    upload: false,
    inPieces: false,
    download: false,
    kept: false,
    secret: false,
    sessionOnly: false,
    callersOwn: [],
    stockNames: [],
    bodyKb: BODY_KB,
    successCode: 200 as const,
    ...spec,
  }
}

/** The envelope of the calls at this path. */
export function envelopeOf(path: string): Envelope {
  if (path.startsWith('/captcha/')) return 'captcha'
  if (['/sys/', '/power-station/', '/common/data/'].some((start) => path.startsWith(start))) return 'sys'
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
