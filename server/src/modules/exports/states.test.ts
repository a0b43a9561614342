import { exportCalls as calls, exportStates, type ExportState } from '@heliodesk/contract/exports.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { tryDownload } from '../../../test/files.ts'
import { hire, openSession, type Hired } from '../../../test/hire.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { expire } from './expiry.ts'
import {
  addOrders,
  ask,
  exportNow,
  fetchFile,
  holdBack,
  look,
  makeNext,
  storedFiles,
} from '../../../test/exports.ts'
import { covers } from './scope.ts'

const harness = useHarness()
const DAY_MS = 86_400_000
let person: Hired
let hired = 0

beforeAll(() => addOrders(harness, harness.tenant, 20))

beforeEach(async () => {
  hired += 1
  person = await hire(harness, {
    username: `exporter${hired}`,
    codes: ['order:list', 'order:export'],
    hasAllData: true,
  })
})

const expireNow = () =>
  runOnce(
    harness.pool,
    { name: 'now', everyMs: 1, run: (db) => expire(db, harness.clock.now()) },
    harness.env,
  )

/** The `kept_at` of each of the person's files; the sweep removes those with null. */
async function keptFiles(): Promise<(Date | null)[]> {
  const { rows } = await harness.owner.query<{ kept_at: Date | null }>(
    `select kept_at from stored_file where created_by = $1 and purpose = 'export'`,
    [person.id],
  )
  return rows.map((row) => row.kept_at)
}

/** Makes an export fail: the permission is revoked meanwhile. */
async function makeFail() {
  await harness.owner.query(`update app_user set must_change_password = true where id = $1`, [person.id])
  await makeNext(harness)
  await harness.owner.query(`update app_user set must_change_password = false where id = $1`, [person.id])
}

/** Brings an export into a state as a user would; the returned function releases what holds it there. */
const ways: Record<ExportState, (id: string) => Promise<(() => Promise<void>) | void>> = {
  waiting: async () => {},
  async running(id) {
    const release = await holdBack(harness)
    const running = makeNext(harness)
    await expect.poll(async () => (await look(harness, person.token, id)).rowCount).toBe(20)
    return async () => {
      await release()
      await running
    }
  },
  async done() {
    await makeNext(harness)
  },
  failed: makeFail,
  async cancelled(id) {
    await harness.call(person.token, calls.cancel, { id })
  },
  async expired() {
    await makeNext(harness)
    await harness.owner.query(
      `update export_job set expires_at = now() - interval '1 second' where state = 'done'`,
    )
    await expireNow()
  },
}

const verbs = { cancel: '取消', retry: '重新导出', remove: '删除，请先取消', link: '下载' } as const

/** The actions allowed in each state. */
const allowed: Record<ExportState, (keyof typeof verbs)[]> = {
  waiting: ['cancel'],
  running: ['cancel'],
  done: ['remove', 'link'],
  failed: ['retry', 'remove'],
  cancelled: ['retry', 'remove'],
  expired: ['retry', 'remove'],
}

const cases = (Object.keys(allowed) as ExportState[]).flatMap((state) =>
  (Object.keys(verbs) as (keyof typeof verbs)[]).map((verb) => [state, verb] as const),
)

describe('by the table of states', () => {
  it.each(cases)('what is %s takes or refuses %s', async (state, verb) => {
    const { id } = await ask(harness, person.token, { format: 'csv' })
    const release = await ways[state](id)
    expect((await look(harness, person.token, id)).state).toBe(state)
    if (allowed[state].includes(verb)) await harness.call(person.token, calls[verb], { id })
    else {
      const { message } = await harness.refused(person.token, calls[verb], { id })
      expect(message).toBe(
        state === 'expired' && verb === 'link'
          ? '文件已过期，请重新导出'
          : `该导出${exportStates[state]}，不能${verbs[verb]}`,
      )
    }
    await release?.()
    const left = await harness.call(person.token, calls.progress, { ids: [id] })
    const after = { cancel: 'cancelled', retry: 'waiting', remove: undefined, link: state }[verb]
    const unhindered = state === 'running' ? 'done' : state
    expect(left[0]?.state).toBe(allowed[state].includes(verb) ? after : unhindered)
    if (left[0]?.state === 'waiting') await harness.call(person.token, calls.cancel, { id })
  })
})

describe('an export that is cancelled', () => {
  it('while it waits is never made', async () => {
    const { id } = await ask(harness, person.token)
    expect(await harness.call(person.token, calls.cancel, { id })).toMatchObject({ state: 'cancelled' })
    expect(await makeNext(harness)).toBe(false)
  })

  it('while it is made leaves no file behind, and can be made again', async () => {
    const files = await storedFiles(harness)
    const { id } = await ask(harness, person.token)
    const release = (await ways.running(id))!
    expect(await harness.call(person.token, calls.cancel, { id })).toMatchObject({ state: 'cancelled' })
    const again = await harness.call(person.token, calls.retry, { id })
    expect(again).toMatchObject({ state: 'waiting', doneCount: 0, rowCount: null, attempts: 0 })
    await release()
    expect(await storedFiles(harness)).toBe(files)
    expect((await look(harness, person.token, id)).state).toBe('waiting')
    await makeNext(harness)
    expect(await look(harness, person.token, id)).toMatchObject({ state: 'done', attempts: 1, doneCount: 20 })
    expect(await storedFiles(harness)).toBe(files + 1)
  })
})

describe('the queue', () => {
  it('holds five of one person and says so, whoever else waits', async () => {
    const made = []
    for (let at = 0; at < 5; at++) made.push(await ask(harness, person.token))
    const input = { kind: 'workOrders', format: 'csv', query: {} }
    expect((await harness.refused(person.token, calls.add, input)).message).toBe(
      '已有 5 个导出在排队，请等待完成或取消后再试',
    )
    const other = await harness.signIn('a_master')
    const { id } = await ask(harness, other)
    await harness.call(other, calls.cancel, { id })
    await harness.call(person.token, calls.cancel, { id: made[0]!.id })
    made.push(await ask(harness, person.token))
    expect((await harness.refused(person.token, calls.retry, { id: made[0]!.id })).message).toMatch(
      /^已有 5 个/,
    )
    for (const each of made.slice(1)) await harness.call(person.token, calls.cancel, { id: each.id })
  })

  it('takes five of many questions at once', async () => {
    const input = { kind: 'workOrders', format: 'csv', query: {} }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        harness.request('POST', calls.add.path, { token: person.token, body: input }),
      ),
    )
    expect(answers.filter(({ body }) => body.result_code === '1')).toHaveLength(5)
    const { pageList } = await harness.call(person.token, calls.page, {})
    for (const { id } of pageList) await harness.call(person.token, calls.cancel, { id })
  })

  it('makes one of a person’s at a time, and others’ beside it', async () => {
    const first = await ask(harness, person.token, { format: 'csv' })
    const second = await ask(harness, person.token, { format: 'csv' })
    const release = await holdBack(harness)
    const running = makeNext(harness)
    await expect.poll(async () => (await look(harness, person.token, first.id)).state).toBe('running')
    expect(await makeNext(harness)).toBe(false)
    const other = await harness.signIn('a_master')
    const beside = await ask(harness, other, { format: 'csv' })
    const runningBeside = makeNext(harness)
    await expect.poll(async () => (await look(harness, other, beside.id)).state).toBe('running')
    expect((await look(harness, person.token, second.id)).state).toBe('waiting')
    await release()
    await Promise.all([running, runningBeside])
    expect((await look(harness, person.token, first.id)).state).toBe('done')
    expect(await makeNext(harness)).toBe(true)
    expect((await look(harness, person.token, second.id)).state).toBe('done')
  })
})

describe('a finished file', () => {
  it('is kept for seven days, then says that it expired, and can be made anew', async () => {
    const job = await exportNow(harness, person.token, { format: 'csv' })
    const days = (Date.parse(job.expireTime!) - Date.parse(job.finishTime!)) / DAY_MS
    expect(days).toBe(7)
    harness.clock.advance(7 * DAY_MS - 60_000)
    await expireNow()
    // The earlier session also ends after seven days.
    const token = await openSession(harness, person.id)
    expect((await look(harness, token, job.id)).state).toBe('done')
    harness.clock.advance(120_000)
    const { id } = job
    expect((await harness.refused(token, calls.link, { id })).message).toBe('文件已过期，请重新导出')
    await expireNow()
    expect((await look(harness, token, id)).state).toBe('expired')
    expect(await keptFiles()).toEqual([null])
    await harness.call(token, calls.retry, { id })
    await makeNext(harness)
    expect((await fetchFile(harness, token, id)).statusCode).toBe(200)
    harness.clock.set(new Date().toISOString())
  })

  it('is fetched by a link without a session, which does not last', async () => {
    const { id } = await exportNow(harness, person.token, { format: 'csv' })
    const { url } = await harness.call(person.token, calls.link, { id })
    expect((await harness.app.inject({ method: 'GET', url })).statusCode).toBe(200)
    harness.clock.advance(15 * 60_000)
    expect((await harness.app.inject({ method: 'GET', url })).statusCode).toBe(403)
    harness.clock.set(new Date().toISOString())
  })

  it('leaves only while its owner has the right and the scope that it was made with', async () => {
    const west = await hire(harness, {
      username: 'west.exporter',
      codes: ['order:list', 'order:export'],
      depCode: 'A01A02',
    })
    const { id } = await exportNow(harness, west.token, { format: 'csv' })
    const { url } = await harness.call(west.token, calls.link, { id })
    const path = new URL(url, 'http://x').pathname.replace(/^.*\/oss\/static\//, '')
    const change = (statement: string, ...values: unknown[]) => harness.owner.query(statement, values)
    const asked = async () => ({
      link: (await harness.request('POST', calls.link.path, { token: west.token, body: { id } })).body
        .result_msg,
      followed: (await harness.app.inject({ method: 'GET', url })).statusCode,
      called: (await tryDownload(harness, west.token, path)).message,
    })
    const open = { link: expect.not.stringMatching(/拒绝|变化/), followed: 200, called: null }
    expect(await asked()).toMatchObject(open)

    const gone = { followed: 403, called: '数据不存在或无权查看' }
    const place = 'update app_user set department_id = $2 where id = $1'
    await change(place, west.id, harness.tenant.departments['A01A01'])
    expect(await asked()).toEqual({
      ...gone,
      link: '您的数据范围已变化，该文件不能再下载，请重新新建导出',
    })
    await change(place, west.id, harness.tenant.departments['A01'])
    expect(await asked()).toMatchObject(open)

    const { rows } = await change('delete from role_permission where role_id = $1 returning *', west.roleId)
    expect(await asked()).toEqual({ ...gone, link: '拒绝访问：需要“导出工单”权限（order:export）' })
    for (const row of rows as { tenant_id: number; role_id: string; permission_id: string }[])
      await change(
        'insert into role_permission (tenant_id, role_id, permission_id) values ($1, $2, $3)',
        row.tenant_id,
        row.role_id,
        row.permission_id,
      )
    expect(await asked()).toMatchObject(open)

    await change(`update app_user set status = '2' where id = $1`, west.id)
    expect((await harness.app.inject({ method: 'GET', url })).statusCode).toBe(403)
  })

  it('holds the data of its time: what was made with more is not fetched with less', () => {
    const who = { hasAllData: false, orgCode: 'A01A02', relatedPsas: ['5'], narrowing: null }
    expect(covers(who, who)).toBe(true)
    expect(covers(who, { ...who, orgCode: 'A01A02A01', relatedPsas: [] })).toBe(true)
    for (const made of [
      { ...who, hasAllData: true },
      { ...who, orgCode: 'A01' },
      { ...who, orgCode: 'A01A03' },
      { ...who, relatedPsas: ['5', '6'] },
      null,
    ]) {
      expect(covers(who, made)).toBe(false)
      expect(covers({ ...who, hasAllData: true }, made)).toBe(true)
    }
  })

  it('goes with its export', async () => {
    const { id } = await exportNow(harness, person.token, { format: 'csv' })
    await harness.call(person.token, calls.remove, { id })
    expect((await harness.refused(person.token, calls.link, { id })).message).toBe('数据不存在或无权查看')
    expect(await keptFiles()).toEqual([null])
  })
})
