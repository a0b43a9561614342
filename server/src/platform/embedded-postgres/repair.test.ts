import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { findCredentials } from './credentials.ts'
import { explainOutput } from './failure.ts'
import {
  committedRows,
  expectStopped,
  isListening,
  killChild,
  launchChild,
  query,
  startChild,
  stopChild,
  temporaryDirectory,
} from './launch.fixture.ts'
import { EmbeddedPostgresFailure, findRunningCluster, startCluster } from './launch.ts'
import { placeOf } from './place.ts'
import { findPidFile, findPostmaster } from './postmaster.ts'

// These tests start and stop real processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** The leftovers of a start that was killed while it created the cluster. */
const unfinished = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))

const dataDir = temporaryDirectory()
const place = placeOf(dataDir)

describe('a cluster that was never finished', () => {
  test('is created again after a kill -9 in the middle', async () => {
    const fresh = temporaryDirectory()
    const child = launchChild(fresh, 'never')
    const begun = () => unfinished(fresh).some((name) => existsSync(join(fresh, name, 'PG_VERSION')))
    await expect.poll(begun, { timeout: 20_000, interval: 5 }).toBe(true)
    await killChild(child)
    expect(existsSync(join(fresh, 'postgres'))).toBe(false)

    const server = await startChild(fresh, 'first')
    expect(await committedRows(server.url)).toEqual(['first'])
    expect(unfinished(fresh)).toEqual([])
    await stopChild(server)
  })

  test('is set aside, not removed, when it stands in the place of the data', async () => {
    const fresh = temporaryDirectory()
    mkdirSync(join(fresh, 'postgres', 'base'), { recursive: true })
    writeFileSync(join(fresh, 'postgres', 'PG_VERSION'), '18\n')
    const lines: string[] = []
    const cluster = await startCluster({ dataDir: fresh, log: (line) => lines.push(line) })
    expect(await query(cluster.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await cluster.stop()
    const aside = readdirSync(fresh).find((name) => name.startsWith('postgres.incomplete-'))
    expect(readFileSync(join(fresh, aside!, 'PG_VERSION'), 'utf8')).toBe('18\n')
    expect(lines.join('\n')).toContain(aside)
  })
})

describe('what a crash leaves behind', () => {
  // Must run as PostgreSQL's own user; otherwise PostgreSQL itself sees that the process cannot be a postmaster.
  test.each([
    ['of somebody else', 'echo $$; exec sleep 600'],
    ['of a zombie', 'true & echo $!; exec sleep 600'],
  ])('a pid file with the number %s', async (owner, script) => {
    const server = await startChild(dataDir, `before ${owner}`)
    const pidFile = join(place.cluster, 'postmaster.pid')
    const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
    await stopChild(server)
    const { uid, gid } = statSync(place.cluster)
    const rights = process.getuid?.() === 0 ? { uid, gid } : {}
    const stranger = spawn('sh', ['-c', script], { ...rights, cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const [pid]: Buffer[] = await once(stranger.stdout, 'data')
      writeFileSync(pidFile, [Number(pid), ...rest].join('\n'))
      expect(findPostmaster(place.cluster)).toBeNull()
      const again = await startChild(dataDir, `after ${owner}`)
      expect(again.attached).toBe(false)
      expect(await committedRows(again.url)).toEqual(
        expect.arrayContaining([`before ${owner}`, `after ${owner}`]),
      )
      await stopChild(again)
    } finally {
      stranger.kill('SIGKILL')
    }
  })

  test('a postmaster that was killed is back on the same port', async () => {
    const server = await startChild(dataDir, 'c')
    process.kill(findPostmaster(place.cluster)!.pid, 'SIGKILL')
    await expectStopped(server.port)
    await expect.poll(() => isListening(server.port), { timeout: 20_000, interval: 50 }).toBe(true)
    await expect.poll(() => committedRows(server.url).catch(String), { timeout: 20_000 }).toContain('c')
    const tool = await startChild(dataDir, 'd')
    expect(tool.attached).toBe(true)
    await stopChild(tool)
    await stopChild(server)
    expect(await isListening(server.port)).toBe(false)
  })

  test.runIf(process.platform === 'linux')('a PostgreSQL whose guardians were killed, too', async () => {
    const server = await startChild(dataDir, 'e')
    const { pid } = findPostmaster(place.cluster)!
    const shell = findProcesses((candidate) => candidate === parentOf(pid))[0]!
    const watchers = findProcesses((candidate) => candidate !== pid && parentOf(candidate) === shell)
    expect(watchers).toHaveLength(1)
    for (const guardian of [...watchers, shell]) process.kill(guardian, 'SIGKILL')

    // While one process uses it, others join and leave without stopping it.
    const guest = await withOpenSession(server.url, () => startChild(dataDir, 'f'))
    expect(guest.attached).toBe(true)
    expect(findPidFile(place.cluster)?.pid).toBe(pid)
    await stopChild(guest)
    expect(await committedRows(server.url)).toContain('f')

    await killChild(server.process)
    expect(await isListening(server.port)).toBe(true)
    const next = await startChild(dataDir, 'g')
    expect(next.attached).toBe(false)
    expect(findPidFile(place.cluster)?.pid).not.toBe(pid)
    expect(await committedRows(next.url)).toEqual(expect.arrayContaining(['c', 'd', 'e', 'f', 'g']))
    await stopChild(next)
  })

  test('a port that somebody else took', async () => {
    const { port } = findCredentials(place)!
    const thief = createServer().listen(port!, '127.0.0.1')
    try {
      const cluster = await startCluster({ dataDir })
      expect(cluster.port).not.toBe(port)
      await cluster.stop()
    } finally {
      thief.close()
    }
  })
})

describe('credentials', () => {
  const { credentials } = place

  test.each([
    ['lost', () => rmSync(credentials)],
    ['damaged', () => writeFileSync(credentials, '{"port": 1')],
    ['of another cluster', () => changePassword(credentials)],
  ])('%s: a new password is set', async (_, damage) => {
    const before = await startCluster({ dataDir })
    await before.stop()
    damage()
    const after = await startCluster({ dataDir })
    expect(new URL(after.url).password).not.toBe(new URL(before.url).password)
    expect(await findRunningCluster(dataDir)).toBe(after.url)
    const old = after.url.replace(new URL(after.url).password, new URL(before.url).password)
    await expect(query(old, 'SELECT 1')).rejects.toThrow(/password/)
    expect(statSync(credentials).mode & 0o777).toBe(0o600)
    await after.stop()
  })

  test('lost while the server runs: told so, and the server is left alone', async () => {
    const server = await startChild(dataDir, 'running')
    rmSync(credentials)
    expect(await findRunningCluster(dataDir)).toBeNull()
    await expect(startCluster({ dataDir })).rejects.toThrow(/database\.json 已丢失.*\(the database of/)
    expect(await committedRows(server.url)).toContain('running')
    await stopChild(server)
  })
})

describe('refusals', () => {
  test('PostgreSQL that does not start is quoted and leaves nothing running', async () => {
    const refused = startCluster({ dataDir, settings: { max_connections: 'plenty' } })
    await expect(refused).rejects.toThrow(EmbeddedPostgresFailure)
    await expect(refused).rejects.toThrow(
      /无法启动.*\(the embedded PostgreSQL could not start in [\s\S]*FATAL: {2}invalid value for parameter "max_connections"/,
    )
    expect(findPidFile(place.cluster)).toBeNull()
    const cluster = await startCluster({ dataDir })
    await cluster.stop()
  })

  test('a file in the place of the data directory', async () => {
    const file = join(temporaryDirectory(), 'data')
    writeFileSync(file, '')
    await expect(startCluster({ dataDir: file })).rejects.toThrow(`数据目录 ${file} 的路径上有一个同名文件`)
    await expect(startCluster({ dataDir: join(file, 'below') })).rejects.toThrow(EmbeddedPostgresFailure)
  })

  test('a full disk has a sentence of its own', () => {
    const output = 'FATAL:  could not write to file "pg_wal/xlogtemp.42": No space left on device'
    const failure = explainOutput('/data', { chinese: '启动', english: 'start' }, output)
    expect(failure.message).toMatch(/^磁盘空间不足，数据目录 \/data .*\n.*No space left on device$/)
  })
})

function changePassword(file: string): void {
  const { password, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...rest, password: `${String(password).slice(1)}_` }))
}

async function withOpenSession<T>(url: string, work: () => Promise<T>): Promise<T> {
  const session = new Client({ connectionString: url })
  await session.connect()
  try {
    return await work()
  } finally {
    await session.end()
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return -1
  }
}

function findProcesses(matches: (pid: number) => boolean): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(matches)
}
