import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from './processes.ts'

/** The oldest supported PostgreSQL. */
const oldestVersion = 15

const debianFolder = '/usr/lib/postgresql'

export interface InstalledPostgres {
  version: number
  folder: string
}

/** The oldest installed PostgreSQL that is supported: what works there most likely works with newer ones. */
export function findInstalledPostgres(folder = debianFolder): InstalledPostgres | undefined {
  if (!existsSync(folder)) return undefined
  return readdirSync(folder)
    .map((name) => ({ version: Number(name), folder: join(folder, name, 'bin') }))
    .filter(({ version, folder: bin }) => version >= oldestVersion && existsSync(join(bin, 'initdb')))
    .toSorted((a, b) => a.version - b.version)
    .at(0)
}

interface Cluster {
  /** The superuser's connection address. */
  url: string
  stop(): Promise<void>
}

/**
 * A new cluster in a temporary folder on a free port of the loopback address. Under root it runs as the account
 * postgres, which the package creates, because PostgreSQL refuses to run as root.
 */
export async function startTemporaryCluster({ folder: bin }: InstalledPostgres): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'heliodesk-cluster-'))
  const account = process.getuid?.() === 0 ? accountOf('postgres') : undefined
  const identity = account ? { uid: account.uid, gid: account.gid } : {}
  const data = join(folder, 'data')
  const password = randomBytes(18).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) {
    await chown(folder, account.uid, account.gid)
    await chown(passwordFile, account.uid, account.gid)
  }
  await chmod(folder, 0o700)

  const run = async (program: string, args: string[]) => {
    const child = spawn(join(bin, program), args, {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      ...identity,
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    const [exitCode] = await once(child, 'exit')
    if (exitCode !== 0) throw new Error(`${program} failed: ${said.trim()}`)
  }

  const port = await findFreePort()
  try {
    const login = ['--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256']
    await run('initdb', [
      '--pgdata',
      data,
      ...login,
      '--encoding',
      'UTF8',
      '--locale',
      'C.UTF-8',
      '--no-sync',
    ])
    const settings = [
      `-c port=${port}`,
      '-c listen_addresses=127.0.0.1',
      "-c unix_socket_directories=''",
      '-c fsync=off',
      '-c max_connections=200',
    ]
    const log = join(folder, 'log')
    await run('pg_ctl', ['start', '--wait', '--pgdata', data, '--log', log, '--options', settings.join(' ')])
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      await run('pg_ctl', ['stop', '--wait', '--mode', 'fast', '--pgdata', data])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function accountOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) throw new Error(`There is no account ${name}, under which PostgreSQL could run.`)
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
