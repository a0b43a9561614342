import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { DomainError, notFound, type Ctx, type Job } from '../../kernel/context.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { enqueue } from '../../kernel/queue.ts'
import { visiblePlaces } from '../../kernel/scope.ts'
import type { Db } from '../../platform/postgres.ts'
import {
  administer,
  compiledById,
  migrate,
  misfitsOf,
  peekInstance,
  seesRow,
  unmatchedOf,
  type OpenTimer,
  type Versions,
} from '../workflow/index.ts'
import { requireVersionOf } from './ways-out.ts'

type Calls = typeof processRuntimeCalls
type Wanted = Input<Calls['previewMigration']>

/** How many instances one migration carries over, and how many refusals a preview lists. */
const MOST = 5000
const MOST_REFUSALS = 500

const nodeTitles: ReadonlyMap<string, string> = new Map([
  ['start', '开始'],
  ['end', '结束'],
  ['user', '人工环节'],
  ['copy', '抄送'],
  ['service', '服务'],
  ['exclusive', '排他网关'],
  ['inclusive', '包容网关'],
  ['parallel', '并行网关'],
  ['catch', '计时'],
  ['subprocess', '子流程'],
  ['call', '调用流程'],
  ['boundary', '边界计时'],
])

/** Two versions of one process, and what takes the place of what. */
async function versionsOf(ctx: Ctx, { fromId, toId, mapping }: Wanted) {
  const [from, to] = [await requireVersionOf(ctx, fromId), await requireVersionOf(ctx, toId)]
  if (from.key !== to.key) throw new DomainError('workflow.versions', '只能换到同一流程的其他版本')
  if (from.id === to.id) throw new DomainError('workflow.versions', '新版本与原版本相同')
  const versions: Versions = {
    from: (await compiledById(ctx.db, fromId)).process,
    to: (await compiledById(ctx.db, toId)).process,
    mapping: new Map(mapping.map((each) => [each.from, each.to])),
  }
  const unknown = mapping.find(
    (each) => !versions.from.nodes.has(each.from) || !versions.to.nodes.has(each.to),
  )
  if (unknown)
    throw new DomainError('workflow.mapping', `环节对应“${unknown.from} → ${unknown.to}”中有不存在的环节`)
  if (new Set(mapping.map((each) => each.to)).size < mapping.length)
    throw new DomainError('workflow.mapping', '两个原环节不能对应同一个新环节')
  return { versions, from, to }
}

/** The running instances that are meant, within the caller's data. */
async function instancesOf({ db, who }: Ctx, { fromId, processInstanceIds }: Wanted) {
  const rows = await db
    .selectFrom('process_instance as i')
    .select(['i.id', 'i.title'])
    .where('i.definition_id', '=', fromId)
    .where('i.status', '=', 'running')
    .where(visiblePlaces(who, 'i'))
    .where(seesRow(who))
    .$if(processInstanceIds !== undefined, (each) => each.where('i.id', 'in', processInstanceIds ?? []))
    .orderBy('i.id')
    .limit(MOST + 1)
    .execute()
  if (rows.length > MOST)
    throw new DomainError('workflow.many', `一次最多换版 ${MOST} 个流程，请先按条件选择`)
  return rows
}

/** The timers of an instance that have not gone off. */
async function openTimersOf(db: Db, instanceId: string): Promise<OpenTimer[]> {
  const { rows } = await sql<OpenTimer>`
    select k.id as token, k.round,
      coalesce(j.payload->>'node', '') as node
    from job j
    join process_token k on k.instance_id = ${instanceId} and k.id = (j.payload->'token')::int
      and k.round = (j.payload->'round')::int
    where j.kind = 'process timer' and j.tenant = app.tenant_id() and j.given_up_at is null
      and j.payload->>'instanceId' = ${instanceId}::text`.execute(db)
  return rows
}

export async function previewMigration(ctx: Ctx, wanted: Wanted): Promise<Output<Calls['previewMigration']>> {
  const { versions } = await versionsOf(ctx, wanted)
  const instances = await instancesOf(ctx, wanted)
  const refused: Output<Calls['previewMigration']>['refused'] = []
  const states = []
  let able = 0
  for (const { id, title } of instances) {
    const { state } = await peekInstance(ctx.db, id)
    states.push(state)
    const reasons = misfitsOf(versions, state, await openTimersOf(ctx.db, id))
    if (reasons.length === 0) able += 1
    else if (refused.length < MOST_REFUSALS) refused.push({ processInstanceId: id, title, reasons })
  }
  const shown = ({ id, name, kind }: { id: string; name: string; kind: string }) => ({
    node: id,
    name: name || id,
    kind: nodeTitles.get(kind) ?? kind,
  })
  return {
    total: instances.length,
    able,
    refused,
    // Also those that have been given a place: it can be changed.
    unmatched: unmatchedOf({ ...versions, mapping: new Map() }, states).map(shown),
    targets: [...versions.to.nodes.values()].map(shown),
  }
}

export async function startMigration(
  ctx: Ctx,
  { auditOpinion, ...wanted }: Input<Calls['migrate']>,
): Promise<Output<Calls['migrate']>> {
  const { from, to } = await versionsOf(ctx, wanted)
  const instances = await instancesOf(ctx, wanted)
  if (instances.length === 0) throw new DomainError('workflow.none', '没有可换版的流程')
  const migrationId = await insertRow(ctx.db, 'process_migration', {
    from_id: from.id,
    to_id: to.id,
    mapping: JSON.stringify(wanted.mapping),
    reason: auditOpinion,
    at: ctx.now,
  })
  await ctx.db
    .insertInto('process_migration_row')
    .values(instances.map(({ id }) => ({ migration_id: migrationId, instance_id: id })))
    .execute()
  for (const { id } of instances) await enqueue(ctx.db, migration, { migrationId, instanceId: id })
  return { migrationId, total: instances.length }
}

/** A migration whose start version's instances the caller may keep; its rows within the caller's data. */
export async function readMigration(
  { db, who }: Ctx,
  { migrationId }: Input<Calls['migration']>,
): Promise<Output<Calls['migration']>> {
  await db
    .selectFrom('process_migration')
    .select('id')
    .where('id', '=', migrationId)
    .executeTakeFirstOrThrow(notFound)
  const rows = db
    .selectFrom('process_migration_row as r')
    .innerJoin('process_instance as i', (join) =>
      join.onRef('i.tenant_id', '=', 'r.tenant_id').onRef('i.id', '=', 'r.instance_id'),
    )
    .where('r.migration_id', '=', migrationId)
    .where(visiblePlaces(who, 'i'))
    .where(seesRow(who))
  const counts = await rows
    .select(sql<State>`r.state`.as('state'))
    .select(sql<number>`count(*)::int`.as('count'))
    .groupBy('r.state')
    .execute()
  const of = (wanted: State) => counts.find(({ state }) => state === wanted)?.count ?? 0
  return {
    total: of('waiting') + of('done') + of('refused'),
    waiting: of('waiting'),
    done: of('done'),
    refused: of('refused'),
    rows: await rows
      .select(['r.instance_id as processInstanceId', 'i.title', sql<State>`r.state`.as('state'), 'r.reason'])
      .where('r.state', '=', 'refused')
      .orderBy('r.instance_id')
      .limit(MOST_REFUSALS)
      .execute(),
  }
}

type State = 'waiting' | 'done' | 'refused'

const payload = z.object({ migrationId: z.string(), instanceId: z.string() })

/** Carries one instance over in a transaction of its own, as whoever asked for it, and notes the result. */
export const migration: Job<z.output<typeof payload>> = {
  kind: 'process migration',
  payload,
  atOnce: () => 2,
  changes: ['process'],
  isFinal: (error) => error instanceof DomainError,
  failed: async (db, job, { isFinal, message }) => {
    if (isFinal) await noteResult(db, job.payload, message)
  },
  async run({ payload: wanted, finish }, { clock }) {
    await finish(async (db, actAs) => {
      const row = await db
        .selectFrom('process_migration')
        .select(['from_id', 'to_id', 'reason', 'actor_id'])
        .select(sql<{ from: string; to: string }[]>`mapping`.as('mapping'))
        .where('id', '=', wanted.migrationId)
        .executeTakeFirstOrThrow(notFound)
      const acting = await actAs(row.actor_id, 'workflow:manage')
      if (!acting?.granted) throw new DomainError('workflow.migration', '发起换版的人已没有权限')
      const ctx = { db, now: clock.now(), who: acting.who }
      await carry(ctx, wanted.instanceId, row)
      await noteResult(db, wanted, null)
    })
  },
}

type Asked = { from_id: string; to_id: string; reason: string; mapping: { from: string; to: string }[] }

async function carry(
  ctx: Pick<Ctx, 'db' | 'now' | 'who'>,
  instanceId: string,
  { from_id, to_id, reason, mapping }: Asked,
): Promise<void> {
  const known = await compiledById(ctx.db, to_id)
  const versions: Versions = {
    from: (await compiledById(ctx.db, from_id)).process,
    to: known.process,
    mapping: new Map(mapping.map(({ from, to }) => [from, to])),
  }
  const { version } = await ctx.db
    .selectFrom('process_definition')
    .select('version')
    .where('id', '=', to_id)
    .executeTakeFirstOrThrow(notFound)
  await administer(
    ctx,
    instanceId,
    async (run, instance) => {
      if (instance.definitionId !== from_id) throw new DomainError('workflow.version', '该流程已不是原版本')
      const timers = await openTimersOf(ctx.db, instanceId)
      const reasons = misfitsOf(versions, run.state, timers)
      if (reasons.length > 0) throw new DomainError('workflow.misfit', reasons.join('；'))
      const why = { actor: ctx.who.userId, opinion: reason, to: `第 ${version} 版` }
      const moved = migrate(run, versions, timers, why)
      instance.definitionId = to_id
      for (const { token, round, before, node } of moved.filter((each) => each.before !== each.node))
        await sql`
          update job set payload = jsonb_set(payload, '{node}', to_jsonb(${node}::text))
          where kind = 'process timer' and tenant = app.tenant_id() and payload->>'instanceId' = ${instanceId}::text
            and (payload->'token')::int = ${token} and (payload->'round')::int = ${round}
            and payload->>'node' = ${before}::text`.execute(ctx.db)
      for (const { from, to } of mapping)
        await sql`
          update process_incident set node = ${to} where instance_id = ${instanceId} and node = ${from}`.execute(
          ctx.db,
        )
    },
    known,
  )
}

/** `reason` is null for one that was carried over. */
const noteResult = (db: Db, { migrationId, instanceId }: z.output<typeof payload>, reason: string | null) =>
  db
    .updateTable('process_migration_row')
    .set({ state: reason === null ? 'done' : 'refused', reason })
    .where('migration_id', '=', migrationId)
    .where('instance_id', '=', instanceId)
    .execute()
