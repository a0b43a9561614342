import { retentionKinds, retentionSettings, usualRetention } from '@heliodesk/contract/retention.ts'
import { healthCalls, type HealthLevel, type HealthLine } from '@heliodesk/contract/health.ts'
import { titleOfJob } from '@heliodesk/contract/jobs.ts'
import { sql } from 'kysely'
import { defineModule, type Ctx } from '../../kernel/context.ts'
import { MissingRight } from '../../kernel/errors.ts'
import { secretsOf } from '../../kernel/secrets.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { heartbeat } from './heartbeat.ts'
import { fact, gb, judged, measured, percent, span } from './lines.ts'

type Database = {
  version: string
  size: string
  connections: number
  most: number
  transaction: number
  standbys: number
}

async function lookAtDatabase({ db }: Ctx): Promise<HealthLine[]> {
  const { rows } = await sql<Database>`
    select coalesce(current_setting('server_version'), '') as version,
      coalesce(pg_database_size(current_database()), 0) as size,
      (select count(*)::int from pg_stat_activity) as connections, coalesce(current_setting('max_connections')::int, 1) as most,
      coalesce((select extract(epoch from max(now() - xact_start))::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()), 0) as transaction,
      (select count(*)::int from pg_stat_replication) as standbys`.execute(db)
  const { version, size, connections, most, transaction, standbys } = one(rows)
  const supported = Number.parseInt(version, 10) >= 15
  return [
    judged('版本', `PostgreSQL ${version}`, supported ? 'ok' : 'bad', '低于 15 为异常', '升级 PostgreSQL'),
    fact('大小', gb(Number(size))),
    measured({
      title: '连接',
      amount: connections / most,
      value: `${connections} / ${most}`,
      warn: 0.8,
      bad: 0.95,
      words: percent,
      advice: '增大 max_connections，或减小各进程的 DATABASE_POOL',
    }),
    measured({
      title: '最长事务',
      amount: transaction,
      value: span(transaction),
      warn: 60,
      bad: 600,
      words: span,
      advice: '在 pg_stat_activity 中查看是哪一个，导出和数据归档时属正常',
    }),
    fact('复制', standbys === 0 ? '没有备用库连接' : `${standbys} 个备用库`),
  ]
}

type Table = { name: string; dead: number; live: number; vacuumed: Date | null }

async function lookAtTables({ db, who }: Ctx): Promise<HealthLine[]> {
  const { rows } = await sql<Table>`
    select coalesce(relname::text, '') as name, coalesce(n_dead_tup, 0)::float8 as dead, coalesce(n_live_tup, 0)::float8 as live,
      greatest(last_vacuum, last_autovacuum) as vacuumed
    from pg_stat_user_tables where schemaname = 'public' order by pg_relation_size(relid) desc limit 5`.execute(
    db,
  )
  return rows.map(({ name, dead, live, vacuumed }) =>
    measured({
      title: name,
      amount: dead < 10_000 ? 0 : dead / (dead + live),
      value: `${dead} 行待清理 / ${live} 行，${vacuumed ? `${toWireTime(vacuumed, who.timeZone).slice(0, 16)} 清理` : '还没有清理过'}`,
      warn: 0.2,
      bad: 0.5,
      words: (share) => `1 万行且占 ${percent(share)}`,
      advice: '检查 autovacuum 是否运行，必要时执行 VACUUM',
    }),
  )
}

type Waiting = { kind: string; waiting: number; oldest: number; failed: number }

/** The sweep is no work of a company, so pages of jobs have no name for it. */
const titleOf = (kind: string) => (kind === 'sweep' ? '文件核对' : titleOfJob(kind))

async function lookAtQueue({ db }: Ctx): Promise<HealthLine[]> {
  const { rows } = await sql<Waiting>`
    select j.kind, count(*) filter (where j.given_up_at is null)::int as waiting,
      coalesce(max(extract(epoch from now() - j.next_at)) filter (where j.lease is null and j.next_at < now()
        and not exists (select from tenant t where t.id = j.tenant and t.status <> 'active')), 0)::int as oldest,
      count(*) filter (where j.given_up_at > now() - interval '1 day')::int as failed
    from job j group by j.kind order by j.kind`.execute(db)
  return rows.flatMap(({ kind, waiting, oldest, failed }) => [
    measured({
      title: titleOf(kind),
      amount: oldest,
      value: `${waiting} 件，最久逾期 ${span(oldest)}`,
      warn: 60,
      bad: 600,
      words: (limit) => `逾期 ${span(limit)}`,
      advice: '确认服务进程在运行；积压时增加进程',
    }),
    ...(failed > 0
      ? [
          measured({
            title: `${titleOf(kind)}失败`,
            amount: failed,
            value: `一天内放弃 ${failed} 件`,
            warn: 1,
            bad: 100,
            words: (limit) => `${limit} 件`,
            advice: '在后台任务中查看原因',
          }),
        ]
      : []),
  ])
}

type Process = {
  host: string
  pid: number
  version: string
  delay: number
  memoryShare: number
  memory: number
  failures: number
  free: string | null
  total: string | null
}

async function lookAtProcesses({ db }: Ctx): Promise<{ processes: HealthLine[]; storage: HealthLine[] }> {
  const { rows } = await sql<Process>`
    select host, pid, version, loop_delay_ms as delay, memory_share as "memoryShare", memory_mb as memory, failures,
      disk_free as free, disk_total as total
    from server_process where seen_at > now() - interval '1 minute' order by host, pid`.execute(db)
  const failures = rows.reduce((sum, each) => sum + each.failures, 0)
  const versions = [...new Set(rows.map(({ version }) => version))]
  const disk = rows.find(({ total }) => total !== null)
  const used = disk ? 1 - Number(disk.free) / Number(disk.total) : 0
  return {
    processes: [
      judged(
        '进程',
        `${rows.length} 个`,
        rows.length > 0 ? 'ok' : 'warn',
        '一分钟内没有任何进程上报为注意',
        '服务刚启动时稍候；否则查看其日志',
      ),
      judged(
        '版本',
        versions.join('、') || '--',
        versions.length > 1 ? 'warn' : 'ok',
        '各进程版本不一致为注意',
        '完成升级，重启旧版本的进程',
      ),
      measured({
        title: '一小时内错误',
        amount: failures,
        value: `${failures} 次`,
        warn: 1,
        bad: 100,
        words: (limit) => `${limit} 次`,
        advice: '按请求号在服务日志中查看原因',
      }),
      ...rows.flatMap(({ host, pid, delay, memoryShare, memory }) => [
        measured({
          title: `${host} ${pid} 响应延迟`,
          amount: delay,
          value: `${Math.round(delay)} ms`,
          warn: 100,
          bad: 500,
          words: (limit) => `${limit} ms`,
          advice: '处理器繁忙，增加进程或处理器',
        }),
        measured({
          title: `${host} ${pid} 内存`,
          amount: memoryShare,
          value: `${memory} MB，堆 ${percent(memoryShare)}`,
          warn: 0.8,
          bad: 0.95,
          words: (share) => `堆 ${percent(share)}`,
          advice: '重启该进程，并增大 --max-old-space-size',
        }),
      ]),
    ],
    storage: [
      disk
        ? measured({
            title: '磁盘',
            amount: used,
            value: `剩余 ${gb(Number(disk.free))}，共 ${gb(Number(disk.total))}`,
            warn: 0.85,
            bad: 0.95,
            words: (share) => `已用 ${percent(share)}`,
            advice: '扩大文件所在的磁盘，或清理其他内容',
          })
        : fact('磁盘', '对象存储，或还没有进程上报'),
    ],
  }
}

async function lookAtSweep({ db, who }: Ctx): Promise<HealthLine> {
  const { rows } = await sql<{ due: Date | null; late: number }>`
    select min(next_at) as due, coalesce(max(extract(epoch from now() - next_at)), 0)::int as late
    from job where kind = 'sweep' and given_up_at is null`.execute(db)
  const { due, late } = one(rows)
  return judged(
    '文件核对',
    due ? `下一次 ${toWireTime(due, who.timeZone).slice(0, 16)}` : '没有安排',
    due === null || late > 3600 ? 'warn' : 'ok',
    '没有安排，或逾期一小时为注意',
    '查看服务日志中的 sweep',
  )
}

async function lookAtMigrations({ db }: Ctx): Promise<HealthLine[]> {
  const { rows } = await sql<{ number: number | null; last: string | null }>`
    select number, last from app.migration_state()`.execute(db)
  return rows.map(({ number, last }) =>
    fact('数据库结构', `${number ?? 0} 个迁移，最新 ${last ?? '--'}`, '与程序不符时服务不启动'),
  )
}

type Audit = {
  company: string | null
  entries: string | null
  pending: string | null
  state: string | null
  checkedAt: Date | null
  broken: string | null
}

type Retention = { kind: string | null; overdue: number }

async function lookAtAudit({ db, who }: Ctx): Promise<HealthLine[]> {
  const { rows } = await sql<Audit>`
    select company, entries, pending, state, checked_at as "checkedAt", broken from app.audit_states()`.execute(
    db,
  )
  return rows.map(({ company, entries, pending, state, checkedAt, broken }) => {
    const level: HealthLevel =
      broken !== null ? 'bad' : state === 'failed' || Number(pending) > 10_000 ? 'warn' : 'ok'
    const checked = checkedAt ? `${toWireTime(checkedAt, who.timeZone).slice(0, 16)} 验证` : '还没有验证过'
    return judged(
      company ?? '',
      `${entries ?? 0} 条，${broken === null ? checked : `第 ${broken} 条与链不符`}`,
      level,
      '验证没有完成，或 1 万条等待封存为注意；有一条不符为异常',
      broken === null ? '查看服务日志，或重新验证' : '保留现场，与每日摘要比对（npm run audit:verify）',
    )
  })
}

/** Whether what companies keep no longer is gone: their longest overdue data, by kind. */
async function lookAtRetention({ db }: Ctx): Promise<HealthLine[]> {
  const { rows } = await sql<Retention>`
    select kind, coalesce(max(extract(day from now() - since) - coalesce(nullif(days, 0), case kind
        when 'exportDays' then ${usualRetention.exportDays}::int
        when 'deliveryDays' then ${usualRetention.deliveryDays}::int
        when 'givenUpJobDays' then ${usualRetention.givenUpJobDays}::int end)), 0)::int as overdue
    from app.retention_states() group by kind order by kind`.execute(db)
  return retentionKinds.flatMap((kind) => {
    const row = rows.find((each) => each.kind === kind)
    const title = retentionSettings[kind].meta()?.title?.replace('保留（天）', '') ?? kind
    return measured({
      title,
      amount: row?.overdue ?? 0,
      value: (row?.overdue ?? 0) > 0 ? `最久超期 ${row?.overdue} 天` : '没有超期的数据',
      warn: 2,
      bad: 7,
      words: (limit) => `${limit} 天`,
      advice: '查看服务日志中的清理任务（what companies keep no longer）',
    })
  })
}

/** Whether the secrets of companies open with the keys of this process. */
async function lookAtSecrets({ db, env }: Ctx): Promise<HealthLine> {
  const { rows } = await sql<{ key: string | null; amount: string | null }>`
    select key, amount from app.secret_keys()`.execute(db)
  const known = secretsOf(env).ids
  const sum = (is: (key: string | null) => boolean) =>
    rows.reduce((total, { key, amount }) => total + (is(key) ? Number(amount) : 0), 0)
  const [open, lost] = [sum((key) => key === null), sum((key) => key !== null && !known.includes(key))]
  const value =
    lost > 0
      ? `${lost} 个由未知的密钥加密，无法读取`
      : open > 0
        ? `${open} 个还没有加密`
        : `${sum(() => true)} 个已加密`
  return judged(
    '推送和通道的密钥',
    value,
    lost > 0 ? 'bad' : open > 0 ? 'warn' : 'ok',
    '有未加密的为注意，有无法读取的为异常',
    lost > 0
      ? '恢复原来的 SECRETS_KEY 或 secrets.key，可放入 SECRETS_KEY_OLD；已遗失则由各公司重新填写'
      : '重启任一服务进程即加密',
  )
}

const worstOf = (lines: readonly HealthLine[]): HealthLevel =>
  lines.some(({ level }) => level === 'bad')
    ? 'bad'
    : lines.some(({ level }) => level === 'warn')
      ? 'warn'
      : 'ok'

/** The health of the platform, for its operator. */
export const health = defineModule(
  healthCalls,
  {
    async look(ctx) {
      const { rows } = await sql<{ is: boolean }>`select app.in_operator_company() as is`.execute(ctx.db)
      if (!one(rows).is) throw new MissingRight('health:view', ctx.who)
      const { processes, storage } = await lookAtProcesses(ctx)
      const groups = [
        { title: '数据库', lines: [...(await lookAtDatabase(ctx)), ...(await lookAtMigrations(ctx))] },
        { title: '最大的表', lines: await lookAtTables(ctx) },
        { title: '后台任务', lines: await lookAtQueue(ctx) },
        { title: '文件存储', lines: [...storage, await lookAtSweep(ctx)] },
        { title: '服务进程', lines: processes },
        { title: '审计日志', lines: await lookAtAudit(ctx) },
        { title: '密钥', lines: [await lookAtSecrets(ctx)] },
        { title: '数据保留', lines: await lookAtRetention(ctx) },
      ]
      return {
        time: toWireTime(ctx.now, ctx.who.timeZone),
        level: worstOf(groups.flatMap(({ lines }) => lines)),
        groups,
      }
    },
  },
  [heartbeat],
)
