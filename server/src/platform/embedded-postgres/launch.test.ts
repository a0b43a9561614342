import { readFileSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import {
  committedRows,
  isListening,
  killChild,
  query,
  startChild,
  stopChild,
  surviveKills,
  temporaryDirectory,
} from './launch.fixture.ts'
import { findRunningCluster, startCluster } from './launch.ts'

// These tests start and stop real processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const ordinary = temporaryDirectory()
const shared = temporaryDirectory()
const killed = temporaryDirectory()

describe('startCluster', () => {
  test('creates the cluster, stops it, and finds its data again', async () => {
    expect(await findRunningCluster(ordinary)).toBeNull()
    const first = await startCluster({ dataDir: ordinary })
    expect(first.attached).toBe(false)
    expect(first.url).toMatch(
      new RegExp(`^postgres://heliodesk:[\\w-]{32}@127\\.0\\.0\\.1:${first.port}/heliodesk$`),
    )
    expect(await findRunningCluster(ordinary)).toBe(first.url)
    await query(first.url, `CREATE TABLE kept AS SELECT '光伏' AS word`)
    await first.stop()
    await first.stop()
    expect(await isListening(first.port)).toBe(false)
    expect(await findRunningCluster(ordinary)).toBeNull()

    const second = await startCluster({ dataDir: ordinary })
    expect(second.attached).toBe(false)
    expect(await query(second.url, 'SELECT word FROM kept')).toEqual([{ word: '光伏' }])
    await second.stop()
  })

  test('keeps the files to itself and asks everybody for the password', async () => {
    const cluster = await startCluster({ dataDir: ordinary })
    try {
      expect(statSync(join(ordinary, 'database.json')).mode & 0o777).toBe(0o600)
      expect(statSync(join(ordinary, 'postgres.log')).mode & 0o777).toBe(0o600)
      expect(statSync(join(ordinary, 'postgres')).mode & 0o777).toBe(0o700)
      const refused = [
        cluster.url.replace(/:[\w-]+@/, ':wrong-password@'),
        cluster.url.replace(/:[\w-]+@/, '@'),
        cluster.url.replace(/\/heliodesk$/, '/postgres').replace(/:[\w-]+@/, ':guess@'),
      ]
      for (const url of refused) await expect(query(url, 'SELECT 1')).rejects.toThrow(/password/)
      const rules = await query(cluster.url, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules')
      expect(rules).toEqual([{ auth_method: 'scram-sha-256' }])
      expect(readFileSync(join(ordinary, 'postgres.log'), 'utf8')).not.toContain(
        new URL(cluster.url).password,
      )
    } finally {
      await cluster.stop()
    }
  })

  test('is safe against crashes, listens on this machine only, and takes settings', async () => {
    const cluster = await startCluster({
      dataDir: ordinary,
      settings: { work_mem: '7MB', listen_addresses: '*', log_line_prefix: '%m [%p] %q%a ' },
    })
    try {
      const rows = await query<{ name: string; setting: string }>(
        cluster.url,
        `SELECT name, current_setting(name) AS setting FROM pg_settings WHERE name IN
         ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses',
          'unix_socket_directories', 'work_mem', 'max_connections', 'server_encoding', 'TimeZone')`,
      )
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
        fsync: 'on',
        full_page_writes: 'on',
        synchronous_commit: 'on',
        data_checksums: 'on',
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        work_mem: '7MB',
        max_connections: '200',
        server_encoding: 'UTF8',
        TimeZone: 'UTC',
      })
      const [locale] = await query(
        cluster.url,
        `SELECT datlocprovider, datlocale, 'é' > 'z' AS by_code FROM pg_database WHERE datname = 'heliodesk'`,
      )
      expect(locale).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8', by_code: true })
      const outside = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
      for (const { address } of outside.filter(({ internal, family }) => !internal && family === 'IPv4')) {
        expect(await isListening(cluster.port, address)).toBe(false)
      }
    } finally {
      await cluster.stop()
    }
  })
})

describe('several processes on one directory', () => {
  test('one starts, the other joins, and the last to leave stops it', async () => {
    const children = await Promise.all([startChild(shared, 'a'), startChild(shared, 'b')])
    const starter = children.find(({ attached }) => !attached)!
    const joined = children.find(({ attached }) => attached)!
    expect(starter).toBeDefined()
    expect(joined.url).toBe(starter.url)

    await stopChild(starter)
    expect(await committedRows(joined.url)).toEqual(['a', 'b'])
    await stopChild(joined)
    expect(await isListening(joined.port)).toBe(false)
  })

  test('who joined leaves without stopping it', async () => {
    const cluster = await startCluster({ dataDir: shared })
    const tool = await startChild(shared, 'c')
    expect(tool.attached).toBe(true)
    await stopChild(tool)
    const other = await startChild(shared, 'd')
    await killChild(other.process)
    expect(await committedRows(cluster.url)).toEqual(['a', 'b', 'c', 'd'])
    await cluster.stop()
    expect(await isListening(cluster.port)).toBe(false)
  })

  test('an interrupt in the terminal reaches the server, not its PostgreSQL', async () => {
    const server = await startChild(shared, 'e', { detached: true })
    process.kill(-server.process.pid!, 'SIGINT')
    expect(await committedRows(server.url)).toContain('e')
    expect(readFileSync(join(shared, 'postgres', 'postmaster.pid'), 'utf8')).toContain('ready')
    await stopChild(server)
  })
})

test('kill -9 of a writing server: PostgreSQL stops by itself and loses nothing', async () => {
  await surviveKills(killed, 3)
})
