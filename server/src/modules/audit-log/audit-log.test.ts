import { auditLogCalls as calls } from '@heliodesk/contract/audit-log.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { fetchFile, makeNext } from '../../../test/exports.ts'
import { useHarness } from '../../../test/harness.ts'
import { administratorOf, hire, signInAdministrator } from '../../../test/hire.ts'
import { sealAudit } from '../../../test/seal-audit.ts'

const harness = useHarness()
let admin: string
let foreigner: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  foreigner = await signInAdministrator(harness, harness.otherTenant)
})

async function list(input: Sent<typeof calls.list> = {}, token = admin) {
  await sealAudit(harness)
  return harness.call(token, calls.list, { pageSize: 500, ...input })
}

const detail = (number: string) => harness.call(admin, calls.detail, { number })

const addRole = (roleCode: string, roleName: string) =>
  harness.call(admin, roleCalls.add, { roleCode, roleName })

describe('the audit log', () => {
  it('tells who changed what, when, from where and by which call, with before and after', async () => {
    const role = await addRole('audited', '受审')
    await harness.call(admin, roleCalls.edit, {
      id: role.id,
      version: role.version,
      roleName: '受审角色',
      roleCode: 'audited',
      description: '月度上报',
    })
    const { records } = await list({ object: 'role', record: role.id })
    expect(records.map(({ kind }) => kind)).toEqual(['edit', 'create'])
    const [edit] = records
    expect(edit).toMatchObject({
      objectTitle: '角色',
      name: '受审角色 audited',
      username: administratorOf(harness.tenant).username,
      address: '127.0.0.1',
      device: 'lightMyRequest',
    })
    const whole = await detail(edit!.number)
    expect(whole).toMatchObject({
      call: `${roleCalls.edit.method} ${roleCalls.edit.path}`,
      callTitle: roleCalls.edit.title,
      session: expect.stringMatching(/^[0-9a-f-]{36}$/),
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
      of: { object: 'role', record: role.id, total: 2 },
    })
    expect(whole.changes).toContainEqual({
      column: 'role_name',
      title: '角色名称',
      before: '受审',
      after: '受审角色',
    })
    expect(whole.chain.map(({ number }) => Number(number))).toContain(Number(edit!.number))
    expect(whole.chain.at(-1)!.previous).toBe(whole.chain.at(-2)!.hash)
  })

  it('is searched by code and by old and new values, and counted by kind', async () => {
    const role = await addRole('search_me', '寻找得到')
    await harness.call(admin, roleCalls.edit, {
      id: role.id,
      version: role.version,
      roleName: '换了名字',
      roleCode: 'search_me',
    })
    const found = async (keyword: string) => (await list({ keyword })).records.map(({ record }) => record)
    expect(await found('SEARCH_me')).toEqual([role.id, role.id])
    expect(await found('寻找得')).toEqual([role.id, role.id])
    expect(await found('换了名')).toEqual([role.id])
    expect(await found('没有这个')).toEqual([])
    const counts = await harness.call(admin, calls.counts, { keyword: '寻找得' })
    expect(counts).toMatchObject({ total: 2, kinds: { create: 1, edit: 1, remove: 0 } })
    expect((await list({ keyword: '寻找得', kind: 'edit' })).total).toBe(1)
    expect((await list({ keyword: '寻找得', to: '2001-01-01' })).total).toBe(0)
  })

  it('has nothing of a call that was rolled back, and one entry of a command that was repeated', async () => {
    const before = (await list({ object: 'role' })).total
    const { message } = await harness.refused(admin, roleCalls.add, { roleCode: 'audited', roleName: '重复' })
    expect(message).toMatch(/已存在/)
    expect((await list({ object: 'role' })).total).toBe(before)
    const send = () =>
      harness.request('POST', roleCalls.add.path, {
        token: admin,
        headers: { 'idempotency-key': 'audit-once-1' },
        body: { roleCode: 'once', roleName: '一次' },
      })
    await Promise.all([send(), send()])
    expect((await list({ object: 'role' })).total).toBe(before + 1)
  })

  it('tells refusals for missing permissions', async () => {
    const { token, id } = await hire(harness, { username: 'curious', codes: ['order:list'] })
    await harness.refused(token, roleCalls.add, { roleCode: 'x', roleName: 'x' })
    const { records } = await list({ kind: 'refuse', personId: id })
    expect(records).toEqual([
      expect.objectContaining({
        objectTitle: '接口',
        name: roleCalls.add.title,
        summary: expect.stringContaining('role:manage'),
        address: '127.0.0.1',
      }),
    ])
  })

  it('tells who saw somebody’s phone number, and shows it masked itself', async () => {
    const { id } = harness.tenant.users['a_worker']!
    const { version, realname, depId } = await harness.call(admin, userCalls.detail, { id })
    await harness.call(admin, userCalls.edit, { id, version, realname, depId, phone: '13912345678' })
    await harness.call(admin, userCalls.detail, { id })
    const { records } = await list({ object: 'app_user', record: id })
    expect(records[0]).toMatchObject({ kind: 'see', summary: '查看手机号', name: `${realname} a_worker` })
    const edit = records.find(({ kind }) => kind === 'edit')!
    const { changes } = await detail(edit.number)
    expect(changes.find(({ column }) => column === 'phone')).toMatchObject({
      title: '手机号',
      after: '139****5678',
    })
    expect((await list({ keyword: '13912345678' })).total).toBe(0)
  })

  it('never holds passwords, only that they changed', async () => {
    const password = 'Fresh@Secret1'
    await harness.call(admin, userCalls.changePassword, { username: 'a_colleague', password })
    const { id } = harness.tenant.users['a_colleague']!
    const { records } = await list({ object: 'app_user', record: id, kind: 'edit' })
    const { changes } = await detail(records[0]!.number)
    expect(changes).toContainEqual({ column: 'password_hash', title: '密码', before: '***', after: '***' })
    const { rows } = await harness.owner.query(
      `select from audit_entry where concat(changes, name) like '%$argon2%' or concat(changes, name) like '%${password}%'`,
    )
    expect(rows).toEqual([])
  })

  it('tells exports with their rows, its own included', async () => {
    const { id } = await harness.call(admin, exportCalls.add, {
      kind: 'auditEntries',
      format: 'csv',
      conditions: '角色',
      query: { object: 'role' },
    })
    await makeNext(harness)
    const file = (await fetchFile(harness, admin, id)).rawPayload.toString()
    expect(file).toContain('受审角色')
    const { records } = await list({ kind: 'export' })
    expect(records[0]).toMatchObject({
      objectTitle: '导出文件',
      summary: expect.stringMatching(/^\d+ 行，csv$/),
    })
  })

  it('is the company’s own, and only for holders of its permission', async () => {
    const { records } = await list()
    const theirs = await list({}, foreigner)
    expect(theirs.records.filter(({ name }) => name.includes('受审'))).toEqual([])
    const last = records[0]!.number
    expect(Number(theirs.records[0]?.number ?? 0)).not.toBe(Number(last))
    await harness.refused(foreigner, calls.detail, { number: last })
    const { token } = await hire(harness, { username: 'no.auditor', codes: ['log:view'] })
    expect((await harness.refused(token, calls.list, {})).status).toBe(403)
  })

  it('is changed by nobody', async () => {
    const client = await harness.pool.connect()
    try {
      await client.query(`select set_config('app.tenant', '${harness.tenant.tenantId}', false)`)
      for (const statement of [
        `update audit_entry set name = 'x'`,
        'delete from audit_entry',
        'truncate audit_entry',
        'insert into audit_entry select * from audit_entry',
        'update audit_head set number = 0',
        'select from audit_pending',
        'insert into audit_pending (tenant, kind, object, record) values (1, $$edit$$, $$role$$, $$1$$)',
      ])
        await expect(client.query(statement)).rejects.toThrow(/permission denied/)
    } finally {
      client.release(true)
    }
    await expect(harness.owner.query('delete from audit_entry')).rejects.toThrow(
      /neither changed nor removed/,
    )
  })
})
