import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectStopped, killChild, query, startChild, temporaryDirectory } from './launch.fixture.ts'
import { DataDirectoryInUse, holdServerLock, startCluster, type Cluster } from './launch.ts'
import { findPostmaster } from './postmaster.ts'
import { placeOf } from './place.ts'

// These tests start and stop real processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const dataDir = temporaryDirectory()
let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster({ dataDir })
})

afterAll(() => cluster.stop())

test('a second server is refused by name of the directory, until the first lets go', async () => {
  const first = await holdServerLock(cluster.url, dataDir)
  const refused = holdServerLock(cluster.url, dataDir)
  await expect(refused).rejects.toThrow(DataDirectoryInUse)
  await expect(refused).rejects.toThrow(
    new RegExp(
      `^数据目录 ${dataDir} 正被另一个 Heliodesk 服务（pid=${process.pid}）使用.*DATABASE_URL.* \\(The data directory`,
    ),
  )
  await first.release()
  const second = await holdServerLock(cluster.url, dataDir)
  await second.release()
})

test('the lock of a server that was killed is free at once', async () => {
  const server = await startChild(dataDir, 'locked', { mode: 'lock' })
  await expect(holdServerLock(cluster.url, dataDir)).rejects.toThrow(`pid=${server.process.pid}`)
  await killChild(server.process)
  const lock = await holdServerLock(cluster.url, dataDir)
  await lock.release()
})

test('a server that lost its session takes the lock again', async () => {
  const lock = await holdServerLock(cluster.url, dataDir)
  const postmaster = findPostmaster(placeOf(dataDir).cluster)!
  process.kill(postmaster.pid, 'SIGKILL')
  await expectStopped(cluster.port)
  await vi.waitFor(
    async () => {
      const held = await query(cluster.url, `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted`)
      expect(held).toHaveLength(1)
    },
    { timeout: 20_000, interval: 100 },
  )
  await expect(holdServerLock(cluster.url, dataDir)).rejects.toThrow(`pid=${process.pid}`)
  await lock.release()
})

test('a server whose lock another one took in between is told', async () => {
  const lost = vi.fn<(error: unknown) => void>()
  const lock = await holdServerLock(cluster.url, dataDir, lost)
  const [held] = await query<{ pid: number; classid: string; objid: string }>(
    cluster.url,
    `SELECT pid, classid, objid FROM pg_locks WHERE locktype = 'advisory' AND granted`,
  )
  const { pid, classid, objid } = held!
  const other = new Client({ connectionString: cluster.url })
  await other.connect()
  // PostgreSQL's lock queue is first in, first out: the session that waits gets the lock next.
  const taken = other.query(`SELECT pg_advisory_lock(${classid}, ${objid})`)
  await vi.waitFor(async () => {
    const waiting = await query(
      cluster.url,
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
    )
    expect(waiting).toHaveLength(1)
  })
  await query(cluster.url, `SELECT pg_terminate_backend(${pid})`)
  await taken
  await vi.waitFor(() => expect(lost).toHaveBeenCalledWith(expect.any(DataDirectoryInUse)), {
    timeout: 10_000,
  })
  await other.end()
  await lock.release()
})
