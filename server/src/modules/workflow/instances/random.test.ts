import fc from 'fast-check'
import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { beforeAll, expect, it } from 'vitest'
import { useHarness } from '../../../../test/harness.ts'
import { useSignedIn } from '../../../../test/hire.ts'
import { runs } from '../../../../test/runs.ts'
import { DomainError } from '../../../kernel/context.ts'
import { inTenant } from '../../../kernel/transaction.ts'
import { compiledById, deploy } from '../definitions.ts'
import { drawn } from '../diagram.fixture.ts'
import { NOW, Play } from '../engine/play.fixture.ts'
import { blocks, CALLED, sketch, step, xmlOf } from '../engine/process.fixture.ts'
import { complete } from '../engine/signing.ts'
import { expectTold } from '../engine/told.fixture.ts'
import type { Event, State } from '../engine/state.ts'
import { chooser, chosen, onward, type Operation } from '../engine/walk.fixture.ts'
import { registerBusiness } from './business.ts'
import { timer } from './moving.ts'
import { act, startProcess } from './steps.ts'
import { peekInstance } from './store.ts'

const harness = useHarness()
const people = useSignedIn(harness, { worker: 'a_worker' })
const inCompany = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(harness.pool, harness.tenant.tenantId, work)
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
const ctxOf = (db: Parameters<typeof peekInstance>[0], userId: string) => ({
  db,
  now: NOW,
  who: { userId, hasAllData: true, orgCode: 'A01', relatedPsas: [], moves: [] },
})

/** What the rows say of each instance's business, as a module would keep it. */
const states = new Map<string, string>()
registerBusiness('walk', {
  title: '漫步',
  moved: async (_ctx, { businessId, status }) => void states.set(businessId, status),
  services: new Map([['notify', async () => ({})]]),
})

let rows = 0

async function begin(xml: string, key: string, variables: Record<string, unknown>) {
  rows += 1
  const businessId = String(rows)
  const id = await inCompany(async (db) => {
    await deploy(db, drawn(xml), NOW)
    const subject = { businessType: 'walk', businessId, title: key, depCode: 'A01', psaId: null }
    return startProcess({ db, now: NOW }, { key, ...subject, starter: idOf('worker'), variables })
  })
  return { id, businessId }
}

const stored = (id: string) => inCompany((db) => peekInstance(db, id))

/** Completes the only step of the process that a token waits for. */
async function endCalled(id: string, token: number) {
  const { rows: found } = await harness.owner.query<{ id: string }>(
    `select id from process_instance where parent_id = $1 and parent_token = $2 and status = 'running'`,
    [id, token],
  )
  await inCompany((db) =>
    act(ctxOf(db, idOf('worker')), found[0]!.id, (run, person) => {
      const [taskId] = run.state.tasks.keys()
      complete(run, taskId!, person, { outcome: 'approve', opinion: '' })
    }),
  )
}

/** The same operation in memory and in the database; what one refuses, the other refuses too. */
async function both(play: Play, id: string, { actor, step: does, timer: due, call }: Operation) {
  const inStore = async () => {
    if (due) {
      const payload = { instanceId: id, token: due.token, round: due.round, node: due.node }
      const clock = { now: () => NOW }
      const finish = (record: (db: never) => Promise<void>) => inCompany((db) => record(db as never))
      await timer.run({ payload, finish } as never, { clock } as never)
    } else if (call !== undefined) await endCalled(id, call)
    else await inCompany((db) => act(ctxOf(db, actor), id, does))
  }
  try {
    play.act(does, actor, due)
  } catch {
    await expect(inStore()).rejects.toThrow(DomainError)
    return
  }
  await inStore()
}

const bare = (state: State) => ({
  ...state,
  tokens: [...state.tokens.values()].toSorted((one, other) => one.id - other.id),
  tasks: [...state.tasks.values()]
    .map((task) => ({
      ...task,
      candidates: task.candidates.toSorted((one, other) => (one.ref < other.ref ? -1 : 1)),
    }))
    .toSorted((one, other) => one.id - other.id),
})

async function historyOf(id: string): Promise<Event[]> {
  const { rows: events } = await harness.owner.query<Record<string, string | number | null>>(
    `select kind, token, node, flow, task_id as task, actor_id as actor, outcome, target as to
     from process_event where instance_id = $1 order by seq`,
    [id],
  )
  return events.map(
    (event) => Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null)) as Event,
  )
}

/** Who has a copy that no person made. */
async function copiedIn(id: string): Promise<string[]> {
  const { rows: copies } = await harness.owner.query<{ user_id: string }>(
    'select user_id from process_copy where instance_id = $1 and copied_by is null order by user_id',
    [id],
  )
  return copies.map(({ user_id }) => user_id)
}

/** The flows that the picture shows as taken. */
async function drawnFlows(processInstanceId: string): Promise<string[]> {
  const image = await harness.call(people.worker, approvalCalls.diagram, { processInstanceId })
  const svg = Buffer.from(image.split(',')[1]!, 'base64').toString()
  return [...svg.matchAll(/class="bpmn-flow bpmn-(?:done|back)" data-id="(\w+)"/g)]
    .map(([, id]) => id!)
    .toSorted()
}

beforeAll(() =>
  inCompany((db) =>
    deploy(db, drawn(sketch({ inner: step('starter') }, ['start > inner', 'inner > end'], CALLED)), NOW),
  ),
)

it('any instance is in the database what it is in memory, and its picture shows its history', async () => {
  let number = 0
  const others = ['manager', 'master', 'shift'].map(idOf)
  const signers = ['worker', 'colleague', 'master'].map(idOf)
  await fc.assert(
    fc.asyncProperty(blocks, fc.array(fc.nat(), { minLength: 5, maxLength: 20 }), async (block, numbers) => {
      number += 1
      const key = `walk_${number}`
      const xml = xmlOf(block, key)
      const { id, businessId } = await begin(xml, key, { signers })
      const { process } = await inCompany(async (db) =>
        compiledById(db, (await peekInstance(db, id)).definitionId),
      )
      const play = new Play(process, { signers }, idOf('worker'))
      const choose = chooser(numbers)
      const same = async () => expect(bare((await stored(id)).state)).toEqual(bare(play.state))
      await same()
      for (let at = 0; at < numbers.length && play.state.status === 'running'; at++) {
        await both(play, id, chosen(play, choose, others))
        await same()
      }
      const taken = play.history.flatMap(({ flow }) => flow ?? [])
      expect(await drawnFlows(id)).toEqual([...new Set(taken)].toSorted())
      for (let at = 0; at < 400 && play.state.status === 'running'; at++) await both(play, id, onward(play))
      await same()
      const history = await historyOf(id)
      expectTold(process, play.state, history)
      // Not everybody in the list may see the place, as they may in memory.
      const given = history.flatMap(({ kind, to }) => (kind === 'copy' && to !== undefined ? to : []))
      expect(await copiedIn(id)).toEqual(given.toSorted((one, other) => Number(one) - Number(other)))
      expect(states.get(businessId)).toBe(play.state.status)
    }),
    { numRuns: runs(10) },
  )
}, 600_000)

it('no instance of all these is left without what goes on with it', async () => {
  const { rows: left } = await harness.owner.query(
    `select i.id from process_instance i where i.tenant_id = $1 and (
       i.status <> 'running' and (
         exists (select from process_token t where t.tenant_id = i.tenant_id and t.instance_id = i.id)
         or exists (select from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.closed_at is null)
         or exists (select from process_candidate c where c.tenant_id = i.tenant_id and c.instance_id = i.id and c.open))
       or i.status = 'running' and i.parent_id is not null and not exists (
         select from process_token t where t.tenant_id = i.tenant_id and t.instance_id = i.parent_id
           and t.id = i.parent_token and t.doing = 'away'))`,
    [harness.tenant.tenantId],
  )
  expect(left).toEqual([])
})
