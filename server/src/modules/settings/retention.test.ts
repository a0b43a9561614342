import { healthCalls } from '@heliodesk/contract/health.ts'
import { jobCalls } from '@heliodesk/contract/jobs.ts'
import { settingCalls as calls } from '@heliodesk/contract/settings.ts'
import { webhookCalls } from '@heliodesk/contract/webhooks.ts'
import { beforeAll, expect, it } from 'vitest'
import { ask, look, makeNext } from '../../../test/exports.ts'
import { useHarness } from '../../../test/harness.ts'
import { sealAudit } from '../../../test/seal-audit.ts'
import { signInAdministrator } from '../../../test/hire.ts'
import { addOperator } from '../../../test/operator.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { retention } from './retention.ts'

const harness = useHarness()
let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  const { tenantId } = harness.tenant
  await harness.owner.query(
    `insert into sign_in_log (tenant_id, at, login, method, outcome)
     select $1, now() - make_interval(days => days), 'days' || days, 'password', 'success'
     from unnest('{10,170,190,400}'::int[]) as days`,
    [tenantId],
  )
  await harness.owner.query(
    `insert into job (tenant, kind, payload, due_at, given_up_at)
     select $1, 'export', '{}', now(), now() - make_interval(days => days) from unnest('{3,10}'::int[]) as days`,
    [tenantId],
  )
})

async function choose(days: object) {
  const { version } = await harness.call(admin, calls.system, {})
  return harness.call(admin, calls.editSystem, { version, ...days })
}

const signIns = async () =>
  (
    await harness.owner.query<{ login: string }>(
      `select login from sign_in_log where login like 'days%' order by at desc`,
    )
  ).rows.map(({ login }) => login)

it('is chosen within what the law demands', async () => {
  for (const [days, message] of [
    [{ auditDays: 1095 }, '至少 1096 天（民法典诉讼时效三年）'],
    [{ signInDays: 30 }, '至少 180 天（网络安全法要求六个月）'],
    [{ exportDays: 31 }, '最多 30 天'],
    [{ deliveryDays: 6 }, '至少 7 天'],
    [{ givenUpJobDays: 91 }, '最多 90 天'],
  ] as const) {
    const { version } = await harness.call(admin, calls.system, {})
    const refused = await harness.refused(admin, calls.editSystem, { version, ...days })
    expect(refused.message).toContain(message)
  }
})

it('removes what is older, hour by hour, and nothing before a company chose', async () => {
  const operator = await addOperator(harness.pool)
  const lines = async () =>
    new Map(
      (await harness.call(operator.token, healthCalls.look, {})).groups
        .find(({ title }) => title === '数据保留')!
        .lines.map(({ title, level, value }) => [title, `${level} ${value}`]),
    )
  await runOnce(harness.pool, retention, harness.env)
  expect(await signIns()).toEqual(['days10', 'days170', 'days190', 'days400'])
  await choose({ signInDays: 180, givenUpJobDays: 7 })
  expect((await lines()).get('登录日志')).toBe('bad 最久超期 220 天')
  await runOnce(harness.pool, retention, harness.env)
  expect(await signIns()).toEqual(['days10', 'days170'])
  expect((await lines()).get('登录日志')).toBe('ok 没有超期的数据')
  const { rows } = await harness.owner.query(
    'select count(*)::int as n from job where given_up_at is not null',
  )
  expect(rows).toEqual([{ n: 1 }])
  const known = new Map(
    (await harness.call(admin, calls.retention, {})).map(({ kind, since }) => [kind, since]),
  )
  expect(known.get('signInDays')).toMatch(/^\d{4}-\d\d-\d\d /)
  expect(known.get('deliveryDays')).toBeNull()
})

it('is kept by the database against whoever wants less', async () => {
  await sealAudit(harness)
  for (const statement of [
    'select app.expire_sign_ins(179)',
    'select app.expire_audit(1095)',
    `delete from sign_in_log where login = 'days170'`,
    'delete from audit_entry',
  ])
    await expect(harness.owner.query(statement)).rejects.toThrow(
      /at least (180|1096) days|neither changed nor removed/,
    )
})

it('is told where jobs and deliveries are listed', async () => {
  await choose({ deliveryDays: 14, givenUpJobDays: 8 })
  expect(await harness.call(admin, jobCalls.summary, {})).toMatchObject({ keptDays: 8 })
  expect(await harness.call(admin, webhookCalls.deliveries, { hookId: '1' })).toMatchObject({
    keptDays: 14,
    total: 0,
  })
})

it('gives files of exports their end', async () => {
  await choose({ exportDays: 2 })
  const { id } = await ask(harness, admin)
  await makeNext(harness)
  await look(harness, admin, id)
  const { rows } = await harness.owner.query<{ days: number }>(
    'select round(extract(epoch from expires_at - finished_at) / 86400)::int as days from export_job where id = $1',
    [id],
  )
  expect(rows).toEqual([{ days: 2 }])
})
