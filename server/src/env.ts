import { isNetwork } from '@heliodesk/contract/api-tokens.ts'
import { own } from '@heliodesk/contract/own.ts'
import { resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65535)

const httpUrl = z.url({ protocol: /^https?$/ })

const tileUrl = httpUrl.refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), {
  message: 'must contain {z}, {x} and {y}',
})

/** Names separated by commas. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  )

/** An origin, or all hosts below one; a wildcard for every host is not allowed. */
const SISTER_SOURCE = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

/** A JSON text of the given shape; unset is an empty list. */
function json<S extends z.ZodType>(shape: S) {
  return z
    .string()
    .default('[]')
    .transform((text, context): z.output<S> => {
      try {
        const parsed = shape.safeParse(JSON.parse(text))
        if (parsed.success) return parsed.data
        context.addIssue(z.prettifyError(parsed.error))
      } catch {
        context.addIssue('must be JSON')
      }
      return z.NEVER
    })
}

/** An issuer whose tokens `POST /sys/jwt` accepts. `claim` is looked up in login names and third-party accounts. */
const jwtIssuer = z
  .object({
    issuer: z.string().min(1),
    /** The company whose people it may sign in; never those of another. */
    tenant: z.string().min(1),
    audience: z.string().min(1),
    jwksUrl: httpUrl.optional(),
    secret: z.string().min(32).optional(),
    claim: z.string().min(1).default('sub'),
    skewSeconds: z.number().int().min(0).max(600).default(60),
  })
  .refine(({ jwksUrl, secret }) => (jwksUrl === undefined) !== (secret === undefined), {
    message: 'exactly one of jwksUrl and secret',
  })

const oidcProvider = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  title: z.string().min(1).max(32),
  issuer: httpUrl,
  tenant: z.string().min(1),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scope: z.string().default('openid profile phone'),
  claim: z.string().min(1).default('sub'),
})

/** What a company's ERP calls the form of a kind of rows that processes decide about, and its address. */
const erpForm = z.object({
  tenant: z.string().min(1),
  businessType: z.string().min(1),
  url: httpUrl,
  formId: z.string().min(1).max(100),
  app: z.string().min(1).max(100).optional(),
})

/** Startup options could switch the role or turn row-level security off. */
const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/ })
  .refine((url) => !URL.parse(url)?.searchParams.has('options'), { message: 'must not carry options' })

/** All environment variables of the server, as in the README's table. */
const schema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => resolve(path)),
  FILES_DIR: z
    .string()
    .min(1)
    .optional()
    .transform((path) => (path === undefined ? undefined : resolve(path))),
  /** The owner of the storage that this database takes over, as named in the refusal at start. */
  FILES_ADOPT: z.string().min(1).optional(),
  /** Files are stored in this bucket instead of a folder. */
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.stringbool().default(false),
  /** How long entries of the audit log are kept; no less than six years. */
  AUDIT_YEARS: z.coerce.number().int().min(6).max(100).default(6),
  /** Total of all files of one company; 0 is no limit. */
  FILES_QUOTA_GB: z.coerce.number().min(0).max(1_000_000).default(100),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_MIGRATION_URL: databaseUrl.optional(),
  /** The key of the secrets that companies enter; without it a key file in DATA_DIR has one. */
  SECRETS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Keys that were in use before; what they sealed is sealed anew at the start. */
  SECRETS_KEY_OLD: list.refine((keys) => keys.every((key) => key.length >= 32), {
    message: 'must be keys of at least 32 characters, separated by commas',
  }),
  /** Options that the PostgreSQL client would send with every connection; refused like options in an address. */
  PGOPTIONS: z.string().optional(),
  /** An import uses one connection, an export two and sometimes a third; requests need some too. */
  DATABASE_POOL: z.coerce.number().int().min(5).max(200).default(16),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  API_BASE: z
    .string()
    .regex(/^(https?:\/\/|\/)/, 'must start with / or http(s)://')
    .default('/api'),
  SYSTEM_API_BASE: z
    .string()
    .regex(/^(https?:\/\/|\/)/, 'must start with / or http(s)://')
    .default('/api'),
  TRUSTED_PROXIES: z.string().default(''),
  PUBLIC_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  /** Networks of the inside that webhooks may reach nevertheless, also over plain HTTP. */
  WEBHOOK_PRIVATE_NETWORKS: list.refine((networks) => networks.every(isNetwork), {
    message: 'must be networks such as 10.20.0.0/16 or fd00::/8, separated by commas',
  }),
  /** Networks of the inside that companies' mail servers may be in. */
  SMTP_PRIVATE_NETWORKS: list.refine((networks) => networks.every(isNetwork), {
    message: 'must be networks such as 10.20.0.0/16 or fd00::/8, separated by commas',
  }),
  CORS_ORIGINS: list,
  FRAME_SOURCES: list,
  /** Allowed addresses of the companies' sister systems. */
  SISTER_SOURCES: list.refine((sources) => sources.every((each) => SISTER_SOURCE.test(each)), {
    message: 'must be origins such as https://care.example.com or https://*.example.com, separated by commas',
  }),
  /** The origins among those and the frames that cannot exchange a ticket and get the session token itself. */
  SESSION_TOKEN_SOURCES: list.refine((sources) => sources.every((each) => isOrigin(each)), {
    message: 'must be origins such as https://care.example.com, separated by commas',
  }),
  /** Calls per minute of one session; 0 is no limit. */
  RATE_LIMIT: z.coerce.number().int().min(0).default(1200),
  HSTS_SECONDS: z.coerce.number().int().min(0).max(63_072_000).default(0),
  FILING_NUMBER: z.string().max(64).default(''),
  APP_DOWNLOAD_URL: z.union([z.literal(''), httpUrl]).default(''),
  /** Map tiles in Web Mercator (EPSG:3857) for WGS 84 coordinates; images are allowed from their host only (CSP). */
  MAP_TILE_URL: z.union([z.literal(''), tileUrl]).default(''),
  /** The attribution that the tiles' licence requires on every map, such as © and a name. */
  MAP_TILE_ATTRIBUTION: z.string().max(200).default(''),
  CAPTCHA_TYPE: z.enum(['blockPuzzle', 'clickWord']).default('blockPuzzle'),
  SMS_PROVIDER: z.enum(['outbox', 'aliyun', 'http']).default('outbox'),
  SMS_OUTBOX_FILE: z.string().optional(),
  /** With `outbox`, everybody who can read the log can read the codes too. */
  SMS_LOG_CODES: z.stringbool().default(false),
  SMS_SIGN_NAME: z.string().optional(),
  SMS_TEMPLATE_CODE: z.string().optional(),
  /** Of messages, with the variable `title`; without one, none go out by Alibaba Cloud. */
  SMS_MESSAGE_TEMPLATE_CODE: z.string().optional(),
  SMS_ENDPOINT: httpUrl.default('https://dysmsapi.aliyuncs.com'),
  SMS_ACCESS_KEY_ID: z.string().optional(),
  SMS_ACCESS_KEY_SECRET: z.string().optional(),
  SMS_HTTP_URL: httpUrl.optional(),
  SMS_HTTP_AUTHORIZATION: z.string().optional(),
  SSO_JWT_ISSUERS: json(z.array(jwtIssuer)),
  OIDC_PROVIDERS: json(z.array(oidcProvider)),
  ERP_FORMS: json(z.array(erpForm)),
  KINGDEE_AUTH_URL: httpUrl.optional(),
  KINGDEE_APP_ID: z.string().optional(),
  KINGDEE_APP_SECRET: z.string().optional(),
})

export type Env = z.output<typeof schema>

/** The settings that each SMS provider requires. */
const SMS_NEEDS = {
  outbox: [],
  aliyun: ['SMS_ACCESS_KEY_ID', 'SMS_ACCESS_KEY_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE_CODE'],
  http: ['SMS_HTTP_URL'],
} as const

/** The settings that a bucket requires; they are invalid without one. */
const S3_NEEDS = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const OF_S3 = ['S3_ENDPOINT', ...S3_NEEDS] as const

const complete = schema.superRefine((env, context) => {
  const fault = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  if (env.S3_BUCKET === undefined) {
    const stray = OF_S3.find((name) => env[name] !== undefined)
    if (stray) fault('S3_BUCKET', `needed by ${stray}`)
  } else {
    for (const name of S3_NEEDS) if (env[name] === undefined) fault(name, 'needed by S3_BUCKET')
  }
  if (env.PGOPTIONS !== undefined) fault('PGOPTIONS', 'must not be set')
  // Without it, the Host header of the request would decide the redirect's target.
  if (env.OIDC_PROVIDERS.length > 0 && env.PUBLIC_URL === undefined)
    fault('PUBLIC_URL', 'needed by OIDC_PROVIDERS')
  for (const name of SMS_NEEDS[env.SMS_PROVIDER]) {
    if (env[name] === undefined) fault(name, `needed by SMS_PROVIDER=${env.SMS_PROVIDER}`)
  }
})

/** Names whose values never appear in a message. */
const SECRET = /SECRET|URL|AUTHORIZATION|ISSUERS|PROVIDERS/

/** Reads the environment; throws one sentence that names every invalid variable. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, own(source, name)] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = complete.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0])
    const shown = SECRET.test(name) || own(given, name) === undefined ? name : `${name}=${own(given, name)}`
    return `${shown}: ${issue.message}`
  })
  throw new Error(`环境变量有误 (invalid environment): ${faults.join('; ')}`)
}
