import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { encryptPoint } from '../src/modules/captcha/index.ts'
import { openLogin } from '../src/platform/login-role.ts'
import { migrate } from '../src/platform/migrate.ts'
import { DEMO_PASSWORD } from '../src/seed/logins.ts'
import { catalogOf, firstRows } from './catalog.ts'
import { databaseUrl } from './databases.ts'
import { restoreOldDatabase } from './old-database.ts'
import { openOwnerPool } from './owner-pool.ts'
import { endServer, post, startServer, type ServerProcess } from './server-process.ts'
import { wholeDatabase } from './whole-database.ts'

const server = inject('postgresUrl')
/** Columns that later migrations added to the tables of the old database. */
const LATER = [
  'name_sounds',
  'name_place',
  'import_id',
  'type_version',
  'form',
  'shown',
  'extension_asker_id',
  'extension_count',
  'defect_level',
  'rain',
  'device_at',
  'device_skew',
  'parts',
  'former_executors',
  'given_up_why',
  'given_up_by',
  'gone_at',
  'unissued_ids',
  'measured',
  'permission.version',
]
/** The fingerprint of a table without rows: of those that later migrations added. */
const EMPTY = createHash('md5').digest('hex')

const names = { old: `test_squash_${process.pid}_old`, fresh: `test_squash_${process.pid}_new` }
const roles: string[] = []
let old: pg.Pool
let fresh: pg.Pool
let before: Record<string, string>
let templates: Template[]

type Named = { name: string }
type Template = { tenant_id: number; type: number; hours: boolean; prerequisites: Named[]; steps: Named[] }

async function onServer(text: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function open(url: string) {
  roles.push(new URL(await openLogin(url, url)).searchParams.get('user')!)
  return openOwnerPool(url)
}

beforeAll(async () => {
  const url = await restoreOldDatabase(server, names.old)
  const owner = openOwnerPool(url)
  before = await wholeDatabase({ owner }, undefined, LATER)
  const { rows } = await owner.query<Template>(
    `select tenant_id, task_type as type, need_work_hours as hours, prerequisites, steps from task_template
     order by tenant_id, task_type`,
  )
  templates = rows
  await owner.end()
  await Promise.all([migrate(url), migrate(url)])
  old = await open(url)
  await onServer(`create database ${names.fresh} template ${inject('templateDatabase')}`)
  fresh = await open(databaseUrl(server, names.fresh))
}, 120_000)

afterAll(async () => {
  for (const pool of [old, fresh]) await pool.end()
  for (const name of Object.values(names)) await onServer(`drop database ${name} with (force)`)
  for (const role of roles) await onServer(`drop role ${role}`)
})

it('an older database has the schema and the rights of a new one', async () => {
  const catalog = await catalogOf(fresh)
  const kinds = new Set(Object.keys(catalog).map((key) => key.split(' ')[0]))
  for (const kind of ['column', 'constraint', 'index', 'routine', 'trigger', 'policy', 'sequence', 'type'])
    expect(kinds).toContain(kind)
  expect(await catalogOf(old)).toEqual(catalog)
})

it('and the rows of no company that a new one has', async () => {
  const rows = await firstRows(fresh)
  expect(Object.keys(rows)).toEqual(['job', 'schema_migration', 'signing_key', 'storage_owner'])
  expect(await firstRows(old)).toEqual(rows)
})

it('and every row that it had, but that companies have a code now', async () => {
  const now = await wholeDatabase({ owner: old }, undefined, LATER)
  const {
    schema_migration: _,
    task_type: _types,
    task_type_version: _versions,
    tenant: _tenant,
    ...kept
  } = now
  const { schema_migration: __, task_template: _templates, tenant: _had, ...had } = before
  const empty = Object.fromEntries(Object.keys(kept).map((table) => [table, EMPTY]))
  expect(kept).toEqual({ ...empty, ...had })
})

it('and its templates of orders as the first versions of their types', async () => {
  const { rows } = await old.query<Template>(
    `select t.tenant_id, t.id as type, (v.definition -> 'needWorkHours')::boolean as hours,
       v.definition -> 'prerequisites' as prerequisites, v.definition -> 'steps' as steps
     from task_type t join task_type_version v on v.tenant_id = t.tenant_id and v.type_id = t.id and v.version = 1
     order by t.tenant_id, t.id`,
  )
  const pick = (list: readonly Named[], ...kept: string[]) =>
    list.map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => kept.includes(name))))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows).toEqual(
    templates.map(({ prerequisites, steps, ...template }) => ({
      ...template,
      prerequisites: pick(prerequisites, 'name', 'required'),
      steps: pick(steps, 'name', 'required', 'needPhoto', 'needValue'),
    })),
  )
})

it('the server starts on it, and people sign in and find their orders', async () => {
  const files = await mkdtemp(join(tmpdir(), 'heliodesk-squash-'))
  const running = await startServer({ DATABASE_URL: databaseUrl(server, names.old), FILES_DIR: files })
  try {
    const { rows } = await old.query<{ total: number; newest: string[] }>(
      `select count(*)::int as total, (array_agg(work_code order by created_at desc, id desc))[:10] as newest
       from work_order where tenant_id = (select tenant from login_directory where login = 'admin')`,
    )
    const { total, newest } = rows[0]!
    expect(total).toBe(599)
    const answer = await post(running, await signIn(running, 'admin'), '/ops/order/page', {
      curPage: 1,
      size: 10,
    })
    const page = answer!.result_data as { rowCount: number; pageList: { workCode: string }[] }
    expect(page.rowCount).toBe(total)
    expect(page.pageList.map(({ workCode }) => workCode)).toEqual(newest)
  } finally {
    await endServer(running, 'SIGTERM')
    await rm(files, { recursive: true })
  }
})

async function signIn(running: ServerProcess, username: string): Promise<string> {
  const captchaType = 'blockPuzzle'
  const shown = (await post(running, null, '/captcha/get', { captchaType })) as unknown as {
    repData: { token: string; secretKey: string | null }
  }
  const { token, secretKey } = shown.repData
  const { rows } = await old.query<{ x: number }>(
    `select (answer ->> 'x')::int as x from captcha where token = $1`,
    [token],
  )
  const pointJson = encryptPoint(JSON.stringify({ x: rows[0]!.x, y: 5 }), secretKey ?? '')
  const answer = (await post(running, null, '/sys/login', {
    username,
    password: DEMO_PASSWORD,
    captchaVO: { captchaType, token, pointJson },
  })) as unknown as { result: { token: string } }
  return answer.result.token
}
