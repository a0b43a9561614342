import './require-node.mjs'

import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import {
  describeExit,
  findFreePort,
  isRunning,
  packageCommand,
  repository,
  spawnGroup,
  stopGroup,
  waitUntilAnswering,
} from './processes.ts'

const webPort = process.env.PORT ?? '8080'
const apiPort = await findFreePort()
const webAddress = `http://127.0.0.1:${webPort}`
const apiAddress = `http://127.0.0.1:${apiPort}`

const server = spawnGroup(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/src/main.ts', ...process.argv.slice(2)],
  {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
  },
)
const web = spawnGroup(
  process.execPath,
  [packageCommand('vite', 'vite', join(repository, 'web')), '--port', webPort, '--logLevel', 'warn'],
  {
    cwd: join(repository, 'web'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, HELIODESK_API: apiAddress },
  },
)

// The server prints its own address, but browsers need Vite's.
createInterface({ input: server.stdout! }).on('line', (line) => {
  console.log(line.replaceAll(apiAddress, webAddress))
})

let stopping = false
async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all([stopGroup(web, { graceMilliseconds: 3_000 }), stopGroup(server)])
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

for (const [name, child] of [
  ['server', server],
  ['web client', web],
] as const) {
  void once(child, 'exit').then(() => {
    if (!stopping) console.error(`The ${name} ended by itself (${describeExit(child)}).`)
    return stop(1)
  })
}

await Promise.all([
  waitUntilAnswering(`${apiAddress}/readyz`, server, 300_000),
  waitUntilAnswering(`${webAddress}/`, web, 60_000),
]).catch((error: Error) => {
  if (!stopping) console.error(error.message)
  return stop(1)
})
if (!stopping && isRunning(web))
  console.log(`\nHeliodesk for development: ${webAddress}/\nThe widgets: ${webAddress}/gallery/\n`)
