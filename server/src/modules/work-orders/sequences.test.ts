import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  nat,
  option,
  record,
  type Arbitrary,
} from 'fast-check'
import { expect, it } from 'vitest'
import { instanceOfOrder } from '../../../test/processes.ts'
import { runs } from '../../../test/runs.ts'
import { commandOf, laterBy, planned, useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

const actions = [
  'assign',
  'claim',
  'reassign',
  'reschedule',
  'start',
  'save',
  'submit',
  'pass',
  'reject',
  'extend',
  'audit',
  'terminate',
] as const
const actors = ['admin', 'master', 'worker', 'worker2', 'outsider', 'foreigner'] as const

/** The permissions of each actor; `outsider` and `foreigner` cannot even see the order. */
const rights: Record<(typeof actors)[number], readonly string[]> = {
  admin: actions,
  // A person who takes an order must be able to execute it.
  master: ['assign', 'reassign', 'reschedule', 'pass', 'reject', 'audit', 'terminate'],
  worker: ['claim', 'start', 'save', 'submit', 'extend'],
  worker2: ['claim', 'start', 'save', 'submit', 'extend'],
  outsider: [],
  foreigner: [],
}

const step = record({
  actor: constantFrom(...actors),
  action: constantFrom(...actions),
  liable: constantFrom('worker' as const, 'worker2' as const),
  assisted: boolean(),
  complete: constantFrom(true, true, true, false),
  seen: constantFrom<'newest' | 'older'>('newest', 'newest', 'newest', 'older'),
  /** Repeats the same request concurrently, like a double click. */
  twice: boolean(),
  /** If set, picks the actor and action of this number among those that advance the order, which are rare by chance. */
  onward: option(nat(), { freq: 3 }),
})
type Step = typeof step extends Arbitrary<infer S> ? S : never

/** A model of an order by the specification's state table, written without the product's rules. */
class Expected {
  flow = 1
  other = 1
  version = 1
  liable: string | null = null
  workers: string[] = []
  /** Who asked for a later end, and how often the order got one. */
  asker: string | null = null
  extended = 0
  end: string | null = null
  #askedEnd: string | null = null
  /** Everybody who started, saved or submitted the work: none of them may accept it. */
  readonly #hands = new Set<string>()
  readonly history = ['create']
  readonly #taskType: number

  constructor(taskType: number) {
    this.#taskType = taskType
  }

  admits({ actor, action, liable, seen, complete }: Step): boolean {
    if (!rights[actor].includes(action) || seen === 'older') return false
    const isWorker = this.workers.includes(actor)
    switch (action) {
      case 'assign':
      case 'claim':
        return this.flow === 1
      case 'reassign':
        return this.flow === 2 && this.liable !== liable
      // An order without a plan gets it when it is assigned.
      case 'reschedule':
        return this.flow === 2 && this.asker === null
      case 'start':
        return this.flow === 2 && isWorker && this.other === 2
      case 'save':
        return this.flow === 2 && isWorker && this.other !== 2
      case 'submit':
        return this.flow === 2 && isWorker && this.other !== 2 && complete
      case 'pass':
      case 'reject':
        return (
          this.flow === 3 &&
          !isWorker &&
          !this.#hands.has(actor) &&
          !(this.#taskType === 7 && actor === 'master')
        )
      case 'extend':
        return this.flow === 2 && isWorker && this.end !== null && this.asker === null && this.extended === 0
      case 'audit':
        return this.flow === 2 && this.asker !== null && this.asker !== actor
      case 'terminate':
        return this.flow <= 3
    }
  }

  /** The step itself, or in its place one that advances the order. */
  lead(given: Step): Step {
    const possible = actors
      .flatMap((actor) => actions.map((action) => ({ ...given, actor, action })))
      .filter((each) => each.action !== 'terminate' && this.admits(each))
    return given.onward === null ? given : (possible[given.onward % possible.length] ?? given)
  }

  /** The state of the order's process, and who may take its open step. */
  process() {
    if (this.flow > 3) return { status: this.flow === 4 ? 'completed' : 'voided', open: [] }
    const ids = this.workers.map((worker) => site.people[worker as 'worker'].id)
    const executors =
      ids.length === 1
        ? { assignee: ids[0], candidates: [] }
        : { assignee: null, candidates: ids.map((each) => `user ${each}`).toSorted() }
    const open = {
      1: { node: 'dispatch', assignee: null, candidates: ['right order:assign', 'right order:claim'] },
      2: { node: 'execute', ...executors },
      3: { node: 'acceptance', assignee: null, candidates: ['right order:check'] },
    }[this.flow]
    return { status: 'running', businessState: String(this.flow), open: [open] }
  }

  take({ actor, action, liable, assisted, complete }: Step): void {
    if (action === 'assign') this.end = planned.planEndTime
    if (action === 'reassign') this.end = REASSIGNED_END
    if (action === 'reschedule') this.end = laterBy(this.version).planEndTime
    if (this.asker !== null && ['submit', 'reassign', 'terminate'].includes(action)) {
      this.version += 1
      this.history.unshift('extensionEnd')
      this.asker = null
    }
    const outcome = {
      assign: [2, 2],
      claim: [2, 2],
      reassign: [2, this.other],
      reschedule: [2, this.other],
      start: [2, 3],
      save: [2, this.other],
      submit: [3, 4],
      pass: [4, 5],
      reject: [2, 6],
      extend: [2, this.other],
      audit: [2, this.other],
      terminate: [5, this.other],
    }[action]
    this.flow = outcome[0]!
    this.other = outcome[1]!
    this.version += 1
    this.history.unshift(action === 'audit' ? (complete ? 'extensionAgree' : 'extensionRefuse') : action)
    if (action === 'extend') {
      this.asker = actor
      this.#askedEnd = hourAfter(this.end)
    }
    if (action === 'audit') {
      this.asker = null
      if (complete) {
        this.extended += 1
        this.end = this.#askedEnd
      }
    }
    if (action === 'claim') this.workers = [actor]
    if (action === 'reassign')
      this.workers = [liable, ...this.workers.slice(1).filter((worker) => worker !== liable)]
    if (action === 'start' || action === 'save' || action === 'submit') this.#hands.add(actor)
    if (action === 'assign')
      this.workers = assisted ? [liable, liable === 'worker' ? 'worker2' : 'worker'] : [liable]
    if (action === 'claim' || action === 'assign' || action === 'reassign') this.liable = this.workers[0]!
  }
}

const REASSIGNED_END = '2030-12-31 18:00:00'

/** A later end, within twice the planned time. */
const hourAfter = (end: string | null): string =>
  new Date(Date.parse(`${(end ?? planned.planEndTime).replace(' ', 'T')}Z`) + 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')

async function inputOf(id: string, { version, end }: Expected, taken: Step) {
  const { action, liable, assisted, complete, seen } = taken
  const other = liable === 'worker' ? 'worker2' : 'worker'
  return {
    id,
    version: seen === 'newest' ? version : version === 1 ? 2 : version - 1,
    ...(action === 'assign'
      ? {
          ...planned,
          liableUserId: site.people[liable].id,
          assistUserIds: assisted ? [site.people[other].id] : [],
        }
      : {}),
    ...(action === 'reassign'
      ? { liableUserId: site.people[liable].id, reason: '进度停滞', planEndTime: REASSIGNED_END }
      : {}),
    ...(action === 'reschedule' ? { ...laterBy(version), confirmed: true } : {}),
    ...(action === 'save' || action === 'submit'
      ? {
          ...(await site.filled(id)),
          ...(complete ? {} : { workHoursList: [] }),
          submit: action === 'submit',
        }
      : {}),
    ...(action === 'pass' || action === 'reject' ? { pass: action === 'pass', auditOpinion: '看过' } : {}),
    ...(action === 'extend' ? { planEndTime: hourAfter(end), reason: '备件未到' } : {}),
    ...(action === 'audit' ? { pass: complete, auditOpinion: '看过' } : {}),
    ...(action === 'terminate' ? { reason: '不再需要' } : {}),
  }
}

async function play(id: string, expected: Expected, each: Step) {
  const { method, path } = commandOf[each.action]
  const request = { token: site.people[each.actor].token, body: await inputOf(id, expected, each) }
  const answers = await Promise.all(
    Array.from({ length: each.twice ? 2 : 1 }, () => harness.request(method, path, request)),
  )
  const admitted = expected.admits(each)
  if (admitted) expected.take(each)
  expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true)
  expect(answers.filter(({ body }) => body.result_code === '1')).toHaveLength(admitted ? 1 : 0)
}

it('an order follows the state table through any sequence of what people try', async () => {
  await assert(
    asyncProperty(
      constantFrom(12, 7),
      array(step, { minLength: 1, maxLength: 20, size: 'max' }),
      async (taskType, steps) => {
        const { id } = await site.create({ taskType })
        const expected = new Expected(taskType)
        for (const each of steps) {
          await play(id, expected, expected.lead(each))
          const detail = await harness.call(site.people.admin.token, calls.detail, { id })
          expect(detail).toMatchObject({
            flowSts: expected.flow,
            otherSts: expected.other,
            version: expected.version,
            extensionAskerId: expected.asker && site.people[expected.asker as 'worker'].id,
            extensionCount: expected.extended,
            liableUserId: expected.liable && site.people[expected.liable as 'worker'].id,
          })
          expect(await instanceOfOrder(harness, id)).toMatchObject(expected.process())
        }
        const history = await harness.call(site.people.admin.token, calls.history, { id })
        expect(history.map(({ action }) => action)).toEqual(expected.history)
      },
    ),
    { numRuns: runs(40) },
  )
  const { rows } = await harness.owner.query<{ sts: number; n: number }>(
    'select flow_sts as sts, count(*)::int as n from work_order where tenant_id = $1 group by 1',
    [harness.tenant.tenantId],
  )
  const counted = await harness.call(site.people.admin.token, calls.count, {})
  const stored = Object.fromEntries(rows.map(({ sts, n }) => [sts, n]))
  expect({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, ...stored }).toEqual(counted.byStatus)
})
