import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { findFreePort, repository, stopProcess, waitUntilAnswering } from '../tools/processes.ts'
import { outboxIn } from './sms-code.ts'

export type DemoServer = { address: string; dataFolder: string; logins: unknown; stop: () => Promise<void> }

/** A server with its own new demo database. */
export async function startDemoServer(
  settings: (address: string) => Record<string, string>,
): Promise<DemoServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'heliodesk-journeys-'))
  // The server's own PostgreSQL drops root privileges and must still reach its files.
  await chmod(dataFolder, 0o755)
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _url, DATABASE_MIGRATION_URL: _migrationUrl, ...inherited } = process.env
  const env = {
    ...inherited,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataFolder,
    SMS_OUTBOX_FILE: outboxIn(dataFolder),
    ...settings(address),
  }

  const logFile = join(dataFolder, 'journeys-server.log')
  const log = await open(logFile, 'w')
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: repository,
    stdio: ['ignore', log.fd, log.fd],
    env,
  })
  const stop = async () => {
    await stopProcess(server)
    await log.close()
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
  // The server must not keep running when a test runner ends without its teardown.
  process.once('exit', () => server.kill('SIGTERM'))

  try {
    await waitUntilAnswering(`${address}/readyz`, server, 180_000)
    const { stdout } = await promisify(execFile)(process.execPath, ['tools/demo-logins.ts'], {
      cwd: repository,
      env,
    })
    return { address, dataFolder, logins: JSON.parse(stdout), stop }
  } catch (error) {
    const said = (await readFile(logFile, 'utf8')).split('\n').slice(-40).join('\n')
    await stop()
    throw new Error(`The server for the journeys did not start. It said:\n${said}`, { cause: error })
  }
}
