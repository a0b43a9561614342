import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export const repository = resolve(import.meta.dirname, '..')

const onWindows = process.platform === 'win32'

/** The script behind a package's command, to run with this Node instead of the first one on PATH. */
export function packageCommand(packageName: string, command = packageName, from = repository): string {
  const manifest = findPackageJSON(packageName, join(from, 'package.json'))
  if (!manifest) throw new Error(`The package ${packageName} is not installed: run "npm ci".`)
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'))
  const script = typeof bin === 'string' ? bin : bin[command]
  if (!script) throw new Error(`The package ${packageName} has no command ${command}.`)
  return join(dirname(manifest), script)
}

/** A TCP port of the loopback address that is currently free. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('The probe socket has no port.')
  return address.port
}

/**
 * Starts a program as the leader of its own process group. Ctrl+C in the terminal then reaches only the caller, which
 * passes it on exactly once with stopGroup, including to the program's children.
 */
export function spawnGroup(command: string, args: string[], options: SpawnOptions): ChildProcess {
  return spawn(command, args, { ...options, detached: !onWindows })
}

export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!child.pid) return
  try {
    if (onWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

interface StopOptions {
  signal?: NodeJS.Signals
  /** How long the process may take to end by itself before it is killed. */
  graceMilliseconds?: number
}

/** Asks a process group to end, and kills it after the grace time. Resolves when its leader has ended. */
export async function stopGroup(child: ChildProcess, options: StopOptions = {}): Promise<void> {
  await stop(child, options, (signal) => signalGroup(child, signal))
}

/** The same for a single process in this process's own group. */
export async function stopProcess(child: ChildProcess, options: StopOptions = {}): Promise<void> {
  await stop(child, options, (signal) => child.kill(signal))
}

async function stop(
  child: ChildProcess,
  { signal = 'SIGTERM', graceMilliseconds = 20_000 }: StopOptions,
  send: (signal: NodeJS.Signals) => void,
): Promise<void> {
  if (!isRunning(child)) return
  const gone = once(child, 'exit')
  send(signal)
  const force = setTimeout(() => send('SIGKILL'), graceMilliseconds)
  await gone
  clearTimeout(force)
}

export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** Waits until the address answers 2xx; throws if the process behind it ends or the time is up. */
export async function waitUntilAnswering(
  address: string,
  child: ChildProcess,
  deadlineMilliseconds: number,
): Promise<void> {
  const deadline = Date.now() + deadlineMilliseconds
  for (;;) {
    if (!isRunning(child)) throw new Error(`The process behind ${address} ended (${describeExit(child)}).`)
    if (await answers(address)) return
    if (Date.now() > deadline)
      throw new Error(`${address} did not answer in ${deadlineMilliseconds / 1000} s.`)
    await delay(150)
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

export function describeExit(child: ChildProcess): string {
  return child.signalCode ? `signal ${child.signalCode}` : `exit code ${child.exitCode ?? 'unknown'}`
}
