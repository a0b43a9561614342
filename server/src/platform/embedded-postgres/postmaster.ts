import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { EmbeddedPostgresFailure, errorCode } from './failure.ts'
import type { Place } from './place.ts'

/** What PostgreSQL writes into postmaster.pid. */
export type PidFile = { pid: number; port: number; ready: boolean }

export function findPidFile(cluster: string): PidFile | null {
  let text: string
  try {
    text = readFileSync(pidFileOf(cluster), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  const lines = text.split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** The cluster's postmaster, if the process named in the pid file really is it. */
export function findPostmaster(cluster: string): PidFile | null {
  const file = findPidFile(cluster)
  return file && isPostmaster(file) ? file : null
}

/** A process id that exists on no system but that PostgreSQL accepts. */
const NO_PROCESS = 2 ** 31 - 1

/**
 * Makes a stale pid file harmless. PostgreSQL does not start when the pid in the file now belongs to another process
 * (after a reboot) or to a zombie. The file itself stays: its shared memory key keeps PostgreSQL from starting while
 * backends of a dead postmaster are still running.
 */
export function retirePidFile(cluster: string): void {
  const file = findPidFile(cluster)
  if (!file || !(file.pid > 0) || !isProcess(file.pid) || isPostmaster(file)) return
  const [, ...rest] = readFileSync(pidFileOf(cluster), 'utf8').split('\n')
  // Root writes into another user's directory here, so links are never followed.
  const flags = constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW
  const descriptor = openSync(pidFileOf(cluster), flags)
  try {
    writeSync(descriptor, [NO_PROCESS, ...rest].join('\n'))
  } finally {
    closeSync(descriptor)
  }
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Asks the cluster's postmaster for a fast shutdown: sessions are ended, no committed data is lost. */
export function requestStop({ cluster, dataDir }: Place): void {
  const postmaster = findPostmaster(cluster)
  if (!postmaster) return
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl talks to the postmaster through a pipe of its own.
    spawnSync(findBinaries({}, dataDir)('pg_ctl'), ['stop', '-W', '-m', 'fast', '-D', cluster], {
      windowsHide: true,
    })
    return
  }
  try {
    process.kill(postmaster.pid, 'SIGINT')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/** The previous port if it is still free, else any free one. Another program may take it before PostgreSQL does. */
export async function findFreePort(preferred: number | null): Promise<number> {
  const port = (preferred && (await tryPort(preferred))) || (await tryPort(0))
  if (port) return port
  throw new EmbeddedPostgresFailure('本机地址 127.0.0.1 上没有可用端口', 'no port is free on 127.0.0.1')
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The end of the log, starting at `from` at the earliest. */
export function readLog(file: string, from: number): string {
  const length = Math.min(sizeOf(file) - from, 64 * 1024)
  if (length <= 0) return ''
  const descriptor = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(length)
    const read = readSync(descriptor, buffer, 0, length, sizeOf(file) - length)
    return buffer.toString('utf8', 0, read)
  } finally {
    closeSync(descriptor)
  }
}

function pidFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

function isPostmaster({ pid, port }: PidFile): boolean {
  if (!(pid > 0) || !isProcess(pid)) return false
  const { zombie, command } = describeProcess(pid)
  if (zombie || !/postgres/.test(command)) return false
  return process.platform === 'win32' || new RegExp(`\\bport=${port}\\b`).test(command)
}

/** Windows only gives the program's name. */
function describeProcess(pid: number): { zombie: boolean; command: string } {
  if (process.platform === 'win32') {
    const program = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'tasklist.exe')
    const list = spawnSync(program, ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' })
    return { zombie: false, command: list.stdout }
  }
  if (process.platform !== 'linux') {
    const ps = spawnSync('ps', ['-o', 'stat=', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return { zombie: ps.stdout.trimStart().startsWith('Z'), command: ps.stdout }
  }
  try {
    // "pid (name) state …"; the name itself may contain brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const state = stat.charAt(stat.lastIndexOf(')') + 2)
    return { zombie: state === 'Z' || state === 'X', command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return { zombie: true, command: '' }
    throw error
  }
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((done) => {
    const server = createServer()
    server.on('error', () => done(null))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : null))
    })
  })
}
