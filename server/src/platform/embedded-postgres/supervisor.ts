import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { environment, type Account } from './account.ts'
import { EmbeddedPostgresFailure, errorCode } from './failure.ts'
import type { Place } from './place.ts'

/**
 * The postmaster's parent: a shell in a session of its own, so that Ctrl+C in a terminal reaches neither.
 *
 * Every process that uses the cluster holds the named pipe open for writing. The kernel closes the pipe of killed
 * processes; when the last user is gone the shell reads end-of-file and stops PostgreSQL (SIGINT: fast shutdown). It
 * repeats the signal, because a postmaster that was only just started does not handle it yet.
 *
 * Each line that arrives through the pipe is answered on standard output; the answer confirms that the sender is
 * registered as a user.
 *
 * A killed postmaster is restarted as long as it is needed; its last children may still be running at first, hence the
 * retries.
 *
 * Descriptors: 0 the pipe, 1 the answers, 2 the log, 3 the cluster's directory.
 */
const SCRIPT = `
trap '' HUP INT TERM
exec 4<&0 </dev/null
retries=0
while :; do
  "$@" >&2 4<&- &
  postmaster=$!
  echo "postmaster $postmaster"
  {
    while read -r user; do echo "user $user"; done
    echo leaving
    while kill -INT "$postmaster"; do sleep 1; done
  } <&4 4<&- 2>/dev/null &
  watcher=$!
  wait "$postmaster"
  status=$?
  kill -KILL "$watcher"
  wait "$watcher" 2>/dev/null
  if [ "$status" -gt 128 ]; then retries=10
  elif [ "$status" -ne 0 ] && [ "$retries" -gt 0 ]; then retries=$((retries - 1))
  else exit "$status"; fi
  echo "heliodesk: postmaster $postmaster ended with status $status, starting it again" >&2
  sleep 1
done
`

/** Keeps PostgreSQL running until it is released or this process ends, however it ends. */
export type Hold = { release(): void }

export type Supervised = Hold & {
  /** The pid of the current postmaster. */
  findPid(): number | null
  hasEnded(): boolean
  failure(): Error | undefined
}

/** After this many killed postmasters the start has failed. */
const MOST_STARTS = 3

export function supervise(place: Place, account: Account, command: string[]): Supervised {
  if (process.platform === 'win32') return startUnsupervised(place, command)
  // New files, since the shell of a killed start may still be writing to the old ones.
  for (const file of [place.users, place.answers]) rmSync(file, { force: true })
  makeNamedPipe(place.users)
  const opened: number[] = []
  const open = (file: string, flags: number) => {
    const descriptor = openSync(file, flags, 0o600)
    opened.push(descriptor)
    return descriptor
  }
  try {
    // Opened in both directions first, so that neither end blocks on the other.
    open(place.users, constants.O_RDWR)
    const users = open(place.users, constants.O_RDONLY)
    const answers = open(place.answers, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC)
    const log = open(place.log, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND)
    const cluster = open(place.cluster, constants.O_RDONLY | constants.O_DIRECTORY)
    const hold = openSync(place.users, constants.O_WRONLY)
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'heliodesk-postgres', ...command], {
      ...account,
      cwd: '/',
      detached: true,
      env: environment(),
      stdio: [users, answers, log, cluster],
    })
    const watched = watch(shell)
    return {
      ...holding(hold),
      findPid: () => listStarted(place).at(-1) ?? null,
      hasEnded: () => watched.hasEnded() || listStarted(place).length > MOST_STARTS,
      failure: watched.failure,
    }
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

function makeNamedPipe(path: string): void {
  const { status, error, stderr } = spawnSync('mkfifo', ['-m', '600', path], { encoding: 'utf8' })
  if (status === 0) return
  throw new EmbeddedPostgresFailure(
    `无法创建命名管道 ${path}：请把数据目录放在本机的文件系统上`,
    `the named pipe ${path} cannot be made: keep the data directory on a local file system`,
    { quote: error?.message ?? stderr, cause: error },
  )
}

/** Joins the users of a supervised postmaster. "leaving": its supervisor is about to stop it. */
export async function joinUsers(place: Place): Promise<Hold | 'leaving' | 'unsupervised'> {
  let descriptor: number
  try {
    descriptor = openSync(place.users, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (errorCode(error) === 'ENXIO' || errorCode(error) === 'ENOENT') return 'unsupervised'
    throw error
  }
  const hold = holding(descriptor)
  const user = `${process.pid} ${randomUUID()}`
  try {
    writeSync(descriptor, `${user}\n`)
    for (const deadline = Date.now() + 3_000; Date.now() < deadline; await pause(5)) {
      const answers = readFileSync(place.answers, 'utf8')
      if (answers.includes(`user ${user}\n`)) return hold
      if (answers.endsWith('leaving\n')) break
    }
  } catch (error) {
    if (errorCode(error) !== 'EPIPE' && errorCode(error) !== 'ENOENT') throw error
  }
  hold.release()
  return 'leaving'
}

/** Whether any process uses the cluster. Requires the start lock: while another process joins, answers may be lost. */
export function hasUsers(place: Place): boolean {
  let descriptor: number
  try {
    descriptor = openSync(place.users, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
  try {
    return readSync(descriptor, Buffer.alloc(1)) > 0
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return true
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function holding(descriptor: number): Hold {
  let held = true
  return {
    release() {
      if (held) closeSync(descriptor)
      held = false
    },
  }
}

/** The pids of the postmasters that the current supervisor has started. */
function listStarted(place: Place): number[] {
  const started = readFileSync(place.answers, 'utf8').matchAll(/^postmaster (\d+)$/gm)
  return [...started].map(([, pid]) => Number(pid))
}

function watch(child: ChildProcess): Pick<Supervised, 'hasEnded' | 'failure'> {
  let failure: Error | undefined
  let ended = false
  child.on('error', (error) => {
    failure = error
    ended = true
  })
  child.on('exit', () => {
    ended = true
  })
  child.unref()
  return { hasEnded: () => ended, failure: () => failure }
}

/**
 * Windows has neither the shell nor named pipes in the file system: if the parent is killed PostgreSQL keeps running,
 * and the next start takes it over.
 */
function startUnsupervised(place: Place, [program = '', ...args]: string[]): Supervised {
  const log = openSync(place.log, 'a', 0o600)
  try {
    const postmaster = spawn(program, args, {
      detached: true,
      windowsHide: true,
      env: environment(),
      stdio: ['ignore', log, log],
    })
    return { release: () => undefined, findPid: () => postmaster.pid ?? null, ...watch(postmaster) }
  } finally {
    closeSync(log)
  }
}
