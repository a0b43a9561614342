import { auditLogCalls as calls } from '@heliodesk/contract/audit-log.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator } from '../../../test/hire.ts'
import { runNext } from '../../../test/job-tools.ts'
import { pastTriggers } from '../../../test/owner-pool.ts'
import { sealAudit } from '../../../test/seal-audit.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { verification } from './checks.ts'
import { digesting, sealing } from './upkeep.ts'
import { verifyChain } from './verify.ts'

const harness = useHarness()
let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  for (let at = 0; at < 5; at++)
    await harness.call(admin, roleCalls.add, { roleCode: `chained${at}`, roleName: `链 ${at}` })
  await sealAudit(harness)
})

const verify = () => verifyChain(harness.pool, harness.tenant.tenantId)

const numbers = async () => {
  const { rows } = await harness.owner.query<{ number: string }>(
    'select number from audit_entry where tenant_id = $1 order by number',
    [harness.tenant.tenantId],
  )
  return rows.map(({ number }) => Number(number))
}

/** What somebody with all rights over the database could write into each column. */
const tampered: Record<string, string> = {
  at: `at + interval '1 microsecond'`,
  kind: `'remove'`,
  object: `object || 'x'`,
  record: `record || '0'`,
  name: `coalesce(name, '') || ' '`,
  parent: `coalesce(parent, '') || 'x'`,
  user_id: 'coalesce(user_id, 0) + 1',
  session_id: 'gen_random_uuid()',
  address: `coalesce(address, '') || '1'`,
  agent: `coalesce(agent, '') || 'x'`,
  call: `coalesce(call, '') || 'x'`,
  request: `coalesce(request, '') || 'x'`,
  changes: `jsonb_build_object('role_name', 'x')`,
  hash: 'sha256(hash)',
}

describe('the chain', () => {
  it('is numbered without gaps and whole', async () => {
    const all = await numbers()
    expect(all).toEqual(all.map((_number, at) => at + 1))
    expect(await verify()).toEqual({ compared: all.length, lastNumber: String(all.length), broken: null })
  })

  it('covers every column', async () => {
    const { rows } = await harness.owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'audit_entry' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([...Object.keys(tampered), 'number', 'tenant_id'].toSorted())
  })

  it.each(Object.entries(tampered))(
    'tells an entry whose %s the owner of the database changed',
    async (column, value) => {
      const { rows } = await harness.owner.query<{ whole: object; number: string }>(
        `select to_jsonb(e) as whole, number from audit_entry e
       where tenant_id = $1 and object = 'role' order by number desc offset 2 limit 1`,
        [harness.tenant.tenantId],
      )
      const { whole, number } = rows[0]!
      await pastTriggers(
        harness.owner,
        `update audit_entry set ${column} = ${value} where tenant_id = $1 and number = $2`,
        [harness.tenant.tenantId, number],
      )
      expect((await verify()).broken).toEqual({ number, reason: '内容与摘要不符' })
      await pastTriggers(
        harness.owner,
        `update audit_entry e set ${column} = r.${column} from jsonb_populate_record(null::audit_entry, $3) r
       where e.tenant_id = $1 and e.number = $2`,
        [harness.tenant.tenantId, number, JSON.stringify(whole)],
      )
      expect((await verify()).broken).toBeNull()
    },
  )

  it('tells an entry that is missing, wherever it was', async () => {
    const all = await numbers()
    for (const number of [2, all.length]) {
      await harness.owner.query('create table gone as select * from audit_entry where false')
      await pastTriggers(
        harness.owner,
        `with gone as (delete from audit_entry where tenant_id = $1 and number = $2 returning *)
         insert into gone select * from gone`,
        [harness.tenant.tenantId, number],
      )
      expect((await verify()).broken).toEqual({ number: String(number), reason: '条目缺失' })
      await harness.owner.query('insert into audit_entry select * from gone; drop table gone')
    }
    expect((await verify()).broken).toBeNull()
  })

  it('tells that its end is missing, and nothing where there is nothing', async () => {
    const all = await numbers()
    await harness.owner.query('create table kept as select * from audit_head where false')
    await pastTriggers(
      harness.owner,
      `with gone as (delete from audit_head where tenant_id = $1 returning *) insert into kept select * from gone`,
      [harness.tenant.tenantId],
    )
    expect((await verify()).broken).toEqual({ number: String(all[0]), reason: '链尾记录缺失' })
    await harness.owner.query('insert into audit_head select * from kept; drop table kept')
    expect((await verify()).broken).toBeNull()
    expect(await verifyChain(harness.pool, 0)).toEqual({ compared: 0, lastNumber: '0', broken: null })
  })

  it('takes in a transaction that commits late, and is sealed meanwhile', async () => {
    const late = await harness.pool.connect()
    await late.query(`begin; select set_config('app.tenant', '${harness.tenant.tenantId}', true)`)
    await late.query(`update role set description = '先写后提交' where role_code = 'chained0'`)
    await harness.call(admin, roleCalls.add, { roleCode: 'early', roleName: '后写先提交' })
    await sealAudit(harness)
    const before = (await numbers()).length
    await late.query('commit')
    late.release()
    await sealAudit(harness)
    expect(await numbers()).toHaveLength(before + 1)
    const { records } = await harness.call(admin, calls.list, { pageSize: 1 })
    expect(records[0]).toMatchObject({
      number: String(before + 1),
      kind: 'edit',
      summary: expect.stringContaining('先写后提交'),
    })
    expect((await verify()).broken).toBeNull()
  })

  it('is sealed once by many at a time', async () => {
    const before = (await numbers()).length
    for (let round = 0; round < 5; round++) {
      await harness.owner.query(
        `update role set description = $2 where tenant_id = $1 and role_code like 'chained%'`,
        [harness.tenant.tenantId, `第 ${round} 轮`],
      )
      await Promise.all(Array.from({ length: 6 }, () => runOnce(harness.pool, sealing, harness.env)))
    }
    const all = await numbers()
    expect(all).toEqual(Array.from({ length: before + 25 }, (_each, at) => at + 1))
    expect((await verify()).broken).toBeNull()
  })

  it('is verified in the background, and keeps what came of it', async () => {
    const asked = await harness.call(admin, calls.verify, {})
    expect(asked.check).toMatchObject({ state: 'waiting', brokenNumber: null })
    await harness.call(admin, calls.verify, {})
    expect(await runNext(harness, verification)).toBe(true)
    expect(await runNext(harness, verification)).toBe(false)
    const { check, head } = await harness.call(admin, calls.state, {})
    expect(check).toMatchObject({ state: 'done', lastNumber: check!.lastNumber, brokenNumber: null })
    expect(check!.total).toBe(Number(check!.lastNumber))
    expect(Number(head)).toBeGreaterThanOrEqual(Number(check!.lastNumber))
  })

  it('is told to the server’s log once a day, so that one rewritten as a whole shows', async () => {
    const told: object[] = []
    const log = { info: (line: object) => void told.push(line) } as never
    await runOnce(harness.pool, digesting, harness.env, log)
    await runOnce(harness.pool, digesting, harness.env, log)
    expect(told).toContainEqual({
      tenant: harness.tenant.tenantId,
      day: expect.stringMatching(/^\d{4}-/),
      number: expect.stringMatching(/^\d+$/),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(told.filter((line) => 'tenant' in line && line.tenant === harness.tenant.tenantId)).toHaveLength(1)
    await pastTriggers(harness.owner, `update audit_digest set hash = sha256('x') where tenant_id = $1`, [
      harness.tenant.tenantId,
    ])
    expect((await verify()).broken?.reason).toBe('与每日摘要不符')
    await pastTriggers(harness.owner, 'delete from audit_digest', [])
  })

  it('loses its beginning only after six years, and says so', async () => {
    const expire = () => runOnce(harness.pool, digesting, harness.env)
    await pastTriggers(harness.owner, `delete from audit_digest`, [])
    await expire()
    expect((await numbers())[0]).toBe(1)
    // The first three entries, as if they were old; the chain is then written anew by the same rule.
    await pastTriggers(
      harness.owner,
      `update audit_entry set at = now() - interval '7 years' where number <= 3`,
      [],
    )
    await rewrite()
    await pastTriggers(harness.owner, `delete from audit_digest`, [])
    await expire()
    await sealAudit(harness)
    expect((await numbers())[0]).toBe(4)
    const { records } = await harness.call(admin, calls.list, { kind: 'expire' })
    expect(records).toEqual([expect.objectContaining({ name: '#1–#3', summary: '保留期满，删除 1–3' })])
    expect((await verify()).broken).toBeNull()
  })
})

/** Computes the hashes of the whole chain again, which only somebody with all rights over the database can. */
async function rewrite() {
  await pastTriggers(
    harness.owner,
    `do $$ declare e audit_entry; h bytea; begin
       h := decode(repeat('00', 32), 'hex');
       for e in select * from audit_entry where tenant_id = ${harness.tenant.tenantId} order by number loop
         h := sha256(h || convert_to(app.audit_content(e), 'UTF8'));
         update audit_entry set hash = h where tenant_id = e.tenant_id and number = e.number;
       end loop;
       update audit_head set hash = h where tenant_id = ${harness.tenant.tenantId};
     end $$`,
  )
}
