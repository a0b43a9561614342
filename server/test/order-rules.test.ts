import { setFlagsFromString } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { insertOrders } from './insert-orders.ts'
import { byType } from './order-rules/bodies.ts'
import { inBatches } from './order-rules/in-batches.ts'
import { rowsOf } from './order-rules/order-rows.ts'
import { useRuleSite, type Place } from './order-rules/people.ts'
import { putOrders, type Put, type PutOrder } from './order-rules/put-orders.ts'
import {
  actionCodes,
  asked,
  expectedOf,
  isListed,
  isToldAs,
  positions,
  situations,
  states,
  written,
  type ActionCode,
  type Condition,
  type Expected,
  type Position,
  type Situation,
  type State,
} from './order-rules/table.ts'
import { tryAction } from './order-rules/try-action.ts'
import { runs } from './runs.ts'
import { wholeDatabase } from './whole-database.ts'

// So many calls repay the optimizing compiler, which the tests are run without.
setFlagsFromString('--opt')
const PATIENCE_MS = 180_000

const site = useRuleSite()
const { harness } = site

type Trial = Put & { action: ActionCode; conditions: readonly Condition[]; expected: Expected }

const open: State[] = ['2/2', '2/3', '2/6']
const statesOf: Record<Situation, readonly State[]> = {
  普通: states,
  故障: states,
  有申请: open,
  已延期: open,
  已超期: open,
  无计划: ['1/1', ...open],
}

const admins: ReadonlySet<Position> = new Set(['管理员', '管理员负责', '管理员曾作业'])

/** The soak tries everything in every situation; the gate all that is usual, and of the others what they change. */
const isWhole = runs(1) > 1

/** Every state, action and person of a situation at a place; the administrator's places are all of the company. */
const trialsOf = (situation: Situation, place: Place, more: Partial<Trial> = {}): Trial[] =>
  statesOf[situation].flatMap((state) =>
    positions
      .filter((position) => place !== '范围外' || !admins.has(position))
      .flatMap((position) =>
        actionCodes.flatMap((action) => {
          const { conditions: others = [] } = more
          const conditions: Condition[] = place === '范围外' ? ['范围外', ...others] : [...others]
          const usual = { situation, state, position, place, action, ...more, conditions: [] }
          const trial = { ...usual, conditions, expected: expectedOf({ ...usual, conditions }) }
          const isUsual = situation === '普通' && !more.taskType && !others.includes('旧版本')
          return isWhole || isUsual || isListed(usual) || expectedOf(usual).allowed ? [trial] : []
        }),
      ),
  )

/** One order for all that is refused, and one for each action that is allowed and changes it. */
const orderKey = ({ state, position, action, expected }: Trial) => {
  const kind = ['管理员负责', '管理员曾作业'].includes(position) ? position : '班组'
  return `${state} ${kind}${expected.allowed ? ` ${action} ${position}` : ''}`
}

const personOf = ({ conditions, position }: Trial) =>
  (conditions.includes('外公司') ? site.strangers : site.people)[position]

async function ordersFor(trials: readonly Trial[]): Promise<Map<string, PutOrder>> {
  const wanted = new Map(trials.map((trial) => [orderKey(trial), trial]))
  const orders = await putOrders(site, [...wanted.values()])
  const keyed = new Map([...wanted.keys()].map((key, at) => [key, orders[at]!]))
  const { situation } = trials[0]!
  if (situation === '有申请' || situation === '已延期')
    await inBatches(orders, async (order) => {
      const asker = site.people[order.position === '管理员负责' ? '管理员' : '负责人']
      const { status, body } = await tryAction(site, order, 'extend', asker)
      if (status !== 200 || body.result_code !== '1') throw new Error(JSON.stringify(body))
      order.version += 1
      if (situation === '有申请') return
      const audited = await tryAction(site, order, 'audit', site.people['站长'])
      if (audited.body.result_code !== '1') throw new Error(JSON.stringify(audited.body))
      order.version += 1
    })
  return keyed
}

const nameOf = ({ situation, state, place, action, position, conditions }: Trial) =>
  `${[situation, place, ...conditions].join(' ')}: ${state} ${action} ${position}`

/** Tries what is refused, all at once on the same orders; answers what was told otherwise, or changed. */
async function refusals(trials: readonly Trial[], orders: Map<string, PutOrder>): Promise<string[]> {
  const ids = [...orders.values()].map(({ id }) => id)
  const before = [await rowsOf(harness, ids), await wholeDatabase(harness)] as const
  const wrong = await inBatches(trials, async (trial) => {
    const order = orders.get(orderKey(trial))!
    const { status, body } = await tryAction(site, order, trial.action, personOf(trial), trial.conditions)
    const { why } = trial.expected as { why: string }
    const message = String(body.result_msg)
    const isRefused = body.result_code !== '1' && body.success !== true
    if (isRefused && isToldAs(why, { status, message }, { ...trial, liable: order.liable })) return []
    return [`${nameOf(trial)}: ${why} is written, and the answer is ${status} ${message}`]
  })
  const after = await rowsOf(harness, ids)
  for (const [id, rows] of after)
    if (rows.all !== before[0].get(id)!.all) wrong.push([`order ${id} in ${rows.state} changed`])
  expect(await wholeDatabase(harness)).toEqual(before[1])
  return wrong.flat()
}

/** What the history calls an action of the table; null for one that it does not tell. */
const told: Partial<Record<ActionCode, string | null>> = {
  addPhoto: null,
  removePhoto: null,
  audit: 'extensionAgree',
}

/** After these nobody waits for the answer to a request any more. */
const settling: ReadonlySet<ActionCode> = new Set(['submit', 'reassign', 'terminate'])

/** Tries what is allowed, each on an order of its own; answers what was refused, or led elsewhere. */
async function permissions(trials: readonly Trial[], orders: Map<string, PutOrder>): Promise<string[]> {
  const ids = [...orders.values()].map(({ id }) => id)
  const before = await rowsOf(harness, ids)
  const answers = await inBatches(trials, (trial) =>
    tryAction(site, orders.get(orderKey(trial))!, trial.action, personOf(trial), trial.conditions),
  )
  const after = await rowsOf(harness, ids)
  const touched = new Set<string>()
  const wrong = trials.flatMap((trial, at) => {
    const { id } = orders.get(orderKey(trial))!
    touched.add(id)
    const { status, body } = answers[at]!
    if (status !== 200 || body.result_code !== '1')
      return [`${nameOf(trial)}: is allowed, and the answer is ${status} ${String(body.result_msg)}`]
    const [was, is] = [before.get(id)!, after.get(id)!]
    const event = told[trial.action] === undefined ? trial.action : told[trial.action]
    const isSettled = trial.situation === '有申请' && settling.has(trial.action)
    const added = event === null ? [] : isSettled ? ['extensionEnd', event!] : [event!]
    const { state } = trial.expected as { state: State }
    const should = {
      state,
      version: was.version + added.length,
      history: [...was.history, ...added],
      process: state[0]!,
    }
    const { state: led, version, history, process } = is
    const data = body.result_data as { flowSts?: number; otherSts?: number; version?: number }
    const isPhoto = event === null
    const answered = isPhoto || `${data.flowSts}/${data.otherSts} ${data.version}` === `${led} ${version}`
    const got = { state: led, version, history, process }
    if (JSON.stringify(got) === JSON.stringify(should) && answered && is.all !== was.all) return []
    return [`${nameOf(trial)}: should be ${JSON.stringify(should)}, and is ${JSON.stringify(got)}`]
  })
  for (const [id, { all }] of after)
    if (!touched.has(id) && all !== before.get(id)!.all) wrong.push(`order ${id} changed`)
  return wrong
}

async function tryAll(trials: readonly Trial[]): Promise<string[]> {
  const orders = await ordersFor(trials)
  const refused = await refusals(
    trials.filter(({ expected }) => !expected.allowed),
    orders,
  )
  const allowed = await permissions(
    trials.filter(({ expected }) => expected.allowed),
    orders,
  )
  return [...refused, ...allowed]
}

describe('the written rules of orders', () => {
  it.each<[Situation, Place]>([
    ['普通', '本部门'],
    ['普通', '关联项目'],
    ['普通', '范围外'],
    ['故障', '本部门'],
    ['有申请', '本部门'],
    ['有申请', '关联项目'],
    ['已延期', '本部门'],
    ['已超期', '本部门'],
    ['无计划', '本部门'],
  ])(
    'hold for every state, action and person: %s, %s',
    async (situation, place) => {
      expect(await tryAll(trialsOf(situation, place))).toEqual([])
    },
    PATIENCE_MS,
  )

  it(
    'hold for the people of another company',
    async () => {
      const trials = trialsOf('普通', '本部门', { conditions: ['外公司'] })
      expect(await tryAll(trials)).toEqual([])
    },
    PATIENCE_MS,
  )

  it(
    'hold for whoever saw an older version',
    async () => {
      const trials = trialsOf('普通', '本部门', { conditions: ['旧版本'] })
      expect(await tryAll(trials)).toEqual([])
    },
    PATIENCE_MS,
  )

  it(
    'hold for a reform type on its own path, and on the path of the others',
    async () => {
      const own = trialsOf('普通', '本部门', { taskType: 18 })
      expect(await tryAll(own)).toEqual([])
      const general = trialsOf('普通', '本部门', { taskType: 18, conditions: ['通用接口'] })
      expect(await tryAll(general.filter(({ action }) => byType.has(action)))).toEqual([])
    },
    PATIENCE_MS,
  )

  it('have no cell that nobody asks for', () => {
    for (const situation of situations) trialsOf(situation, '本部门')
    expect([...written].filter((cell) => !asked.has(cell))).toEqual([])
  })

  it('know every pair of state and sub-state; the database refuses the others', async () => {
    const pairs = [1, 2, 3, 4, 5].flatMap((flow) =>
      [0, 1, 2, 3, 4, 5, 6].map((other) => [flow, other] as const),
    )
    const admitted: string[] = []
    for (const [flow, other] of pairs) {
      const put = insertOrders(harness, harness.tenant, [
        `with o as (
           insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
             flow_sts, other_sts, liable_person, submit_time, terminate_reason)
           values ('GP' || $1 || $2, $3, 0, '', 12, '一对', '1', $1::int, $2::int, '甲', now(), '无') returning *)
         insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
           select tenant_id, id, now(), '甲', 'import', flow_sts from o`,
        [String(flow), String(other), site.stations['本部门']],
      ])
      await put.then(
        () => admitted.push(`${flow}/${other}`),
        (error: unknown) => expect(String(error)).toMatch('work_order_states'),
      )
    }
    expect(admitted.toSorted()).toEqual([...states].toSorted())
  })
})
