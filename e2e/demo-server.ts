import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { findRunningCluster } from '@heliodesk/server/platform/embedded-postgres/launch.ts'
import { findFreePort, repository, stopProcess, waitUntilAnswering } from '../tools/processes.ts'
import { outboxIn } from './sms-code.ts'

type Settings = Record<string, string>

/** The folder of the product that is started: this one, or another version of it (`npm run shots -- --against`). */
const product = process.env.HELIODESK_PRODUCT ?? repository

export type Server = { address: string; stop: () => Promise<void> }

export type DemoServer = Server & { dataFolder: string; database: string; logins: unknown }

/** A server with its own new demo database. */
export async function startDemoServer(settings: (address: string) => Settings): Promise<DemoServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'heliodesk-journeys-'))
  // The server's own PostgreSQL drops root privileges and must still reach its files.
  await chmod(dataFolder, 0o755)
  const env = { DATA_DIR: dataFolder }
  const remove = () => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const server = await startServer(dataFolder, (address) => ({ ...env, ...settings(address) }))
    const stop = async () => {
      await server.stop()
      await remove()
    }
    const { stdout } = await promisify(execFile)(process.execPath, ['tools/demo-logins.ts'], {
      cwd: product,
      env: { ...environment(), ...env },
    })
    const database = (await findRunningCluster(dataFolder))!
    return { address: server.address, dataFolder, database, logins: JSON.parse(stdout), stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A second server process on the database and the files of the journeys' server, with settings of its own. */
export const startServerBeside = (settings: Settings): Promise<Server> =>
  startServer(process.env.HELIODESK_DATA_DIR!, () => ({
    DATABASE_URL: process.env.HELIODESK_DATABASE!,
    FILES_DIR: join(process.env.HELIODESK_DATA_DIR!, 'files'),
    ...settings,
  }))

function environment() {
  const { DATABASE_URL: _url, DATABASE_MIGRATION_URL: _migrationUrl, ...inherited } = process.env
  return inherited
}

/** Its log and its messages are written to files in `folder`. */
async function startServer(folder: string, settings: (address: string) => Settings): Promise<Server> {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const logFile = join(folder, `journeys-server-${port}.log`)
  const log = await open(logFile, 'w')
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: product,
    stdio: ['ignore', log.fd, log.fd],
    env: {
      ...environment(),
      HOST: '127.0.0.1',
      PORT: String(port),
      SMS_OUTBOX_FILE: outboxIn(folder),
      ...settings(address),
    },
  })
  const stop = async () => {
    await stopProcess(server)
    await log.close()
  }
  // The server must not keep running when a test runner ends without its teardown.
  process.once('exit', () => server.kill('SIGTERM'))

  try {
    await waitUntilAnswering(`${address}/readyz`, server, 180_000)
    return { address, stop }
  } catch (error) {
    const said = (await readFile(logFile, 'utf8')).split('\n').slice(-40).join('\n')
    await stop()
    throw new Error(`The server for the journeys did not start. It said:\n${said}`, { cause: error })
  }
}
