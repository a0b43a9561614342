import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, expect } from 'vitest'
import type { Mode, Report } from './launch-child.ts'

const CHILD = fileURLToPath(new URL('launch-child.ts', import.meta.url))

const directories: string[] = []

afterAll(() => {
  for (const path of directories)
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

/** A temporary directory, removed after the tests; every account may enter it. */
export function temporaryDirectory(owner?: number): string {
  const path = mkdtempSync(join(tmpdir(), 'heliodesk-launch-'))
  directories.push(path)
  chmodSync(path, 0o755)
  if (owner !== undefined) chownSync(path, owner, owner)
  return path
}

type ChildOptions = { mode?: Mode; uid?: number; detached?: boolean }

export type Child = { process: ChildProcess; url: string; port: number; attached: boolean; uid: number }

/** A process that has started or joined the cluster and committed the row. */
export async function startChild(dataDir: string, row: string, options: ChildOptions = {}): Promise<Child> {
  const child = launchChild(dataDir, row, options)
  const [report]: Report[] = await once(child, 'message')
  if (!report || !('started' in report))
    throw new Error(report && 'error' in report ? report.error : 'no report')
  return { process: child, ...report.started }
}

export function launchChild(dataDir: string, row: string, options: ChildOptions = {}): ChildProcess {
  const { mode = 'idle', uid, detached } = options
  return fork(CHILD, [dataDir, row, mode], {
    execArgv: [],
    detached,
    ...(uid === undefined ? {} : { uid, gid: uid, cwd: '/' }),
  })
}

/** Repeatedly kills a server that is writing and starts the next one. No acknowledged row may be missing at the end. */
export async function surviveKills(dataDir: string, rounds: number): Promise<void> {
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await startChild(dataDir, `round ${round}`, { mode: 'write' })
    expect(server.attached).toBe(false)
    acknowledged.push(`round ${round}`)
    const enough = acknowledged.length + 1 + ((round * 37) % 100)
    const gone = once(server.process, 'exit')
    server.process.on('message', (report: Report) => {
      if ('committed' in report) acknowledged.push(report.committed)
      if (acknowledged.length === enough) server.process.kill('SIGKILL')
    })
    await gone
    // In every other round the next start happens while the previous PostgreSQL is still running.
    if (round % 2 === 0) await expectStopped(server.port)
  }
  const last = await startChild(dataDir, 'last')
  const stored = new Set(await committedRows(last.url))
  expect(acknowledged.filter((row) => !stored.has(row))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(rounds)
  await stopChild(last)
}

export async function stopChild(child: Child): Promise<void> {
  child.process.send('stop')
  await once(child.process, 'exit')
}

export async function killChild(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

export async function query<R extends QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

export async function committedRows(url: string): Promise<string[]> {
  const rows = await query<{ row: string }>(url, 'SELECT row FROM committed ORDER BY row')
  return rows.map(({ row }) => row)
}

export function isListening(port: number, address = '127.0.0.1'): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, address)
    socket.on('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })
}

export async function expectStopped(port: number): Promise<void> {
  await expect.poll(() => isListening(port), { timeout: 30_000, interval: 50 }).toBe(false)
}
