import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { sql } from 'kysely'
import product from '../../../package.json' with { type: 'json' }
import type { Env } from '../../env.ts'
import type { Upkeep } from '../../kernel/context.ts'
import { failuresOfLastHour } from '../../kernel/failures.ts'

export const BEAT_MS = 15_000
const MB = 1024 * 1024

const id = randomUUID()
const startedAt = new Date()
const delays = monitorEventLoopDelay({ resolution: 20 })
delays.enable()

/** Tells how this process fares; a process that is silent for a minute is forgotten. */
export const heartbeat: Upkeep = {
  name: 'heartbeat',
  everyMs: BEAT_MS,
  async run(db, env) {
    const heap = getHeapStatistics()
    const disk = await diskOf(env)
    const delayMs = delays.percentile(99) / 1e6
    delays.reset()
    await sql`
      insert into server_process (id, host, pid, version, started_at, seen_at, loop_delay_ms, memory_share, memory_mb,
        failures, disk_free, disk_total)
      values (${id}, ${hostname()}, ${process.pid}, ${product.version}, ${startedAt}, now(), ${delayMs},
        ${heap.used_heap_size / heap.heap_size_limit}, ${Math.round(process.memoryUsage.rss() / MB)},
        ${failuresOfLastHour()}, ${disk?.free ?? null}, ${disk?.total ?? null})
      on conflict (id) do update set seen_at = excluded.seen_at, loop_delay_ms = excluded.loop_delay_ms,
        memory_share = excluded.memory_share, memory_mb = excluded.memory_mb, failures = excluded.failures,
        disk_free = excluded.disk_free, disk_total = excluded.disk_total`.execute(db)
    await sql`delete from server_process where seen_at < now() - interval '1 minute'`.execute(db)
  },
}

/** The disk of the files; null for a bucket. */
async function diskOf({
  S3_BUCKET,
  FILES_DIR,
  DATA_DIR,
}: Env): Promise<{ free: string; total: string } | null> {
  if (S3_BUCKET !== undefined) return null
  const { bavail, blocks, bsize } = await statfs(FILES_DIR ?? join(DATA_DIR, 'files')).catch(() =>
    statfs(DATA_DIR),
  )
  return { free: String(bavail * bsize), total: String(blocks * bsize) }
}
