import { createHash } from 'node:crypto'
import type { ProcessDefinition } from '@heliodesk/contract/workflow.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { one, present } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { undrawn } from './diagram.ts'
import { compile, type Compiled } from './engine/compile.ts'
import { Refused, type Refusal } from './engine/file.ts'
import { ruleOf, seesRow } from './instances/business.ts'

/** Definitions never change, so those that were used lately are kept compiled. */
const MOST_KEPT = 200
const kept = new Map<string, Promise<Compiled>>()

function compiled(xml: string, sha256: Buffer): Promise<Compiled> {
  const key = sha256.toString('hex')
  const known = kept.get(key)
  kept.delete(key)
  const process = known ?? compile(xml)
  kept.set(key, process)
  process.catch(() => kept.delete(key))
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > MOST_KEPT) kept.delete(oldest)
  return process
}

const digest = (xml: string) => createHash('sha256').update(xml).digest()

/** A process that the engine can run and a person can look at; throws `Refused`. */
async function readFile(xml: string): Promise<Compiled> {
  const process = await compiled(xml, digest(xml))
  const missing = undrawn(process)
  if (missing.length > 0)
    throw new Refused(missing.map(({ id, name }) => ({ element: id, name, reason: '没有画在流程图上' })))
  const refusals = ruleOf(process.process.key)(process.process)
  if (refusals.length > 0) throw new Refused(refusals)
  return process
}

/** Passes a refusal on to the person who sent the file, as the end of a sentence. */
export const refusedAs =
  (sentence: string) =>
  (error: unknown): never => {
    if (error instanceof Refused) throw new DomainError('workflow.refused', `${sentence}：${error.message}`)
    throw error
  }

type Checked = { refusals: readonly Refusal[]; process: Compiled | null }

export const checkFile = (xml: string): Promise<Checked> =>
  readFile(xml).then(
    (process) => ({ refusals: [], process }),
    (error: unknown) => {
      if (error instanceof Refused) return { refusals: error.refusals, process: null }
      throw error
    },
  )

const newestOf = (db: Db, key: string) =>
  db
    .selectFrom('process_definition')
    .select(['id', 'version', 'sha256', 'deployed_by'])
    .where('key', '=', key)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The version that this file would become; null if it is the newest one already. */
export async function nextVersion(db: Db, key: string, xml: string): Promise<number | null> {
  const newest = await newestOf(db, key)
  return newest?.sha256.equals(digest(xml)) ? null : (newest?.version ?? 0) + 1
}

/** Adds a version of a process, unless its newest one is the same file; returns its key. */
export async function deploy(db: Db, xml: string, now: Date): Promise<string> {
  const { process } = await readFile(xml).catch(refusedAs('流程不能部署'))
  // Two deployments at once would have the same number.
  await sql`select pg_advisory_xact_lock(hashtextextended('process ' || app.tenant_id() || ' ' || ${process.key}, 0))`.execute(
    db,
  )
  const version = await nextVersion(db, process.key, xml)
  if (version !== null)
    await db
      .insertInto('process_definition')
      .values({ key: process.key, version, name: process.name, xml, sha256: digest(xml), deployed_at: now })
      .execute()
  return process.key
}

/** The versions of all processes, or of one, grouped by key. */
export async function listDefinitions(
  ctx: Pick<Ctx, 'db' | 'who'>,
  key?: string,
): Promise<ProcessDefinition[]> {
  const rows = await ctx.db
    .selectFrom('process_definition as d')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'd.tenant_id').onRef('u.id', '=', 'd.deployed_by'),
    )
    .select(['d.key', 'd.name', 'd.id', 'd.version', 'd.active', 'd.deployed_at as deployTime'])
    .select('u.realname as deployedBy')
    .select((each) =>
      each
        .selectFrom('process_instance as i')
        .select(sql<number>`count(*)::int`.as('running'))
        .whereRef('i.tenant_id', '=', 'd.tenant_id')
        .whereRef('i.definition_id', '=', 'd.id')
        .where('i.status', '=', 'running')
        .where(seesRow(ctx.who))
        .as('running'),
    )
    .$if(key !== undefined, (each) => each.where('d.key', '=', present(key)))
    .orderBy('d.key')
    .orderBy('d.version', 'desc')
    .execute()
  return [...Map.groupBy(rows, (row) => row.key)].map(([each, ofKey]) => {
    const versions = ofKey.map(({ key: _key, name: _name, deployedBy, running, ...row }) => ({
      ...withWireTimes(row, ctx.who.timeZone),
      deployedBy: deployedBy ?? '系统',
      running: running ?? 0,
    }))
    return {
      key: each,
      name: present(ofKey[0]).name,
      current: versions.find(({ active }) => active)?.version ?? null,
      versions,
    }
  })
}

export async function definitionOf(ctx: Pick<Ctx, 'db' | 'who'>, key: string): Promise<ProcessDefinition> {
  const found = await listDefinitions(ctx, key)
  if (found.length === 0) throw notFound()
  return one(found)
}

/** A version by its id. */
export type Known = Compiled & { id: string }

/** The version that starts new instances. */
export async function currentOf(db: Db, key: string): Promise<Known> {
  const found = await db
    .selectFrom('process_definition')
    .select(['id', 'sha256'])
    .where('key', '=', key)
    .where('active', '=', true)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw new DomainError('workflow.none', `流程“${key}”没有启用的版本，请联系管理员`)
  return compiledFrom(db, found)
}

/** The newest version that a process's rows could follow, whether it is in use or not. */
export async function newestFitOf(db: Db, key: string): Promise<Known> {
  const versions = await db
    .selectFrom('process_definition')
    .select(['id', 'sha256'])
    .where('key', '=', key)
    .orderBy('version', 'desc')
    .execute()
  for (const version of versions) {
    const known = await compiledFrom(db, version)
    if (ruleOf(key)(known.process).length === 0) return known
  }
  throw new DomainError('workflow.none', `流程“${key}”没有可用的版本，请联系管理员`)
}

/** Whether the newest version is the company's own, and its rows can follow it. */
export async function keepsOwn(db: Db, key: string): Promise<boolean> {
  const newest = await newestOf(db, key)
  if (!newest || newest.deployed_by === null) return false
  return ruleOf(key)((await compiledFrom(db, newest)).process).length === 0
}

export async function compiledById(db: Db, id: string): Promise<Known> {
  const { sha256 } = await db
    .selectFrom('process_definition')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  return compiledFrom(db, { id, sha256 })
}

/** Reads the file only if it is not kept. */
export async function compiledFrom(db: Db, { id, sha256 }: { id: string; sha256: Buffer }): Promise<Known> {
  const known = kept.get(sha256.toString('hex'))
  if (known) return { id, ...(await known) }
  const { xml } = await db
    .selectFrom('process_definition')
    .select('xml')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  return { id, ...(await compiled(xml, sha256)) }
}

/** The file of a version; of the one in use, or else the newest, without a version. */
export const definitionFileOf = (db: Db, key: string, version?: number) =>
  db
    .selectFrom('process_definition')
    .select(['name', 'version', 'xml', 'sha256'])
    .where('key', '=', key)
    .$if(version !== undefined, (each) => each.where('version', '=', present(version)))
    .orderBy('active', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function compiledOf(db: Db, key: string, version?: number): Promise<Compiled> {
  const file = await definitionFileOf(db, key, version)
  if (!file) throw notFound()
  return compiled(file.xml, file.sha256)
}
