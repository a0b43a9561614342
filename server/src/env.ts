import { resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65535)

/** Every environment variable of the server, as the README's table lists them. */
const schema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_MIGRATION_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
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
})

export type Env = z.output<typeof schema>

/** Reads the environment; throws one sentence that names every variable at fault. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, source[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0])
    return `${name}=${given[name]}: ${issue.message}`
  })
  throw new Error(`环境变量有误 (invalid environment): ${faults.join('; ')}`)
}
