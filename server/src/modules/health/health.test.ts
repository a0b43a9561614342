import { healthCalls } from '@heliodesk/contract/health.ts'
import { beforeAll, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { addOperator, type Operator } from '../../../test/operator.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { heartbeat } from './heartbeat.ts'
import { measured } from './lines.ts'

const harness = useHarness()
let operator: Operator

beforeAll(async () => {
  operator = await addOperator(harness.pool)
})

const look = async () => {
  const { groups, level } = await harness.call(operator.token, healthCalls.look, {})
  const lines = new Map(
    groups.flatMap((group) => group.lines.map((line) => [`${group.title} ${line.title}`, line])),
  )
  return { level, lines }
}

it('tells of the database, the queue, the storage, the processes and the audit log, each with its rule', async () => {
  expect((await look()).lines.get('服务进程 进程')).toMatchObject({ level: 'warn', value: '0 个' })
  await runOnce(harness.pool, heartbeat, harness.env)
  await runOnce(harness.pool, heartbeat, harness.env)
  const { lines } = await look()
  expect(lines.get('数据库 版本')).toMatchObject({ level: 'ok', advice: '' })
  expect(lines.get('数据库 数据库结构')!.value).toMatch(/^\d+ 个迁移，最新 \d{4}_\w+\.sql$/)
  expect(lines.get('服务进程 进程')).toMatchObject({ level: 'ok', value: '1 个' })
  expect(lines.get('文件存储 磁盘')!.value).toContain('剩余')
  expect(lines.get('文件存储 文件核对')).toMatchObject({ level: 'ok' })
  expect([...lines.keys()].filter((name) => name.startsWith('审计日志'))).toHaveLength(3)
  expect(lines.get('数据库 连接')!.rule).toBe('达到 80% 为注意，95% 为异常')
})

it('turns amber and red, and says what to do', async () => {
  await harness.owner.query(
    `insert into job (tenant, kind, payload, due_at, next_at) values (0, 'sms', '{}', now(), now() - interval '5 minutes')`,
  )
  await harness.owner.query(
    `insert into job (tenant, kind, payload, due_at, given_up_at) values (0, 'export', '{}', now(), now())`,
  )
  await harness.owner.query(
    `insert into audit_check (tenant_id, state, finished_at, broken_number) values ($1, 'done', now(), 7)`,
    [harness.tenant.tenantId],
  )
  const { lines, level } = await look()
  expect(level).toBe('bad')
  expect(lines.get('后台任务 短信')).toMatchObject({ level: 'warn', value: '1 件，最久逾期 5 分钟' })
  expect(lines.get('后台任务 导出失败')).toMatchObject({ level: 'warn', advice: '在后台任务中查看原因' })
  const broken = [...lines.values()].find(({ value }) => value.includes('第 7 条与链不符'))
  expect(broken).toMatchObject({ level: 'bad' })
  expect(
    measured({ title: '', amount: 9, value: '', warn: 1, bad: 5, words: String, advice: '修' }),
  ).toMatchObject({
    level: 'bad',
    advice: '修',
  })
})

it('forgets a process that has been silent for a minute', async () => {
  await harness.owner.query(`update server_process set seen_at = now() - interval '2 minutes'`)
  expect((await look()).lines.get('服务进程 进程')).toMatchObject({ value: '0 个' })
})

it('is for the operator only', async () => {
  const token = await harness.signIn('a_admin')
  expect((await harness.refused(token, healthCalls.look, {})).status).toBe(403)
  const client = await harness.pool.connect()
  for (const statement of ['select * from app.migration_state()', 'select * from app.audit_states()']) {
    await client.query(`begin; select set_config('app.tenant', '${harness.tenant.tenantId}', true)`)
    await expect(client.query(statement)).rejects.toThrow('operator')
    await client.query('rollback')
  }
  client.release()
})
