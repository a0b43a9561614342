import { personalEntities } from '@heliodesk/contract/entities.ts'
import { WINDOW_HEADER } from '@heliodesk/contract/window-header.ts'
import type { Call } from '@heliodesk/contract/call.ts'
import { companyCodes, isOperatorsCode } from '@heliodesk/contract/permissions.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { DomainError, type Module } from '../src/kernel/context.ts'
import { takeBodies } from '../src/kernel/bodies.ts'
import { MOST_STREAMS } from '../src/kernel/changes.ts'
import { mount } from '../src/kernel/serve.ts'
import { modules } from '../src/modules.ts'
import { announcing } from './announcing.ts'
import { openChanges } from './change-events.ts'
import { useHarness } from './harness.ts'
import { addOperator, type Operator } from './operator.ts'
import { hire, signInAdministrator, type Hired } from './hire.ts'
import { endServer, post, settingsOf, startServer, type ServerProcess } from './server-process.ts'
import { useTwoServers } from './two-servers.ts'

const harness = useHarness()
const servers = useTwoServers(() => settingsOf(harness))
let admin: string
let everything: Hired
let operator: Operator

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  const codes = companyCodes
  operator = await addOperator(harness.pool)
  everything = await hire(harness, { username: 'all.rights', codes, hasAllData: true })
})

const [writer, reader] = [() => servers[0], () => servers[1]]

async function listen(server: ServerProcess, token: string | null, age?: number | null) {
  let stream = await openChanges(server.url, token, age)
  // A server that has just started does not hear yet.
  while (stream.status === 503) stream = await openChanges(server.url, token, age)
  onTestFinished(() => stream.close())
  return stream
}

const order = (tenant = harness.tenant) => ({
  psId: tenant.stations[1]!.id,
  taskType: 12,
  taskDescription: '两个窗口',
})
const addOrder = (token = admin, headers?: Record<string, string>) =>
  post(writer(), token, workOrderCalls.insert.path, order(), headers)

/** Changes something that everybody may see, so that its event ends the wait for one that must not come. */
const askQuestion = (server: ServerProcess, token: string) =>
  post(server, token, '/sys/tickling/add', { kind: 'other', content: '有吗' })

/** Waits until new streams have told of what was done before, which would join what follows. */
async function hearEarlier(streams: Awaited<ReturnType<typeof listen>>[], token = admin) {
  for (const stream of streams) await stream.next()
  await askQuestion(writer(), token)
  for (const stream of streams) await stream.until('inquiry')
}

describe('the stream of changes', () => {
  it('tells at one server what was changed at the other, within two seconds, and in which window', async () => {
    const stream = await listen(reader(), admin)
    expect(await stream.next()).toEqual(expect.anything())
    const began = performance.now()
    await addOrder(admin, { [WINDOW_HEADER]: 'window-1' })
    expect((await stream.until('order')).at(-1)).toEqual({ order: 'window-1' })
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('names no window for own changes in several, or in an unknown one', async () => {
    const { id, token } = everything
    const stream = await listen(reader(), token)
    await stream.next()
    // In one transaction, so that a busy machine hears them together too.
    const notices = ['one', 'two'].map((window) => `${harness.tenant.tenantId} ${id} ${window} order`)
    await harness.owner.query(`select pg_notify('change', notice) from unnest($1::text[]) notice`, [notices])
    expect((await stream.until('order')).at(-1)).toEqual({ order: '' })
    await addOrder(token, { [WINDOW_HEADER]: "x'); drop table job; --" })
    expect((await stream.until('order')).at(-1)).toEqual({ order: '' })
  })

  it('tells whether a change was the person’s own, and nothing else about who made it', async () => {
    const { token } = await hire(harness, { username: 'two.windows', codes: ['dict:manage'] })
    const [own, others] = [await listen(reader(), token), await listen(reader(), admin)]
    await hearEarlier([own, others])
    let added = 0
    const add = (by: string, window: string) => {
      added += 1
      const dictionary = { dictName: `字典 ${added}`, dictCode: `whose${added}` }
      return post(writer(), by, dictionaryCalls.add.path, dictionary, { [WINDOW_HEADER]: window })
    }
    await add(token, 'second')
    expect((await own.until('dictionary')).at(-1)).toEqual({ dictionary: 'second' })
    expect((await others.until('dictionary')).at(-1)).toEqual({ dictionary: null })

    // A window that comes back is told the same about what it missed, without the window.
    const missed = async () => {
      const back = await listen(reader(), token, 10_000)
      const event = await back.next()
      back.close()
      return event
    }
    await expect.poll(missed, { timeout: 30_000 }).toMatchObject({ dictionary: '' })
    await add(admin, 'third')
    expect((await own.until('dictionary')).at(-1)).toEqual({ dictionary: null })
    await add(token, 'second')
    await own.until('dictionary')
    expect(await missed()).toMatchObject({ dictionary: null })
  })

  it('tells nothing of another company, and nothing of what a person may not see', async () => {
    const other = await signInAdministrator(harness, harness.otherTenant)
    const { token: reads } = await hire(harness, { username: 'reads.devices', codes: ['device:list'] })
    const streams = [await listen(reader(), other), await listen(reader(), reads)]
    await hearEarlier(streams.slice(0, 1), other)
    await hearEarlier(streams.slice(1))
    await addOrder()
    await askQuestion(writer(), other)
    await askQuestion(writer(), admin)
    expect(await streams[0]!.until('inquiry')).toEqual([{ inquiry: '' }])
    expect(await streams[1]!.until('inquiry')).toEqual([{ inquiry: null }])
  })

  it('joins a burst into a few events', async () => {
    const stream = await listen(reader(), admin)
    await stream.next()
    const began = performance.now()
    const burst = Array.from({ length: 60 }, () => addOrder())
    const done = Promise.all(burst).then(() => askQuestion(writer(), admin))
    const events = await stream.until('inquiry')
    await done
    const most = 2 + Math.ceil((performance.now() - began) / 500)
    expect(events.length).toBeLessThanOrEqual(most)
  })

  it('tells a window that comes back what it missed, or that it does not know', async () => {
    const stream = await listen(reader(), admin)
    await stream.next()
    await addOrder()
    await stream.until('order')
    stream.close()
    // A server that has not listened for as long as the question is about knows nothing.
    await expect
      .poll(
        async () => {
          const back = await listen(reader(), admin, 1000)
          const event = await back.next()
          back.close()
          return event
        },
        { timeout: 20_000 },
      )
      .toMatchObject({ order: expect.anything() })
    expect(await (await listen(reader(), admin, 86_400_000)).next()).toBe('all')
    expect(await (await listen(reader(), admin, null)).next()).toBe('all')
  })

  it('refuses people who are not signed in, and more windows than one person has', async () => {
    expect((await listen(reader(), null)).status).toBe(401)
    expect((await listen(reader(), `1.${'x'.repeat(43)}`)).status).toBe(401)
    const { token } = await hire(harness, { username: 'many.windows', codes: [] })
    for (let at = 0; at < MOST_STREAMS; at++) expect((await listen(reader(), token)).status).toBe(200)
    expect((await listen(reader(), token)).status).toBe(429)
    expect((await listen(reader(), admin)).status).toBe(200)
  })

  it('ends with the session, and when the permissions change', async () => {
    const leaver = await hire(harness, { username: 'leaver', codes: ['order:list'] })
    const other = await hire(harness, { username: 'frozen', codes: ['order:list'] })
    const third = await hire(harness, { username: 'demoted', codes: ['order:list'] })
    const streams = await Promise.all([leaver, other, third].map(({ token }) => listen(reader(), token)))
    const stays = await listen(reader(), admin)
    await post(writer(), leaver.token, sessionCalls.logout.path, {})
    await streams[0]!.ended()
    await harness.owner.query(`update app_user set status = '2' where id = $1`, [other.id])
    await harness.owner.query(
      `begin; select set_config('app.tenant', '${harness.tenant.tenantId}', true); select app.announce('access'); commit`,
    )
    await streams[1]!.ended()
    const held = await harness.call(admin, roleCalls.permissions, { roleId: third.roleId })
    await post(writer(), admin, roleCalls.savePermissions.path, {
      roleId: third.roleId,
      permissionIds: '',
      lastpermissionIds: held.join(','),
    })
    await streams[2]!.ended()
    await addOrder()
    expect((await stays.until('order')).length).toBeGreaterThan(0)
  })

  it('hears what a writer committed before it was killed', async () => {
    const doomed = await startServer(settingsOf(harness))
    const stream = await listen(reader(), admin)
    await stream.next()
    const answer = await post(doomed, admin, workOrderCalls.insert.path, order())
    const ended = endServer(doomed, 'SIGKILL')
    expect(answer?.result_code).toBe('1')
    await stream.until('order')
    await ended
  })

  it('ends at once when its server stops', async () => {
    const stopping = await startServer(settingsOf(harness))
    const stream = await listen(stopping, admin)
    expect(stream.status).toBe(200)
    const began = performance.now()
    const ended = endServer(stopping, 'SIGTERM')
    await stream.ended()
    await ended
    expect(performance.now() - began).toBeLessThan(8000)
  })

  it('answers 503 where no notices arrive, so that the window reads when it gets the focus', async () => {
    const { status } = await harness.request('GET', '/sys/changes', { token: admin })
    expect(status).toBe(503)
  })
})

describe('every command', () => {
  const calls = modules.flatMap((module) => Object.values(module.calls))
  const commands = calls.filter(({ kind }) => kind === 'command')
  const app = fastify({ routerOptions: { maxParamLength: 200 } })
  let fails = false
  let heard: string[] = []
  let ear: pg.Client
  let hearAll: () => void

  beforeAll(async () => {
    const handlers = Object.fromEntries(
      commands.map((_call, at) => [
        `call${at}`,
        () => (fails ? Promise.reject(new DomainError('no', '不行')) : Promise.resolve(null)),
      ]),
    )
    // The real kernel with the contract's calls, each with a handler that changes nothing.
    const stub: Module = {
      calls: Object.fromEntries(
        commands.map((call, at) => [`call${at}`, { ...call, input: z.object({}) } as Call]),
      ),
      handlers,
      upkeep: [],
      jobs: [],
      routes: null,
      receivers: {},
    }
    await app.register(cookie)
    takeBodies(app)
    await app.register(multipart)
    mount(app, { ...harness, strictOutput: false }, [stub])
    ear = new pg.Client({ connectionString: harness.url })
    await ear.connect()
    ear.on('notification', ({ payload }) => {
      heard.push(payload ?? '')
      if (payload === 'so far') hearAll()
    })
    await ear.query('listen change')
  })

  afterAll(async () => {
    await app.close()
    await ear.end()
  })

  /** The notices of this company's commands since the last call of it. */
  async function notices(): Promise<string[]> {
    const { promise, resolve } = Promise.withResolvers<void>()
    hearAll = resolve
    await ear.query(`select pg_notify('change', 'so far')`)
    await promise
    const mine = heard.filter((notice) =>
      [harness.tenant, operator].some(({ tenantId }) => notice.startsWith(`${tenantId} `)),
    )
    heard = []
    return mine
  }

  /** Calls of the platform's operator are sent by one. */
  const senderOf = ({ access }: Call): { tenantId: number; id: string; token: string } =>
    typeof access === 'object' && isOperatorsCode(access.perm)
      ? operator
      : { tenantId: harness.tenant.tenantId, id: everything.id, token: everything.token }

  async function sendCommand(call: Call) {
    const { method, path, upload } = call
    const boundary = 'edge'
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--${boundary}--\r\n`
    return app.inject({
      method,
      url: `/api${path.replaceAll(/:\w+/g, '10')}`,
      headers: {
        'x-access-token': senderOf(call).token,
        [WINDOW_HEADER]: 'w1',
        'content-type': upload ? `multipart/form-data; boundary=${boundary}` : 'application/json',
      },
      payload: upload ? file : '{}',
    })
  }

  it.each(commands.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s announces exactly the entities of the contract',
    async (_name, call) => {
      await notices()
      expect((await sendCommand(call)).statusCode).toBe(200)
      const { tenantId, id } = senderOf(call)
      const expected =
        call.entities.length === 0 || call.access === 'public'
          ? []
          : [
              `${tenantId} ${id} w1 ${call.entities.map((each) => (personalEntities.has(each) ? `${each}@` : each)).join(',')}`,
            ]
      expect(await notices()).toEqual(expected)
    },
  )

  it('is announced by statements on what permissions depend on, unless they touch no row', async () => {
    const { rows } = await harness.owner.query<{ name: string; kind: string }>(
      `select distinct c.relname as name, e.event_manipulation as kind
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
         join information_schema.triggers e on e.trigger_name = t.tgname and e.event_object_table = c.relname
       where p.proname in ('announce_access', 'announce_account') order by 1, 2`,
    )
    expect(rows.map(({ name, kind }) => `${name} ${kind}`)).toEqual(announcing)
    const { tenantId } = harness.tenant
    const run = (statement: string) =>
      harness.owner.query(`begin; select set_config('app.tenant', '${tenantId}', true); ${statement}; commit`)
    const column: Record<string, string> = {
      app_user: `status = '2'`,
      data_role: 'enabled = enabled',
      data_role_role: 'role_id = role_id',
      data_role_user: 'user_id = user_id',
      department: 'org_code = org_code',
      permission: 'name = name',
      role_permission: 'role_id = role_id',
      tenant_setting: 'section = section',
      user_role: 'role_id = role_id',
    }
    const no = `tenant_id = ${tenantId} and false`
    for (const { name, kind } of rows) {
      await notices()
      await run(
        kind === 'DELETE'
          ? `delete from ${name} where ${no}`
          : kind === 'UPDATE'
            ? `update ${name} set ${column[name]} where ${no}`
            : `insert into ${name} overriding system value select * from ${name} where ${no}`,
      )
      expect([name, kind, await notices()]).toEqual([name, kind, []])
    }
    const { rows: given } = await harness.owner.query<{ user_id: string; role_id: string }>(
      'select user_id, role_id from user_role where tenant_id = $1 limit 1',
      [tenantId],
    )
    const { user_id: userId, role_id: roleId } = given[0]!
    const one = `user_id = ${userId} and role_id = ${roleId}`
    const person = `id = ${userId}`
    const real = [
      `delete from user_role where ${one}`,
      `insert into user_role (user_id, role_id) values (${userId}, ${roleId})`,
      `update user_role set role_id = role_id where ${one}`,
      `update app_user set must_change_password = not must_change_password where ${person}`,
      `update app_user set must_change_password = not must_change_password where ${person}`,
    ]
    for (const statement of real) {
      await run(statement)
      expect([statement, await notices()]).toEqual([statement, [expect.stringMatching(/ access$/)]])
    }
    await run(`update app_user set realname = realname, status = status where ${person}`)
    expect(await notices()).toEqual([])
  })

  it('is not the only one that announces: so does the end of a job', async () => {
    const ofExports = new RegExp(`^${harness.tenant.tenantId} \\d+  export$`)
    await notices()
    await harness.call(admin, exportCalls.add, { kind: 'workOrders', format: 'csv', query: {} })
    // The command's own, and that of its job.
    await expect
      .poll(() => heard.filter((notice) => ofExports.test(notice)), { timeout: 20_000 })
      .toHaveLength(2)
  })

  it('announces nothing when it is refused', async () => {
    await notices()
    fails = true
    await sendCommand(workOrderCalls.insert)
    expect(await notices()).toEqual([])
    fails = false
  })
})
