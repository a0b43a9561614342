import type pg from 'pg'
import { openLogin } from '@heliodesk/server/platform/login-role.ts'
import { openPool } from '@heliodesk/server/platform/postgres.ts'

/** What PostgreSQL did for one statement, regarding a table's rows. */
export type ScanReport = { statement: string; milliseconds: number; scans: Scan[] }
export type Scan = { how: string; table: string; rows: number }

type Node = Record<string, unknown> & { Plans?: Node[] }

/**
 * A pool of one connection, so that statements reach their generic plans. PostgreSQL reports every plan (auto_explain),
 * including those inside functions. `take` returns the reports since the last call.
 */
export async function openWatchedPool(owner: pg.Pool, url: string) {
  const database = new URL(url).pathname.slice(1)
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_format': 'json',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
  }
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter database ${database} set ${name} = '${value}'`)
  const reports: ScanReport[] = []
  const pool = openPool(await openLogin(url, url), { max: 1, statementTimeoutMs: 0 })
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const [, milliseconds, plan] = /^duration: ([\d.]+) ms\s+plan:\s*([^]*)$/.exec(message ?? '') ?? []
      if (plan) reports.push(readPlan(JSON.parse(plan) as Node, Number(milliseconds)))
    })
  })
  const take = async () => {
    // A plan is reported when its transaction ends, and the answer to a read does not wait for that.
    await pool.query('select 1')
    return reports.splice(0)
  }
  return { pool, take }
}

function readPlan(report: Node, milliseconds: number): ScanReport {
  return { statement: String(report['Query Text']), milliseconds, scans: scansOf(report.Plan as Node) }
}

function scansOf(node: Node): Scan[] {
  const table = node['Relation Name']
  const count = (name: string) => Number(node[name] ?? 0)
  const rows =
    (count('Actual Rows') + count('Rows Removed by Filter') + count('Rows Removed by Index Recheck')) *
    count('Actual Loops')
  // A plan may have a way that is not gone: it keeps a second one for when more rows come.
  if (count('Actual Loops') === 0) return []
  const own = typeof table === 'string' ? [{ how: String(node['Node Type']), table, rows }] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}
