import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { newToken } from '../src/kernel/token.ts'
import type { Harness } from './harness.ts'
import type { TestTenant } from './test-tenant.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A real server process, for tests of starting, crashing and running concurrently. */
export type ServerProcess = { process: ChildProcess; url: string; output(): string }

/** The settings of a server on a test's database and files; a server with another database refuses those files. */
export const settingsOf = ({ url, env }: Pick<Harness, 'url' | 'env'>): Record<string, string> => ({
  DATABASE_URL: url,
  FILES_DIR: env.FILES_DIR!,
  SECRETS_KEY: env.SECRETS_KEY!,
})

/** Starts `main.ts` and waits until it answers; throws with its output if it ends first. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort()
  const server = launch({ ...env, PORT: String(port) })
  const url = `http://127.0.0.1:${port}`
  // It prints its address as soon as it listens; asking until it answers would take a core for the whole start.
  await new Promise<void>((resolve, reject) => {
    server.process.stdout!.on('data', () => {
      if (server.output().includes(`:${port}/`)) resolve()
    })
    server.process.once('exit', () => reject(new Error(`the server ended: ${server.output()}`)))
  })
  const answer = await fetch(`${url}/readyz`)
  if (!answer.ok) throw new Error(`the server is not ready: ${await answer.text()}\n${server.output()}`)
  return { ...server, url }
}

/** Starts `main.ts` for a test that expects it to end; returns exit code and output. */
export async function runServer(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const server = launch(env)
  if (server.process.exitCode === null) await once(server.process, 'exit')
  return { code: server.process.exitCode, output: server.output() }
}

function launch(env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [main, '--no-demo'], {
    env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'error', RATE_LIMIT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  return { process: child, output: () => output }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

export async function endServer({ process: child }: ServerProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** A session of a test user, inserted by the owner of the database. */
export async function openSession(owner: pg.Pool, tenant: TestTenant, username: string): Promise<string> {
  const { token, hash } = newToken(tenant.tenantId)
  await owner.query(
    `insert into user_session (tenant_id, token_hash, user_id, signed_in_at, created_at, last_used_at, expires_at)
     values ($1, $2, $3, now(), now(), now(), now() + interval '7 days')`,
    [tenant.tenantId, hash, tenant.users[username]!.id],
  )
  return token
}

/** Sends a call to a server process; null if the connection broke before the answer. */
export async function post(
  server: ServerProcess,
  token: string | null,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  try {
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { 'x-access-token': token } : {}),
        ...headers,
      },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { result_code: string; result_msg: string; result_data: never }
  } catch {
    return null
  }
}
