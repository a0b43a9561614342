import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import type { Harness } from '../harness.ts'
import { bodyOf, pathOf, step } from './bodies.ts'
import {
  firstPlan,
  hourAfter,
  OrderModel,
  planOf,
  REASSIGNED_END,
  type Actor,
  type Move,
  type Outcome,
  type Plan,
} from './model.ts'
import { moveFor, pick, randomOf } from './random-moves.ts'

type Answer = { status: number; body: Record<string, unknown> }

/** One of the servers on the database. */
export type Server = (token: string, path: string, body: object) => Promise<Answer>

export type Cast = {
  owner: Harness['owner']
  servers: readonly [Server, Server]
  people: Record<Actor, { id: string; token: string; name: string }>
  stationId: string
}

export type Played = { steps: number; allowed: number; rivals: number; wrong: string | null }

const types = [12, 7, 18] as const

/** Plays one sequence, which its seed repeats, and stops at the first thing that is not as the model has it. */
export async function play(cast: Cast, seed: number): Promise<Played> {
  const random = randomOf(seed)
  const taskType = pick(random, types)
  const plan: Plan = random() < 0.5 ? firstPlan : { start: null, end: null }
  let model = new OrderModel(taskType, plan)
  const id = await create(cast, model)
  const trace: string[] = []
  const played: Played = { steps: 0, allowed: 0, rivals: 0, wrong: null }
  const length = 4 + Math.floor(random() * 12)
  for (let at = 1; at <= length && played.wrong === null; at++) {
    const move = moveFor(model, random, at * 2)
    const rival = random() < 0.15 ? moveFor(model, random, at * 2 + 1) : null
    const first = Math.floor(random() * 2) as 0 | 1
    trace.push([move, ...(rival ? [rival] : [])].map((each) => JSON.stringify(each)).join(' beside '))
    const before = model.version
    const { wrong, after } = rival
      ? await besides(cast, id, model, [move, rival], first)
      : await alone(cast, id, model, move, first)
    model = after
    played.wrong = wrong ?? (await disagreement(cast, id, model))
    played.steps += 1
    played.allowed += model.version > before ? 1 : 0
    played.rivals += rival ? 1 : 0
  }
  if (played.wrong !== null) played.wrong = [`seed ${seed}`, ...trace, played.wrong].join('\n')
  return played
}

async function create({ servers, people, stationId, owner }: Cast, { taskType, plan }: OrderModel) {
  const { body } = await servers[0](people['站长'].token, calls.insert.path, {
    psId: stationId,
    taskType,
    taskDescription: '随机序列',
    ...(plan.start && plan.end ? { planStartTime: plan.start, planEndTime: plan.end } : {}),
  })
  const { id } = body.result_data as { id: string }
  // One step without a photo, in place of the type's, which taking the order would copy.
  await owner.query(
    `insert into work_order_execution (tenant_id, order_id, steps)
     select tenant_id, id, jsonb_build_array($2::jsonb) from work_order where id = $1`,
    [id, JSON.stringify(step)],
  )
  return id
}

async function send(cast: Cast, id: string, model: OrderModel, move: Move, server: 0 | 1): Promise<Answer> {
  const { people } = cast
  const other = move.liable === '管理员' ? '运维' : '管理员'
  const body = bodyOf(move.action, {
    id,
    version: move.isOld ? NO_VERSION : model.version,
    liableId: people[move.liable].id,
    assistantIds: move.isAssisted ? [people[other].id] : [],
    plan: firstPlan,
    reassignedEnd: REASSIGNED_END,
    extendedEnd: hourAfter(model.plan.end),
    otherPlan: planOf(move),
    hasHours: move.isComplete,
    agrees: move.agrees,
    handlerId: people['站长'].id,
  })
  return cast.servers[server](people[move.actor].token, pathOf(move.action, model.taskType), body)
}

/** Of no order, whatever the other server does to it meanwhile. */
const NO_VERSION = 9999

async function alone(cast: Cast, id: string, model: OrderModel, move: Move, server: 0 | 1) {
  const answer = await send(cast, id, model, move, server)
  const after = model.copy()
  const outcome = after.take(move, (actor) => cast.people[actor].name)
  return { wrong: misfit(answer, outcome, after, cast), after }
}

/** Both servers get a request at once: what comes of it must be what comes of one after the other, in some order. */
async function besides(
  cast: Cast,
  id: string,
  model: OrderModel,
  pair: readonly [Move, Move],
  server: 0 | 1,
) {
  const other = server === 0 ? 1 : 0
  const answers = await Promise.all([
    send(cast, id, model, pair[0], server),
    send(cast, id, model, pair[1], other),
  ])
  const wrong: string[] = []
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const trial = model.copy()
    const misfits = order.map((at, place) => {
      // Whoever comes second after a change has seen the version before it.
      const isOld = pair[at]!.isOld || (place === 1 && trial.version > model.version)
      const outcome = trial.take({ ...pair[at]!, isOld }, (actor) => cast.people[actor].name)
      return misfit(answers[at]!, outcome, trial, cast)
    })
    if (misfits.every((each) => each === null)) {
      return { wrong: null, after: trial }
    }
    wrong.push(misfits.map(String).join('; '))
  }
  return { wrong: `neither order: ${wrong.join(' | ')}`, after: model }
}

function misfit({ status, body }: Answer, { refusal, permission }: Outcome, model: OrderModel, cast: Cast) {
  const message = String(body.result_msg)
  if (permission !== null)
    return status === 403 && message.includes(`（order:${permission}）`)
      ? null
      : `should lack ${permission}, and is answered ${status} ${message}`
  if (refusal !== null)
    return status === 200 && body.result_code !== '1' && message === refusal
      ? null
      : `should be refused by ${refusal}, and is answered ${status} ${message}`
  if (status !== 200 || body.result_code !== '1')
    return `should be allowed, and is answered ${status} ${message}`
  const data = body.result_data as Record<string, unknown>
  const told = JSON.stringify([
    `${String(data.flowSts)}/${String(data.otherSts)}`,
    data.version,
    data.liableUserId,
    data.extensionAskerId,
    data.extensionCount,
  ])
  const should = JSON.stringify([
    model.state,
    model.version,
    idOf(cast, model.liable),
    idOf(cast, model.asker),
    model.extended,
  ])
  return told === should ? null : `should be answered ${should}, and is answered ${told}`
}

const idOf = ({ people }: Cast, actor: Actor | null) => (actor === null ? null : people[actor].id)

type Stored = { state: string; version: number; history: string[]; process: string; open: unknown }

/** What is stored that the model has otherwise: the order, its history, its process and whom it waits for. */
async function disagreement(cast: Cast, id: string, model: OrderModel): Promise<string | null> {
  const { rows } = await cast.owner.query<Stored & Record<string, unknown>>(
    `select o.flow_sts || '/' || o.other_sts as state, o.version, o.liable_user_id as liable,
       o.extension_asker_id as asker, o.extension_count as extended,
       to_char(o.plan_end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "planEnd",
       array(select e.action from work_order_event e where e.order_id = o.id order by e.id) as history,
       (select string_agg(case i.status when 'running' then i.business_state when 'completed' then '4' else '5' end, ' ')
        from process_instance i where i.business_type = 'workOrder' and i.business_id = o.id) as process,
       (select count(*)::int from process_instance i where i.business_type = 'orderExtension' and i.business_id = o.id
          and i.status = 'running') as requests,
       (select string_agg(coalesce('user ' || t.assignee_id, (select string_agg(c.kind || ' ' || c.ref, ', ' order by c.kind, c.ref)
            from process_candidate c where c.instance_id = t.instance_id and c.task_id = t.id)), '; ')
        from process_instance i join process_task t on t.instance_id = i.id and t.closed_at is null
        where i.business_type = 'workOrder' and i.business_id = o.id) as waiting
     from work_order o where o.id = $1`,
    [id],
  )
  const stored = JSON.stringify(rows[0])
  const should = JSON.stringify({
    state: model.state,
    version: model.version,
    liable: idOf(cast, model.liable),
    asker: idOf(cast, model.asker),
    extended: model.extended,
    planEnd: model.plan.end,
    history: model.history,
    process: model.state[0],
    requests: model.asker === null ? 0 : 1,
    waiting: waitingFor(cast, model),
  })
  return stored === should ? null : `should be stored as ${should}, and is ${stored}`
}

/** Whom the open step of the order's process waits for. */
function waitingFor(cast: Cast, { state, liable, assistants }: OrderModel): string | null {
  if (state.startsWith('1')) return 'right order:assign, right order:claim'
  if (state.startsWith('3')) return 'right order:check'
  if (!state.startsWith('2')) return null
  return [liable, ...assistants]
    .map((actor) => `user ${idOf(cast, actor)}`)
    .toSorted()
    .join(', ')
}
