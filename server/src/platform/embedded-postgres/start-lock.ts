import { chmodSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresFailure } from './failure.ts'

const SQLITE_BUSY = 5
const PATIENCE_MS = 10 * 60_000

/**
 * Lets one process at a time start or stop the cluster. Node has no flock; SQLite's exclusive transaction is a kernel
 * lock on every platform. It ends with its holder, so there are no stale lock files to detect.
 */
export async function takeStartLock(file: string, log: (line: string) => void): Promise<() => void> {
  const database = new DatabaseSync(file)
  const since = Date.now()
  let told = false
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      chmodSync(file, 0o600)
      return () => database.close()
    } catch (error) {
      const waited = Date.now() - since
      if (!isBusy(error) || waited > PATIENCE_MS) {
        database.close()
        throw new EmbeddedPostgresFailure(
          `无法取得启动锁 ${file}`,
          `the start lock ${file} could not be taken`,
          { quote: error instanceof Error ? error.message : '', cause: error },
        )
      }
      if (!told && waited > 1_000) {
        told = true
        log(
          '另一个进程正在启动或停止数据库，等待其完成… (waiting for another process to start or stop PostgreSQL)',
        )
      }
      await pause(25)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
