import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { newToken } from '@heliodesk/server/kernel/token.ts'
import { startCluster } from '@heliodesk/server/platform/embedded-postgres/launch.ts'
import { openLogin } from '@heliodesk/server/platform/login-role.ts'
import { migrate } from '@heliodesk/server/platform/migrate.ts'
import { prepareDataset, type Dataset } from './dataset.ts'
import { load, median, quantile, send, type Request, type Sample } from './load.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { orderScenarios } from './order-scenarios.ts'
import { prepareProcesses, type ProcessTenant } from './process-dataset.ts'
import { processScenarios } from './process-scenarios.ts'
import { prepareTree, type TreeTenant } from './tree-dataset.ts'
import { treeScenarios } from './tree-scenarios.ts'

/**
 * `npm run bench -- [--orders 1000000] [--rounds 5] [--seconds 3] [--only list] [--dir data/bench]` measures the server
 * and the floor, interleaved in one run and both warmed up; prints medians and ratios. By default trees run fewer and
 * shorter rounds, about four minutes in all. Trees and processes need no orders, so `--only tree:` and `--only process:`
 * create none.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string', default: '' },
    dir: { type: 'string', default: 'data/bench' },
  },
})
const offered = [...scenarios, ...orderScenarios, ...treeScenarios, ...processScenarios]
const wanted = offered.filter((each) => each.name.includes(values.only))
if (wanted.length === 0)
  throw new Error(`no scenario is named “${values.only}”; there are: ${namesOf(offered)}`)

const MOST_CONNECTIONS = 32
/**
 * PostgreSQL plans a prepared statement anew for its first five values on each connection, so that each of the pools'
 * 16 connections must have answered more. In half a second a slow call is answered by each about twice.
 */
const WARM_UP = { seconds: 0.5, atLeast: 16 * 12 }

const needsOrders = wanted.some(({ inTree, by }) => !inTree && !by)
const orders = needsOrders ? Number(values.orders) : 0
const dataDir = join(values.dir, needsOrders ? String(orders) : 'tree')
const recordFile = join(dataDir, 'statements.jsonl')
const cluster = await startCluster({ dataDir })
const children: ChildProcess[] = []
try {
  await migrate(cluster.url)
  const dataset = await prepareDataset(cluster.url, orders)
  await measureAll(dataset, await prepareTree(cluster.url), await prepareProcesses(cluster.url))
} finally {
  for (const child of children) {
    if (child.exitCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await cluster.stop()
}

async function measureAll(dataset: Dataset, tree: TreeTenant, processes: ProcessTenant) {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const serverPort = await freePort()
  const floorPort = await freePort()
  const root = join(import.meta.dirname, '..')
  const common = { ...process.env, LOG_LEVEL: 'error' }
  const startServer = (port: number, preload: string[] = []) =>
    startChild([...preload, join(root, 'server/src/main.ts'), '--no-demo'], port, {
      ...common,
      PORT: String(port),
      DATABASE_URL: cluster.url,
      DATA_DIR: dataDir,
      RATE_LIMIT: '0',
      RECORD_FILE: recordFile,
    })
  const server = await startServer(serverPort)
  const recorderPort = await freePort()
  if (wanted.some(({ repeats }) => repeats))
    await startServer(recorderPort, ['--import', join(root, 'bench/record-statements.ts')])
  const floor = await startChild([join(root, 'bench/floor.ts')], floorPort, {
    ...common,
    FLOOR_PORT: String(floorPort),
    FLOOR_DATABASE_URL: cluster.url,
    FLOOR_LOGIN_URL: await openLogin(cluster.url, cluster.url),
    FLOOR_RECORD_FILE: recordFile,
    FLOOR_TENANT: String(dataset.tenantId),
    FLOOR_TREE_TENANT: String(tree.tenantId),
    FLOOR_PROCESS_TENANT: String(processes.tenantId),
  })
  const pool = new pg.Pool({ connectionString: cluster.url, max: 1 })
  try {
    await compareAll(
      pool,
      { dataset, tree, processes },
      {
        server,
        floor,
        serverPort,
        floorPort,
        recorderPort,
        postmaster,
      },
    )
  } finally {
    await pool.end()
  }
}

type Contestants = {
  server: ChildProcess
  floor: ChildProcess
  serverPort: number
  floorPort: number
  /** A server that writes its statements to a file. */
  recorderPort: number
  postmaster: number
}

async function compareAll(
  pool: pg.Pool,
  world: { dataset: Dataset; tree: TreeTenant; processes: ProcessTenant },
  { server, floor, serverPort, floorPort, recorderPort, postmaster }: Contestants,
) {
  const { dataset, tree, processes } = world
  const tokens = { orders: await openSession(pool, dataset), tree: await openSession(pool, tree) }
  const tokenOf = async ({ inTree, by, as }: Scenario) => {
    if (as) return openSession(pool, { tenantId: dataset.tenantId, userId: dataset[as] })
    if (by) return openSession(pool, { tenantId: processes.tenantId, userId: processes[by] })
    return inTree ? tokens.tree : tokens.orders
  }
  console.log(`${orders} orders, medians; PostgreSQL and Node on ${process.arch}\n`)
  console.log(
    [
      'scenario',
      'conn',
      'rounds',
      'ours/s',
      'floor/s',
      'ours CPU ms',
      'floor CPU ms',
      'ratio',
      'target',
      'ours p95 ms',
    ].join('\t'),
  )
  for (const scenario of wanted) {
    const token = await tokenOf(scenario)
    const { rounds, seconds } = planOf(scenario)
    const ask = async (connections: number, time: number, atLeast = 0) => {
      const feed = await scenario.prepare({ url: cluster.url, pool, ...world })
      const next = withPrefix('/api', () => scenario.ours(feed), { 'x-access-token': token })
      const { everyMs } = scenario
      const pids = { server: server.pid!, postmaster }
      return load(serverPort, connections, time, pids, next, { everyMs, atLeast })
    }
    const askFloor = async (connections: number, time: number, atLeast = 0) => {
      const feed = await scenario.prepare({ url: cluster.url, pool, ...world })
      const next = withPrefix('', () => scenario.floor!(feed))
      const { everyMs } = scenario
      const pids = { server: floor.pid!, postmaster }
      return load(floorPort, connections, time, pids, next, { everyMs, atLeast })
    }
    if (scenario.repeats) await record(scenario.repeats, token, recorderPort, floorPort)
    if (scenario.floor) await askFloor(MOST_CONNECTIONS, WARM_UP.seconds, WARM_UP.atLeast)
    await ask(MOST_CONNECTIONS, WARM_UP.seconds, WARM_UP.atLeast)
    for (const connections of scenario.connections ?? [1, MOST_CONNECTIONS]) {
      const ours: Sample[] = []
      const floors: Sample[] = []
      for (let round = 0; round < rounds; round++) {
        if (scenario.floor) floors.push(await askFloor(connections, seconds))
        ours.push(await ask(connections, seconds))
      }
      report(scenario, connections, ours, floors)
    }
  }
}

/** Lets the floor know the statements of one call. The first call of a session may run more than the others. */
async function record(
  { path, body }: NonNullable<Scenario['repeats']>,
  token: string,
  recorderPort: number,
  floorPort: number,
) {
  const agent = new http.Agent()
  const request = { path: `/api${path}`, body, headers: { 'x-access-token': token } }
  for (let time = 0; time < 2; time++) {
    writeFileSync(recordFile, '')
    await send(agent, recorderPort, request)
  }
  await send(agent, floorPort, { path: '/repeated', body: {} })
}

function planOf({ inTree }: Scenario): { rounds: number; seconds: number } {
  const usual = inTree ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 3 }
  return {
    rounds: values.rounds === undefined ? usual.rounds : Number(values.rounds),
    seconds: values.seconds === undefined ? usual.seconds : Number(values.seconds),
  }
}

function report(scenario: Scenario, connections: number, ours: Sample[], floors: Sample[]) {
  const rate = (samples: Sample[]) => median(samples.map((sample) => sample.requests / sample.seconds))
  const cpu = (samples: Sample[]) => median(samples.map((sample) => sample.cpuMs))
  const compared = floors.length > 0
  const ratio = compared ? (cpu(ours) / cpu(floors)).toFixed(2) : '–'
  console.log(
    [
      scenario.name.padEnd(28),
      connections,
      ours.length,
      rate(ours).toFixed(0),
      compared ? rate(floors).toFixed(0) : '–',
      cpu(ours).toFixed(2),
      compared ? cpu(floors).toFixed(2) : '–',
      ratio,
      targetOf(scenario, connections),
      quantile(
        ours.flatMap((sample) => sample.latencies),
        0.95,
      ).toFixed(1),
    ].join('\t'),
  )
}

function targetOf({ target, targetP95 }: Scenario, connections: number): string {
  if (targetP95) return `p95 ≤ ${targetP95} ms`
  return target && connections === MOST_CONNECTIONS ? `≤ ${target}` : ''
}

function namesOf(all: readonly Scenario[]): string {
  return all.map(({ name }) => name).join(', ')
}

function withPrefix(prefix: string, next: () => Request | null, headers: Record<string, string> = {}) {
  return () => {
    const request = next()
    return request && { ...request, path: prefix + request.path, headers: { ...headers, ...request.headers } }
  }
}

async function startChild(args: string[], port: number, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
  const agent = new http.Agent()
  for (let left = 200; ; left--) {
    try {
      await send(agent, port, { path: '/ping', body: {} })
      return child
    } catch (error) {
      if (error instanceof Error && error.message.includes('answered')) return child
      if (left === 0 || child.exitCode !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function openSession(pool: pg.Pool, user: { tenantId: number; userId: string }): Promise<string> {
  const { token, hash } = newToken(user.tenantId)
  await pool.query(
    `insert into user_session (tenant_id, token_hash, user_id, signed_in_at, created_at, last_used_at, expires_at)
     values ($1, $2, $3, now(), now(), now(), now() + interval '7 days')`,
    [user.tenantId, hash, user.userId],
  )
  return token
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
