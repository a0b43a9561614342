import type pg from 'pg'
import { encryptPoint, newSecretKey } from '@heliodesk/server/modules/captcha/answer.ts'
import { randomUUID } from 'node:crypto'
import { inTenant } from '@heliodesk/server/kernel/transaction.ts'
import { adoptOrders } from '@heliodesk/server/modules/work-orders/index.ts'
import { openLogin } from '@heliodesk/server/platform/login-role.ts'
import { openPool } from '@heliodesk/server/platform/postgres.ts'
import type { Dataset } from './dataset.ts'
import type { Request } from './load.ts'
import type { ProcessTenant } from './process-dataset.ts'
import type { TreeTenant } from './tree-dataset.ts'

type World = { url: string; pool: pg.Pool; dataset: Dataset; tree: TreeTenant; processes: ProcessTenant }

/** Records that a scenario uses up, such as orders to assign. */
type Feed = { take(): Record<string, unknown> | null }

export type Scenario = {
  name: string
  /** Maximum CPU time per request relative to the floor, at 32 connections. */
  target?: number
  /** The most that 95 of 100 requests take, in milliseconds. */
  targetP95?: number
  /** By default one, then `MOST_CONNECTIONS`. */
  connections?: number[]
  /** Runs as this person of the orders' tenant instead of its administrator. */
  as?: 'stationUserId' | 'userId'
  /** The floor repeats the statements that the server runs for this request. */
  repeats?: { path: string; body: object }
  /** Runs in the tenant with the large tree. */
  inTree?: boolean
  /** Runs in the tenant with the running processes, as this person. */
  by?: Exclude<keyof ProcessTenant, 'tenantId'>
  /** After how many milliseconds each connection asks again; without it, as soon as it has its answer. */
  everyMs?: number
  prepare(world: World): Promise<Feed>
  ours(feed: Feed): Request | null
  floor?(feed: Feed): Request | null
}

const endless = (items: Record<string, unknown>[]): Feed => {
  let at = 0
  return { take: () => items[at++ % items.length]! }
}

const spent = (items: Record<string, unknown>[]): Feed => ({ take: () => items.pop() ?? null })

const to = (path: string) => (feed: Feed) => {
  const body = feed.take()
  return body && { path, body }
}

function list(
  name: string,
  target: number | undefined,
  filterOf: (world: World) => Record<string, unknown>[],
): Scenario {
  return {
    name,
    target,
    prepare: async (world) => endless(filterOf(world)),
    ours: to('/ops/order/page'),
    floor: to('/ops/order/page'),
  }
}

/** A call of the product and of the floor with a record of the feed. */
const call = (name: string, target: number, path: string, prepare: Scenario['prepare']): Scenario => ({
  name,
  target,
  prepare,
  ours: to(path),
  floor: to(path),
})

/** The rows of a query in the bench's tenant. */
async function rowsOf({ pool, dataset }: World, query: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<Record<string, unknown>>(query, [dataset.tenantId])
  return rows
}

const detail = call('detail', 5, '/ops/order/detail', async (world) =>
  endless(
    await rowsOf(world, 'select id from work_order where tenant_id = $1 order by created_at desc limit 2000'),
  ),
)

const create = call('create', 4, '/ops/order/insert', async (world) => {
  const stations = await rowsOf(world, 'select id as "psId" from station where tenant_id = $1')
  const order = { taskType: 12, taskDescription: '基准新建工单', userId: world.dataset.userId }
  return endless(stations.map((station) => ({ ...station, ...order })))
})

/** Gives orders that were added by plain SQL, also by the baseline, their processes. */
async function adoptAll({ url, dataset }: World): Promise<void> {
  const pool = openPool(await openLogin(url, url), { max: 1 })
  await inTenant(pool, dataset.tenantId, adoptOrders)
  await pool.end()
}

const assign = call('assign', 4, '/ops/order/assign', async (world) => {
  const { pool, dataset } = world
  await pool.query(
    `with codes as (
         insert into work_code_counter (tenant_id, day, last) values ($1, (now() at time zone 'Asia/Shanghai')::date, 6000)
         on conflict (tenant_id, day) do update set last = work_code_counter.last + 6000 returning day, last - 6000 as base
       ), o as (
         insert into work_order (tenant_id, work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category)
         select $1, 'GD' || to_char(day, 'YYYYMMDD') || lpad((base + n)::text, 6, '0'), s.id, 0, '', 12, '待指派', '1'
         from codes, generate_series(1, 6000) n
         join (select id, row_number() over (order by id) as place from station where tenant_id = $1) s on s.place = 1 + n % 1000
         returning id
       )
       insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
       select $1, id, now(), '基准人员', 'create', 1 from o`,
    [dataset.tenantId],
  )
  await adoptAll(world)
  const rows = await rowsOf(
    world,
    'select id, version from work_order where tenant_id = $1 and flow_sts = 1 order by id desc limit 6000',
  )
  const plan = { planStartTime: '2030-01-01 08:00:00', planEndTime: '2030-01-02 18:00:00' }
  return spent(rows.map((row) => ({ ...row, liableUserId: dataset.executorId, ...plan })))
})

/** What the search of the header asks for with every pause in typing: the newest few, of words in two kinds. */
const search: Scenario = {
  name: 'search of the header',
  prepare: async () =>
    endless(
      ['热斑 电站', '第 4711', 'dianzhan 热斑', '没有此词'].map((keyword) => ({
        keyword,
        size: 5,
        needCount: false,
      })),
    ),
  ours: to('/ops/order/page'),
}

const login: Scenario = {
  name: 'login',
  async prepare({ pool, dataset }) {
    const answers = Array.from({ length: 2000 }, () => ({ token: randomUUID(), secretKey: newSecretKey() }))
    await pool.query(
      `insert into captcha (token, kind, answer, secret_key, expires_at)
       select t, 'blockPuzzle', '{"x": 150}', k, now() + interval '10 minutes' from unnest($1::text[], $2::text[]) as u(t, k)`,
      [answers.map((each) => each.token), answers.map((each) => each.secretKey)],
    )
    return spent(
      answers.map(({ token, secretKey }) => ({
        username: dataset.username,
        password: dataset.password,
        captchaVO: {
          captchaType: 'blockPuzzle',
          token,
          pointJson: encryptPoint('{"x":150,"y":5}', secretKey),
        },
      })),
    )
  },
  ours: to('/sys/login'),
}

export const scenarios: Scenario[] = [
  list('list of about 1,000', 2.5, ({ dataset }) =>
    dataset.departments.map((depCode) => ({ depCode, flowSts: [2] })),
  ),
  list('list of about 20,000', 1.2, () => [{ flowSts: [2] }]),
  list('list of about 144,000', 0.2, () => [{ flowSts: [4] }]),
  list('list, deep page', undefined, () => [{ flowSts: [4], curPage: 7000 }]),
  list('list, keyword, rare', undefined, () => [{ keyword: '第 4711 次' }]),
  list('list, keyword, frequent', undefined, () => [{ keyword: '热斑' }]),
  search,
  detail,
  create,
  assign,
  login,
]
