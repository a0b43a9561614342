import { MOST_REHEARSED, type Rehearsal, type RehearsedStep } from '@heliodesk/contract/workflow.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { isUnder } from '../../kernel/scope.ts'
import { compile } from './engine/compile.ts'
import { copyTo } from './engine/copying.ts'
import { Refused } from './engine/file.ts'
import type { UserTask, Variables } from './engine/process.ts'
import { Run } from './engine/run.ts'
import { complete, staff } from './engine/signing.ts'
import { WorkflowError, type Demand, type Signer, type Task } from './engine/state.ts'
import { peopleOf, receiversOf, signersOf, type Able } from './instances/people.ts'

/** How many people of a step are named. */
const MOST_NAMED = 20

type Asked = { xml: string; starterId: string; values: Variables }

/**
 * What a file would do for a form if everybody approved, and who would be asked (试算). It need not be drawn yet. Nothing
 * is written: services and called processes are passed, and timers are due at once.
 */
export async function rehearse(ctx: Ctx, { xml, starterId, values }: Asked): Promise<Rehearsal> {
  await requireStarter(ctx, starterId)
  const path: RehearsedStep[] = []
  try {
    const { process } = await compile(xml)
    const run = new Run(
      process,
      {
        status: 'running',
        starter: starterId,
        variables: values,
        lastId: 0,
        tokens: new Map(),
        tasks: new Map(),
      },
      { actor: starterId, dueIn: () => ctx.now },
    )
    const problem = await walk(ctx, run, path)
    return { path: path.slice(0, MOST_REHEARSED), ended: run.state.status !== 'running', problem }
  } catch (error) {
    if (error instanceof WorkflowError) return { path, ended: false, problem: error.message }
    if (error instanceof Refused) return { path, ended: false, problem: `流程不能运行：${error.message}` }
    throw error
  }
}

/** Goes on until the process ends or a problem prevents it; answers the problem. */
async function walk(ctx: Ctx, run: Run, path: RehearsedStep[]): Promise<string | null> {
  const seen = { events: 0, steps: new Set<string>() }
  run.start()
  while (path.length < MOST_REHEARSED) {
    path.push(...branchesOf(run, seen))
    const demand = run.demands.shift()
    if (demand) {
      if (seen.steps.has(demand.node)) return `“${run.nodeOf(demand.node).name}”全部同意后，流程又回到该环节`
      seen.steps.add(demand.node)
      const step = await meet(ctx, run, demand)
      path.push(step)
      if (step.problem !== null) return `“${step.name}”${step.problem}`
      continue
    }
    if (run.state.status !== 'running') return null
    const [task] = run.state.tasks.values()
    if (task) complete(run, task.id, actorOf(task), { outcome: 'approve', opinion: '' })
    else path.push(passTimer(run))
  }
  return `超过 ${MOST_REHEARSED} 步，没有走完`
}

/** The named conditions by which it went since the last look; whether something was approved is no news. */
function branchesOf(run: Run, seen: { events: number }): RehearsedStep[] {
  const events = run.events.slice(seen.events)
  seen.events = run.events.length
  return events.flatMap(({ flow: id }) => {
    const flow = id === undefined ? undefined : run.process.flows.get(id)
    const from = flow && run.nodeOf(flow.from)
    if (!flow || (from?.kind !== 'exclusive' && from?.kind !== 'inclusive')) return []
    const isOutcome = from.incoming.some(
      ({ from: before }) =>
        run.nodeOf(before).kind === 'user' &&
        from.outgoing.some(({ condition }) => condition?.text.startsWith(`${before}.`)),
    )
    if (flow.name === '' || from.outgoing.length < 2 || isOutcome) return []
    return [{ ...NOBODY, kind: 'branch' as const, node: flow.id, name: flow.name }]
  })
}

const NOBODY = { people: [], total: 0, others: false, problem: null }

async function meet(ctx: Ctx, run: Run, { token, node: id }: Demand): Promise<RehearsedStep> {
  const node = run.nodeOf(id)
  const named = { ...NOBODY, node: id, name: node.name || id }
  if (node.kind === 'copy') {
    const found = await receiversOf(ctx.db, run, node, askedBy(ctx.who, run.state.starter))
    copyTo(run, token, idsOf(found), new Set())
    return { ...named, kind: 'copy', ...shownOf(found) }
  }
  if (node.kind !== 'user') {
    run.served(token)
    return { ...named, kind: node.kind === 'call' ? 'call' : 'service' }
  }
  const signers = await signersOf(ctx.db, run, node, placeOf(run.state.starter))
  const able = await ableOf(ctx, signers, run.state.starter)
  const problem = problemOf(signers, able, node)
  if (problem === null) staff(run, token, signers)
  return {
    ...named,
    kind: 'step',
    ...shownOf(able),
    problem,
  }
}

const idsOf = (people: readonly Able[]) => people.map(({ id }) => id)

function shownOf(people: readonly Able[]) {
  const near = people.filter(({ isNear }) => isNear)
  return {
    people: near.slice(0, MOST_NAMED).map(({ id, realname }) => ({ id, realname })),
    total: near.length,
    others: near.length < people.length,
  }
}

function problemOf(
  signers: readonly Signer[],
  able: readonly Able[],
  { countersign }: UserTask,
): string | null {
  if (able.length === 0) return '没有人可办理'
  const ids = new Set(idsOf(able))
  const unable = signers.filter(({ assignee }) => assignee !== null && !ids.has(assignee))
  return countersign && unable.length > 0
    ? `有 ${unable.length} 人的数据范围不包含发起人的部门，不能办理`
    : null
}

/** As whom a task is completed: its person, or one of its candidates. */
function actorOf({ assignee, candidates }: Task) {
  const roles = candidates.flatMap(({ kind, ref }) => (kind === 'role' ? [ref] : []))
  const rights = candidates.flatMap(({ kind, ref }) => (kind === 'right' ? [ref] : []))
  return { id: assignee ?? candidates.find(({ kind }) => kind === 'user')?.ref ?? '', roles, rights }
}

function passTimer(run: Run): RehearsedStep {
  const due = run.timers.find(
    ({ token, round, node }) =>
      run.nodeOf(node).kind === 'catch' && run.state.tokens.get(token)?.round === round,
  )
  if (!due) throw new WorkflowError('stuck', '流程停住了，没有后续环节')
  run.timer(due.token, due.round, due.node)
  return { ...NOBODY, kind: 'wait', node: due.node, name: run.nodeOf(due.node).name || '等待' }
}

/** The caller may rehearse for people of their own departments. */
async function requireStarter({ db, who }: Ctx, starterId: string): Promise<void> {
  await db
    .selectFrom('app_user as u')
    .innerJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.id', '=', 'u.department_id'),
    )
    .select('u.id')
    .where('u.id', '=', starterId)
    .where('u.status', '=', '1')
    .$if(!who.hasAllData, (each) => each.where(isUnder('d.org_code', who.orgCode)))
    .executeTakeFirstOrThrow(notFound)
}

/**
 * Who of the signers could act, as `mayAct` and the data scope decide it for a row of the starter's department. `isNear`:
 * of the caller's own departments; others are not named (decision 0037).
 */
async function ableOf({ db, who }: Ctx, signers: readonly Signer[], starterId: string): Promise<Able[]> {
  const named = signers.flatMap(({ assignee }) => assignee ?? [])
  return peopleOf(
    db,
    [
      ...named.map((ref) => ({ kind: 'user' as const, ref })),
      ...signers.flatMap(({ candidates }) => candidates),
    ],
    askedBy(who, starterId),
  )
}

/** By whom a row of the starter's department is seen, and who of them is of the caller's departments. */
const askedBy = ({ hasAllData, orgCode }: Who, starter: string) => ({
  place: placeOf(starter),
  starter,
  near: hasAllData ? sql`true` : isUnder('d.org_code', orgCode),
})

const placeOf = (starterId: string) => sql`(
  select d.org_code as dep_code, null::bigint as psa_id from app_user u
  join department d on d.tenant_id = u.tenant_id and d.id = u.department_id where u.id = ${starterId})`

/** The roles that steps can be given to, by name. */
export async function rolesToGive({ db }: Pick<Ctx, 'db'>) {
  const rows = await db
    .selectFrom('role')
    .select(['role_code as code', 'role_name as name'])
    .orderBy('id')
    .execute()
  return rows
}
