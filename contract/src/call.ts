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
  envelope: Envelope
  /** The call carries one file as multipart field `file`; its other fields travel in the query string. */
  upload: boolean
  /** The answer is a file, which clients read as a blob; failures keep their envelope. */
  download: boolean
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
  envelope?: Envelope
  upload?: boolean
  download?: boolean
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
    envelope: envelopeOf(spec.path),
    upload: false,
    download: false,
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
