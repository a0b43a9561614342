import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { buildHashFile, hashBuildInputs } from '../web/build-inputs.ts'
import { describeExit, packageCommand, repository, spawnGroup, stopGroup } from './processes.ts'

const web = join(repository, 'web')
const built = join(web, 'dist')

/** Whether web/dist was built from exactly the current sources, or comes without sources. */
export function isWebBuilt(): boolean {
  if (!existsSync(join(built, 'index.html'))) return false
  if (!existsSync(join(web, 'src'))) return true
  const remembered = join(built, buildHashFile)
  return existsSync(remembered) && readFileSync(remembered, 'utf8').trim() === hashBuildInputs(repository)
}

/** Builds the web client; throws with the reason if that fails. Ctrl+C stops the build and this process. */
export async function buildWeb(): Promise<void> {
  const build = spawnGroup(process.execPath, [findVite(), 'build', '--logLevel', 'warn'], {
    cwd: web,
    // Not the terminal itself, because Vite would draw its progress there.
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  build.stdout?.pipe(process.stdout)
  const stop = (signal: NodeJS.Signals) => {
    void stopGroup(build, { graceMilliseconds: 3_000 }).then(() =>
      process.exit(signal === 'SIGINT' ? 130 : 143),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await once(build, 'exit')
  process.off('SIGINT', stop)
  process.off('SIGTERM', stop)
  if (build.exitCode !== 0) throw new Error(`The web client could not be built (${describeExit(build)}).`)
}

function findVite(): string {
  try {
    return packageCommand('vite', 'vite', web)
  } catch {
    throw new Error(
      'The web client has to be built, but the development packages are not installed. ' +
        'Run "npm ci" without --omit=dev, or bring a web/dist that is already built.',
    )
  }
}
