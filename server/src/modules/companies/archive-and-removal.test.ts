import { companyCalls as calls } from '@heliodesk/contract/companies.ts'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { runNext } from '../../../test/job-tools.ts'
import { addRecords } from '../../../test/records.ts'
import { partOf } from '../../../test/zip.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { expireArchives, makeArchive } from './archive.ts'
import { useCompanies } from './companies.fixture.ts'
import { removeCompany } from './removal.ts'

const site = useCompanies()
const { harness, addCompany, find, seen, codeOfTenant } = site

describe('an archive', () => {
  it('has every table, the files with their checksums and no secret, and both logs tell of it', async () => {
    const companyCode = await codeOfTenant(harness.otherTenant.tenantId)
    const token = await harness.signIn('b_admin')
    const storage = openStorage(harness.env)
    const { size, sha256 } = await storage.write('bb/picture', Buffer.from('bytes of a picture'))
    await harness.owner.query(
      `insert into file_blob (tenant_id, path, sha256, size, media_type, used_at) values ($1, 'bb/picture', $2, $3, 'text/plain', now())`,
      [harness.otherTenant.tenantId, sha256, size],
    )
    await harness.owner.query(
      `insert into stored_file (tenant_id, path, file_name, media_type, size, sha256, purpose, created_by, created_at, kept_at, blob_path)
       values ($1, 'bb/one', '照片.txt', 'text/plain', $3, $2, 'general', $4, now(), now(), 'bb/picture')`,
      [harness.otherTenant.tenantId, sha256, size, harness.otherTenant.users.b_admin!.id],
    )
    expect(
      (await harness.refused(site.operator.token, calls.archive, { companyCode, reason: ' ' })).message,
    ).toContain('原因（reason）')
    const asked = await harness.call(site.operator.token, calls.archive, {
      companyCode,
      reason: '客户要求迁出',
    })
    expect(asked).toMatchObject({ state: 'waiting', reason: '客户要求迁出' })
    expect((await harness.refused(site.operator.token, calls.archiveLink, asked)).message).toContain(
      '还没有生成',
    )
    expect(await runNext(harness, makeArchive)).toBe(true)
    const { archives, events } = await harness.call(site.operator.token, calls.detail, { companyCode })
    expect(archives[0]).toMatchObject({ state: 'done', fault: null })
    expect(archives[0]!.doneCount).toBe(archives[0]!.stepCount)
    expect(events[0]).toMatchObject({ action: 'export', reason: '客户要求迁出' })
    const { rows } = await harness.owner.query<{ path: string }>(
      `select file_path as path from company_archive`,
    )
    const zip = await buffer(await storage.read(rows[0]!.path))
    const manifest = JSON.parse(partOf(zip, 'manifest.json')) as {
      tables: { entry: string; rows: number; omittedColumns?: string[] }[]
      files: { name: string; sha256: string; entry: string }[]
      faults: object[]
    }
    expect(manifest.faults).toEqual([])
    expect(manifest.files).toMatchObject([
      { name: '照片.txt', sha256: sha256.toString('hex'), entry: 'files/bb/picture' },
    ])
    const people = manifest.tables.find(({ entry }) => entry === 'tables/app_user.jsonl')!
    expect(people.omittedColumns).toContain('password_hash')
    const lines = partOf(zip, people.entry).trim().split('\n')
    expect(lines).toHaveLength(people.rows)
    expect(lines[0]).not.toContain('argon2')
    const { url } = await harness.call(site.operator.token, calls.archiveLink, asked)
    const sent = await harness.app.inject({
      method: 'GET',
      url: new URL(url, 'http://x').pathname + new URL(url, 'http://x').search,
    })
    expect(sent.statusCode).toBe(200)
    expect((await harness.refused(token, calls.archiveLink, asked)).status).toBe(403)
    const { rows: told } = await harness.owner.query<{ tenant: number }>(
      `select tenant from audit_pending where kind = 'export' and object = 'tenant'
       union all select tenant_id from audit_entry where kind = 'export' and object = 'tenant'`,
    )
    expect(told.map((each) => each.tenant)).toEqual(
      expect.arrayContaining([site.operator.tenantId, harness.otherTenant.tenantId]),
    )
    await harness.owner.query(`update company_archive set expires_at = now() - interval '1 s'`)
    expect((await harness.refused(site.operator.token, calls.archiveLink, asked)).message).toContain('已过期')
    await runOnce(harness.pool, expireArchives, harness.env)
    const { archives: left } = await harness.call(site.operator.token, calls.detail, { companyCode })
    expect(left[0]).toMatchObject({ state: 'expired' })
    const kept = await harness.owner.query(
      'select from stored_file where path = $1 and kept_at is not null',
      [rows[0]!.path],
    )
    expect(kept.rowCount).toBe(0)
  })
})

/** Every table with rows of a company, by the catalogue. */
async function tablesWith(tenantId: number): Promise<string[]> {
  const { rows } = await harness.owner.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('tenant_id', 'tenant')`,
  )
  const found = await Promise.all(
    rows.map(async ({ name, column }) => {
      const counted = await harness.owner.query<{ n: string }>(
        `select count(*) as n from ${name} where ${column} = $1`,
        [tenantId],
      )
      return counted.rows[0]!.n === '0' ? [] : [name]
    }),
  )
  return found.flat()
}

describe('the removal of a company', () => {
  it('is planned by its name once it is suspended, waits, and can be cancelled', async () => {
    const { companyCode, name } = await addCompany()
    const plan = async (more: object = {}) => ({
      ...(await seen(companyCode)),
      typedName: name,
      days: 30,
      reason: '合同终止',
      ...more,
    })
    expect((await harness.refused(site.operator.token, calls.planRemoval, await plan())).message).toContain(
      '请先停用',
    )
    await harness.call(site.operator.token, calls.suspend, {
      ...(await seen(companyCode)),
      reason: '合同终止',
    })
    expect(
      (await harness.refused(site.operator.token, calls.planRemoval, await plan({ typedName: '别的' })))
        .message,
    ).toContain('不一致')
    await harness.call(site.operator.token, calls.planRemoval, await plan())
    expect(await find(companyCode)).toMatchObject({ state: 'leaving', removalWhy: '合同终止' })
    expect(
      (await harness.refused(site.operator.token, calls.resume, await seen(companyCode))).message,
    ).toContain('请先取消删除')
    await harness.owner.query(`update job set next_at = now() where kind = 'company removal'`)
    // Its job comes too early: nothing happens.
    await runNext(harness, removeCompany)
    expect(await find(companyCode)).toMatchObject({ state: 'leaving' })
    await harness.call(site.operator.token, calls.cancelRemoval, await seen(companyCode))
    await harness.call(site.operator.token, calls.resume, await seen(companyCode))
    expect(await find(companyCode)).toMatchObject({ state: 'active', removalTime: null })
  })

  it('leaves no row of it in any table, no file, and others untouched', async () => {
    const { tenantId } = harness.otherTenant
    const companyCode = await codeOfTenant(tenantId)
    const { name } = await find(companyCode)
    await addRecords(harness, harness.otherTenant)
    expect((await tablesWith(tenantId)).length).toBeGreaterThan(100)
    const others = await tablesWith(harness.tenant.tenantId)
    await harness.call(site.operator.token, calls.suspend, {
      ...(await seen(companyCode)),
      reason: '合同终止',
    })
    await harness.call(site.operator.token, calls.planRemoval, {
      ...(await seen(companyCode)),
      typedName: name,
      days: 1,
      reason: '合同终止',
    })
    await harness.owner.query(`update tenant set removal_at = now() where id = $1`, [tenantId])
    await harness.owner.query(`update job set next_at = now() where kind = 'company removal'`)
    while (await runNext(harness, removeCompany));
    const { rows: failed } = await harness.owner.query(
      `select reason from job where kind = 'company removal'`,
    )
    expect(failed).toEqual([])
    expect(await tablesWith(tenantId)).toEqual([])
    expect((await harness.owner.query('select from tenant where id = $1', [tenantId])).rowCount).toBe(0)
    expect(await openStorage(harness.env).has('bb/picture')).toBe(false)
    expect(await tablesWith(harness.tenant.tenantId)).toEqual(others)
    const { rows } = await harness.owner.query(
      `select action, company_name from company_event where company = $1 order by id desc limit 1`,
      [tenantId],
    )
    expect(rows).toEqual([{ action: 'remove', company_name: name }])
  })
})
