import { exportCalls } from '@heliodesk/contract/exports.ts'
import { personalDataCalls as calls } from '@heliodesk/contract/personal-data.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, it } from 'vitest'
import { fetchFile, look, makeNext } from '../../../test/exports.ts'
import { useHarness } from '../../../test/harness.ts'
import { administratorOf, hire, signInAdministrator, type Hired } from '../../../test/hire.ts'
import { addRecords } from '../../../test/records.ts'
import { sealAudit } from '../../../test/seal-audit.ts'
import { partOf } from '../../../test/zip.ts'
import { freshSample, upload } from '../../../test/files.ts'

const harness = useHarness()
const mine = freshSample('pdf')
const UNKNOWN = '数据不存在或无权查看'
const PHONE = '13900007788'
const codes = ['user:manage', 'user:personal'] as const
let keeper: Hired
let personId: string

/** What the administrator has beyond the records of every table. */
async function addMore(tenantId: number) {
  await harness.owner.query(
    `with c as (
       insert into order_comment (tenant_id, order_id, author_id, author_name, text, added_at)
       select tenant_id, id, $2, '甲', '我的评论', now() from work_order where tenant_id = $1 order by id limit 1 returning *
     ), m as (
       insert into order_comment_mention (tenant_id, comment_id, user_id, name) select tenant_id, id, $2, '甲' from c
     ), p as (
       update ticket_person set person_id = $2 where tenant_id = $1
     ), l as (
       insert into sign_in_log (tenant_id, at, login, method, outcome, user_id)
       values ($1, now(), 'a_admin', 'password', 'success', $2)
     ), o as (
       update work_order set reporter_id = $2 where tenant_id = $1
     )
     insert into order_signature (tenant_id, id, order_id, role, name, title, strokes, author_id, author_name, device_at,
       done_at, at, marks)
     select tenant_id, gen_random_uuid(), order_id, role, name, '', '1,2,3,4', $2, '甲', now(), now(), now(), '{}'
     from c, (values ('executor', '甲本人'), ('witness', '别家见证人')) given(role, name)`,
    [tenantId, personId],
  )
}

beforeAll(async () => {
  await addRecords(harness, harness.tenant)
  personId = administratorOf(harness.tenant).id
  await addMore(harness.tenant.tenantId)
  await harness.owner.query(`update app_user set phone = $2 where id = $1`, [personId, PHONE])
  keeper = await hire(harness, { username: 'data.keeper', codes: [...codes], hasAllData: true })
  const token = await signInAdministrator(harness, harness.tenant)
  await upload(harness, token, { purpose: 'mail', name: '密信.pdf', content: freshSample('pdf') })
  await upload(harness, token, { purpose: 'annex', name: '我的:说明.pdf', content: mine })
})

async function archive(token: string, who: string) {
  const { id } = await harness.call(token, calls.request, { personId: who, reason: '本人申请' })
  await makeNext(harness)
  const job = await look(harness, token, id)
  const file = await fetchFile(harness, token, id)
  const part = (entry: string) => partOf(file.rawPayload, entry)
  const rows = (entry: string): Record<string, string>[] =>
    parse(part(`${entry}.csv`), { bom: true, columns: true })
  return { job, file, part, rows, manifest: JSON.parse(part('说明.json')) as Record<string, unknown> }
}

it('has a file for each subject, with what the person did and uploaded', async () => {
  const { job, file, rows, manifest } = await archive(keeper.token, personId)
  expect(job).toMatchObject({ state: 'done', format: 'zip', error: null })
  expect(job.conditions).toContain('原因：本人申请')
  expect(file.headers['content-type']).toBe('application/zip')
  const counted = manifest['行数'] as Record<string, number>
  expect(Object.keys(counted)).toHaveLength(12)
  expect(Object.entries(counted).filter(([, count]) => count === 0)).toEqual([])
  for (const [subject, count] of Object.entries(counted)) expect(rows(subject)).toHaveLength(count)
  expect(manifest).toMatchObject({ 范围: '全部', 原因: '本人申请', 缺损: [] })
  expect(rows('个人资料')).toContainEqual({ 项目: '手机号', 内容: PHONE })
  expect(rows('评论').map((row) => row['内容'])).toContain('我的评论')
  expect(rows('工单').every((row) => row['本人']!.includes('上报'))).toBe(true)
  const files = rows('附件清单')
  const own = files.find((row) => row['文件名'] === '我的:说明.pdf')!
  expect(own['压缩包内']).toMatch(/^附件\/\d{4}_我的_说明\.pdf$/)
  expect(file.rawPayload.includes(mine)).toBe(true)
  expect(files.map((row) => row['文件名'])).not.toContain('密信.pdf')
})

it('has nothing of other people, and no secret', async () => {
  const { part, rows } = await archive(keeper.token, personId)
  expect(rows('手写签名').map((row) => row['签名人'])).not.toContain('别家见证人')
  expect(part('个人资料.csv') + part('登录设备.csv')).not.toMatch(/argon2|hash/)
  const worker = await archive(keeper.token, harness.tenant.users['a_worker']!.id)
  expect(worker.rows('评论')).toEqual([])
  expect(worker.rows('手写签名')).toEqual([])
  expect(worker.rows('来信')).toEqual([])
  expect(worker.rows('个人资料')).toContainEqual({ 项目: '账号', 内容: 'a_worker' })
})

it('is recorded in the audit log with whose data and why', async () => {
  await archive(keeper.token, personId)
  await sealAudit(harness)
  const { rows } = await harness.owner.query<{ name: string; said: string; user_id: string }>(
    `select name, changes::text as said, user_id from audit_entry where kind = 'export' and record = 'personalData'
     order by at desc limit 1`,
  )
  expect(rows[0]).toMatchObject({ user_id: keeper.id })
  expect(rows[0]!.said).toContain('原因：本人申请')
})

it('ends at the scope of who asks: without all data, no files and only the orders in sight', async () => {
  const near = await hire(harness, { username: 'near.keeper', codes: [...codes], depCode: 'A01' })
  const { file, rows, manifest } = await archive(near.token, personId)
  expect(manifest['范围']).toContain('仅导出人数据范围内')
  expect(rows('附件清单').every((row) => row['压缩包内'] === '')).toBe(true)
  expect(file.rawPayload.includes(mine)).toBe(false)
  const far = await hire(harness, { username: 'far.keeper', codes: [...codes], depCode: 'A01A02A01' })
  expect((await harness.refused(far.token, calls.request, { personId, reason: '无' })).message).toBe(UNKNOWN)
  const away = await hire(harness, { username: 'away', codes: [], depCode: 'A01A02A01' })
  await harness.owner.query(
    `insert into order_comment (tenant_id, order_id, author_id, author_name, text, added_at)
     select tenant_id, id, $2, '远', '远处的评论', now() from work_order where tenant_id = $1 order by id limit 1`,
    [harness.tenant.tenantId, away.id],
  )
  await harness.owner.query(`update work_order set dep_code = 'A01A03' where tenant_id = $1`, [
    harness.tenant.tenantId,
  ])
  expect((await archive(far.token, away.id)).rows('评论')).toEqual([])
  expect((await archive(keeper.token, away.id)).rows('评论')).toHaveLength(1)
})

it('takes both rights, also for the download, a reason, and a person of the company', async () => {
  const asked = { personId, reason: '本人申请' }
  for (const code of codes) {
    const { token } = await hire(harness, { username: `only.${code.slice(5)}`, codes: [code] })
    expect((await harness.refused(token, calls.request, asked)).status).toBe(403)
  }
  const bare = await harness.refused(keeper.token, calls.request, { ...asked, reason: ' ' })
  expect(bare.message).toContain('原因（reason）')
  const other = await signInAdministrator(harness, harness.otherTenant)
  expect((await harness.refused(other, calls.request, asked)).message).toBe(UNKNOWN)
  const { job } = await archive(keeper.token, personId)
  expect((await harness.refused(other, exportCalls.link, { id: job.id })).message).toBe(UNKNOWN)
  const listed = { kind: 'personalData', format: 'csv', query: asked } as never
  expect((await harness.refused(keeper.token, exportCalls.add, listed)).message).toContain('请选择导出内容')
  await harness.owner.query(
    `delete from role_permission rp using permission p where rp.role_id = $1 and p.id = rp.permission_id
       and p.code = 'user:personal'`,
    [keeper.roleId],
  )
  expect((await harness.refused(keeper.token, exportCalls.link, { id: job.id })).status).toBe(403)
})
