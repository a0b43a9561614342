import type { Call } from '@heliodesk/contract/call.ts'
import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { processRuntimeCalls as runtimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '../src/modules/approvals/index.ts'
import { delegations } from '../src/modules/delegations/index.ts'
import { oa } from '../src/modules/oa/index.ts'
import { processRuntime } from '../src/modules/process-runtime/index.ts'
import { workflow } from '../src/modules/workflow/index.ts'
import { toWireTime } from '../src/kernel/wire-time.ts'
import { present } from '../src/platform/certain.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator, useSignedIn } from './hire.ts'
import { fieldsOf, isIdField, type Fields } from './samples.ts'
import { wholeDatabase } from './whole-database.ts'
import { inputOf, messageIn, requestOf } from './wire.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  starter: 'a_worker',
  holder: 'a_master',
  reader: 'a_manager',
  keeper: { username: 'rights.keeper', codes: ['workflow:manage'], hasAllData: true },
  // No part in it, though within the place; outside of the place; head of another place.
  colleague: 'a_colleague',
  outsider: 'a_outsider',
  eastMaster: 'a_east_master',
  eastKeeper: { username: 'rights.east', codes: ['workflow:manage'], depCode: 'A01A01' },
  rightless: { username: 'rights.none', codes: [], hasAllData: true },
})
const tokenOf = (name: keyof typeof people): string => {
  const person = people[name]
  return typeof person === 'string' ? person : person.token
}
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id

const SECRET = '机密检修'
const leave = readFileSync(new URL('../src/modules/workflow/first-data/leave.bpmn', import.meta.url), 'utf8')

/** An instance that waits for its holder, and what calls about it are given, by the name of the field. */
async function given(): Promise<Fields> {
  const form = { subject: SECRET, amount: 100, remark: '机密事由' }
  const { id, processInstanceId } = await harness.call(people.starter, oaCalls.apply, {
    request: { kind: 'purchase', form },
  })
  const { steps } = await harness.call(people.holder, approvalCalls.detail, { processInstanceId })
  const request = { kind: 'purchase', form: { ...form, amount: 200 } }
  const { taskId } = present(steps.find(({ isMine }) => isMine))
  return {
    id,
    processInstanceId,
    taskId,
    request,
    personId: idOf('manager'),
    starterId: idOf('worker'),
    personIds: [idOf('manager')],
    comment: '看过',
    files: [],
    auditOpinion: '理由',
    opinion: '看过',
  }
}

/** The version of a process that is in use. */
async function definition(): Promise<Fields> {
  const [first] = await harness.call(tokenOf('keeper'), workflowCalls.definitions, {})
  return { id: first!.versions[0]!.id, active: true, xml: leave.replaceAll('"leave"', '"leave_too"') }
}

let drafts = 0

/** A process while it is being designed, and everything else that its calls are given. */
async function draft(): Promise<Fields> {
  drafts += 1
  const key = `drafted_${drafts}`
  const { id, version } = await harness.call(tokenOf('keeper'), workflowCalls.addProcess, {
    key,
    name: '试拟流程',
    copyOf: 'leave',
  })
  return {
    id,
    version,
    key,
    xml: leave.replaceAll('"leave"', `"${key}"`),
    starterId: idOf('worker'),
    values: [],
    expression: 'days > 3',
  }
}

/** A process with one version and no draft. */
async function deployed(): Promise<Fields> {
  drafts += 1
  const key = `deployed_${drafts}`
  const xml = leave.replaceAll('"leave"', `"${key}"`)
  await harness.call(tokenOf('keeper'), workflowCalls.deploy, { xml })
  return { key, xml, from: 1, to: undefined, starterId: idOf('worker'), values: {} }
}

async function newProcess(): Promise<Fields> {
  drafts += 1
  return { key: `new_${drafts}`, name: '新流程', copyOf: undefined, xml: undefined }
}

/** An instance that was copied to its reader. */
async function copied(): Promise<Fields> {
  const about = await given()
  await harness.call(people.holder, approvalCalls.copyTo, about as never)
  return about
}

/** A step that can go back to the one before. */
async function returnable(): Promise<Fields> {
  const about = await refusedOne()
  await harness.call(people.starter, oaCalls.amend, about as never)
  const { steps } = await harness.call(people.holder, approvalCalls.detail, about as never)
  return { ...about, taskId: steps[0]!.taskId, node: undefined }
}

/** The same for who keeps the processes. */
async function stoppable(): Promise<Fields> {
  const about = await returnable()
  const { tasks } = await harness.call(tokenOf('keeper'), runtimeCalls.problems, about as never)
  return { ...about, branch: tasks[0]!.token, node: tasks[0]!.returnTargets[0]!.node }
}

const purchase = readFileSync(
  new URL('../src/modules/workflow/first-data/purchase.bpmn', import.meta.url),
  'utf8',
)

/** An instance of the version before the newest. */
async function outdated(): Promise<Fields> {
  const { processInstanceId } = await given()
  drafts += 1
  const { versions } = await harness.call(tokenOf('keeper'), workflowCalls.deploy, {
    xml: `${purchase}<!-- ${drafts} -->`,
  })
  const [to, from] = versions
  return {
    fromId: from!.id,
    toId: to!.id,
    mapping: [],
    processInstanceIds: [processInstanceId],
    auditOpinion: '理由',
  }
}

async function migrating(): Promise<Fields> {
  const { migrationId } = await harness.call(
    tokenOf('keeper'),
    runtimeCalls.migrate,
    (await outdated()) as never,
  )
  return { migrationId }
}

/** Of a day of its own, in a future in which nobody acts. */
async function absence(): Promise<Fields> {
  drafts += 1
  const inDays = (count: number) => toWireTime(new Date(Date.now() + count * 86_400_000), 'Asia/Shanghai')
  const times = { startTime: inDays(10 * drafts), endTime: inDays(10 * drafts + 1) }
  return { delegateId: idOf('manager'), ...times, types: [], reason: '出差' }
}

async function delegated(): Promise<Fields> {
  return harness.call(people.starter, delegationCalls.add, (await absence()) as never)
}

/** Comes back to the starter first. */
async function refusedOne(): Promise<Fields> {
  const about = await given()
  await harness.call(people.holder, approvalCalls.complete, { ...about, outcome: 'reject' } as never)
  const { steps } = await harness.call(people.starter, approvalCalls.detail, about as never)
  return { ...about, taskId: steps[0]!.taskId }
}

/**
 * Who may make each call, and about what. `everybody` sees or makes only what is their own with it; a call of a `keeper`
 * is about the whole company, one of a `warden` about the instances within their data.
 */
const samples = new Map<
  Call,
  { by: 'holder' | 'starter' | 'keeper' | 'warden' | 'reader' | 'everybody'; about: () => Promise<Fields> }
>([
  ...(
    [
      approvalCalls.page,
      approvalCalls.counts,
      approvalCalls.types,
      approvalCalls.phrases,
      approvalCalls.setPhrases,
      oaCalls.forms,
      oaCalls.apply,
    ] as const
  ).map((call) => [call, { by: 'everybody', about: given }] as const),
  ...([workflowCalls.initialDiagram] as const).map(
    (call) => [call, { by: 'everybody', about: async () => ({ processDefinitionKey: 'leave' }) }] as const,
  ),
  ...(
    [
      approvalCalls.detail,
      approvalCalls.diagram,
      approvalCalls.moments,
      approvalCalls.activities,
      approvalCalls.auditInfo,
      approvalCalls.colleagues,
      approvalCalls.comment,
      approvalCalls.copyTo,
      approvalCalls.complete,
      approvalCalls.claim,
      approvalCalls.transfer,
      approvalCalls.addSigner,
      oaCalls.detail,
      oaCalls.print,
      oaCalls.approve,
    ] as const
  ).map((call) => [call, { by: 'holder', about: given }] as const),
  // A step that was refused and sent again can be returned to its applicant.
  [approvalCalls.giveBack, { by: 'holder', about: returnable }],
  [approvalCalls.withdraw, { by: 'starter', about: given }],
  [approvalCalls.end, { by: 'starter', about: given }],
  [approvalCalls.urge, { by: 'starter', about: given }],
  [approvalCalls.markRead, { by: 'reader', about: copied }],
  [oaCalls.amend, { by: 'starter', about: refusedOne }],
  ...Object.values<Call>(workflowCalls)
    .filter((call) => call !== workflowCalls.initialDiagram)
    .map((call) => {
      const about = call.path.includes('/draft/') ? draft : definition
      return [call, { by: 'keeper', about }] as const
    }),
  ...([workflowCalls.beginDraft, workflowCalls.compare, workflowCalls.rehearse] as const).map(
    (call) => [call, { by: 'keeper', about: deployed }] as const,
  ),
  [workflowCalls.addProcess, { by: 'keeper', about: newProcess }],
  ...([runtimeCalls.page, runtimeCalls.versions, runtimeCalls.check] as const).map(
    (call) => [call, { by: 'keeper', about: async () => ({ definitionId: undefined }) }] as const,
  ),
  [runtimeCalls.problems, { by: 'warden', about: given }],
  [runtimeCalls.reassign, { by: 'warden', about: given }],
  [runtimeCalls.sendBack, { by: 'warden', about: stoppable }],
  // These say to others of the company that there is nothing of theirs.
  [runtimeCalls.previewMigration, { by: 'keeper', about: outdated }],
  [runtimeCalls.migration, { by: 'keeper', about: migrating }],
  [runtimeCalls.migrate, { by: 'warden', about: outdated }],
  [delegationCalls.list, { by: 'everybody', about: given }],
  [delegationCalls.add, { by: 'everybody', about: absence }],
  [delegationCalls.end, { by: 'starter', about: delegated }],
])

/** Without an ERP there is nothing to open, nor to repair where nothing has failed: other tests try these with both. */
const ELSEWHERE = new Set<Call>([approvalCalls.externalForm, runtimeCalls.retry, runtimeCalls.skip])
const calls = [approvals, oa, workflow, processRuntime, delegations]
  .flatMap((module) => Object.values<Call>(module.calls))
  .filter((call) => !ELSEWHERE.has(call))
const named = calls.map((call) => [`${call.method} ${call.path}`, call] as const)
function sampleOf(call: Call) {
  const sample = samples.get(call)
  if (!sample) throw new Error(`who may call ${call.path}, and about what? Say so in samples.`)
  return sample
}

/** The input of a call about something. */
function inputAbout(call: Call, about: Fields): Fields {
  const input = inputOf(call)
  for (const name of Object.keys(input)) if (name in about) input[name] = about[name]
  for (const { name, path } of fieldsOf(call.input).filter((field) => isIdField(field)))
    if (path.length === 1 && !(name in about) && name !== 'pProcessInstanceId')
      throw new Error(`which row is ${name} of ${call.path}? Say so in given.`)
  delete input.pProcessInstanceId
  return input
}

async function send(token: string, call: Call, input: Fields) {
  const { headers, ...request } = requestOf(call, input)
  const { statusCode, body } = await harness.app.inject({
    ...request,
    headers: { ...headers, 'x-access-token': token },
  })
  const isAccepted = statusCode === 200 && (call.download || /"result_code":"1"|"success":true/.test(body))
  return { isAccepted, body, status: statusCode }
}

/** What names a row of one company; a key of a process names one of each. */
const ROWS = ['id', 'fromId', 'migrationId']

const strangers = ['colleague', 'outsider', 'eastMaster', 'eastKeeper', 'rightless'] as const

describe('a call of processes', () => {
  let foreign: string

  beforeAll(async () => {
    foreign = await signInAdministrator(harness, harness.otherTenant)
  })

  it.each(named)('%s is answered to whom it is for', async (_name, call) => {
    const { by, about } = sampleOf(call)
    const input = inputAbout(call, await about())
    const caller = by === 'everybody' ? 'starter' : by === 'warden' ? 'keeper' : by
    const { isAccepted, body } = await send(tokenOf(caller), call, input)
    expect([isAccepted, isAccepted ? '' : body]).toEqual([true, ''])
  })

  it.each(named)('%s is refused to everybody else, and to another company', async (_name, call) => {
    const { by, about } = sampleOf(call)
    const input = inputAbout(call, await about())
    const before = await wholeDatabase(harness, harness.tenant.tenantId)
    // Who keeps the processes does so for the whole company.
    const others = strangers.filter((name) => by !== 'keeper' || name !== 'eastKeeper')
    for (const [name, token] of [
      ...others.map((each) => [each, tokenOf(each)] as const),
      ['foreign', foreign] as const,
    ]) {
      if (by === 'everybody' && call.kind === 'command') continue
      const { isAccepted, body, status } = await send(token, call, input)
      expect(body).not.toContain(SECRET)
      // It is their own that they see, or that of their own company.
      const isOwn =
        by === 'everybody' || (name === 'foreign' && by === 'keeper' && !ROWS.some((field) => field in input))
      if (isOwn) continue
      expect([name, isAccepted, status === 400]).toEqual([name, false, false])
      expect(messageIn(body)).toMatch(/[\u4e00-\u9fff]/)
    }
    expect(await wholeDatabase(harness, harness.tenant.tenantId)).toEqual(before)
  })
})

describe('who holds a step and may no longer see its place', () => {
  const ofHolder = named.filter(([, call]) => samples.get(call)?.by === 'holder')

  it.each(ofHolder)('is refused %s', async (_name, call) => {
    const about = await sampleOf(call).about()
    const moved = (department: string) =>
      harness.owner.query('update app_user set department_id = $2 where id = $1', [
        idOf('master'),
        harness.tenant.departments[department],
      ])
    await harness.call(people.holder, approvalCalls.claim, about as never)
    await moved('A01A01')
    try {
      const { isAccepted, body } = await send(people.holder, call, inputAbout(call, about))
      expect([isAccepted, messageIn(body)]).toEqual([false, '数据不存在或无权查看'])
    } finally {
      await moved('A01A02A01')
    }
  })
})
