/**
 * A child process for the tests, which may be killed: it starts or joins the cluster, commits a row and then follows
 * its mode. Started by fork(launch-child.ts, [dataDir, row, mode]).
 */
import { Client } from 'pg'
import { holdServerLock, startCluster } from './launch.ts'

export type Report =
  | { started: { url: string; port: number; attached: boolean; uid: number } }
  | { committed: string }
  | { error: string }

/** "lock" also takes the server's lock; "write" commits one row after the other until it is killed. */
export type Mode = 'idle' | 'lock' | 'write'

const [dataDir = '', row = '', mode] = process.argv.slice(2)
const report = (message: Report) => process.send?.(message)

// Like a server: an interrupt from the terminal does not end it at once.
process.on('SIGINT', () => undefined)

try {
  const cluster = await startCluster({ dataDir })
  const { url, port, attached } = cluster
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const commit = (text: string) => client.query('INSERT INTO committed VALUES ($1)', [text])
  // Two processes may both find no table at the same time; only one of them can create it.
  await client.query(
    `BEGIN; SELECT pg_advisory_xact_lock(1);
     CREATE TABLE IF NOT EXISTS committed (row text PRIMARY KEY); COMMIT`,
  )
  await commit(row)
  if (mode === 'lock') await holdServerLock(url, dataDir)
  process.on('message', () => {
    void client
      .end()
      .then(() => cluster.stop())
      .then(() => process.exit(0))
  })
  report({ started: { url, port, attached, uid: process.getuid?.() ?? -1 } })
  if (mode === 'write') {
    for (let count = 1; ; count++) {
      const text = `${row}-${count}`
      await commit(text)
      report({ committed: text })
    }
  }
} catch (error) {
  report({ error: String(error) })
  process.exit(1)
}
