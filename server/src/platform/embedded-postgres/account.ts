import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresFailure } from './failure.ts'

/** The system account that PostgreSQL runs as; empty means the account of this process. */
export type Account = { uid?: number; gid?: number }

/** PostgreSQL refuses to run as root. Under root it runs as the cluster's owner, else as postgres or nobody. */
export function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return {}
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) {
    throw new EmbeddedPostgresFailure(
      'PostgreSQL 不能以 root 运行，而系统中没有 postgres 或 nobody 用户：请添加其一，或用 DATABASE_URL 指定外部 PostgreSQL',
      'PostgreSQL does not run as root and there is no user postgres or nobody: add one or set DATABASE_URL',
    )
  }
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/**
 * Gives a directory that root created, or restored from a backup, to the account, with all its contents. A directory
 * that the account already owns is left alone: links planted in it must not give the account other files.
 */
export function giveTo(account: Account, directory: string): void {
  const { uid, gid } = account
  if (uid === undefined || gid === undefined || lstatSync(directory).uid === uid) return
  const give = (path: string) => {
    if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
    lchownSync(path, uid, gid)
  }
  give(directory)
}

/** Runs a shell test such as `test -x "$1"` with the rights of the account. */
export function holdsFor(account: Account, test: string, path: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', test, 'sh', path], { ...account, cwd: '/', env: environment() })
  if (result.error) {
    throw new EmbeddedPostgresFailure(
      `无法以用户号 ${account.uid ?? process.getuid?.()} 启动程序：请不要以受限的 root 运行，或用 DATABASE_URL 指定外部 PostgreSQL`,
      `no program can be started as uid ${account.uid ?? process.getuid?.()}: do not run as a restricted root or set DATABASE_URL`,
      { quote: result.error.message, cause: result.error },
    )
  }
  return result.status === 0
}

/** PostgreSQL gets nothing of the application's environment (secrets, PG* variables). */
export function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH, SystemRoot, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
}

/** The file descriptor on which PostgreSQL programs find the cluster's directory already open. */
export const CLUSTER_DESCRIPTOR = 3

/**
 * The cluster's path as seen by a program of that account. If root keeps the data below a directory that the account
 * may not enter (a 0700 home), Linux still gives access through the directory opened for it.
 */
export function clusterPathFor(account: Account, cluster: string): string {
  if (account.uid === undefined || holdsFor(account, 'test -x "$1"', cluster)) return cluster
  if (process.platform === 'linux') return `/proc/self/fd/${CLUSTER_DESCRIPTOR}`
  throw new EmbeddedPostgresFailure(
    `数据目录 ${cluster} 的上级目录不允许用户 ${account.uid} 进入：请改用其他数据目录，或不以 root 运行`,
    `uid ${account.uid} may not enter the parents of ${cluster}: choose another data directory or do not run as root`,
  )
}

/** Runs a PostgreSQL program to completion with `input` as its standard input. */
export async function runProgram(
  account: Account,
  cluster: string,
  command: string[],
  input = '',
): Promise<{ succeeded: boolean; output: string }> {
  const [program = '', ...args] = command
  const directory = process.platform === 'win32' ? 'ignore' : openSync(cluster, constants.O_RDONLY)
  try {
    return await new Promise((done, fail) => {
      const child = spawn(program, args, {
        ...account,
        cwd: process.platform === 'win32' ? cluster : '/',
        env: environment(),
        stdio: ['pipe', 'pipe', 'pipe', directory],
      })
      let output = ''
      const collect = (chunk: Buffer) => (output += chunk.toString())
      child.stdout?.on('data', collect)
      child.stderr?.on('data', collect)
      child.on('error', fail)
      child.on('close', (status) => done({ succeeded: status === 0, output }))
      // A program that fails early closes its input; its output gives the reason.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
    })
  } finally {
    if (typeof directory === 'number') closeSync(directory)
  }
}
