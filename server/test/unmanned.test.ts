import { processRuntimeCalls as calls } from '@heliodesk/contract/process-runtime.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runOnce } from '../src/kernel/upkeep.ts'
import { unmanned, unmannedText } from '../src/modules/process-runtime/unmanned.ts'
import '../src/modules/workflow/instances/services.fixture.ts'
import { useHarness } from './harness.ts'
import { administratorOf, signInAdministrator, useSignedIn } from './hire.ts'
import { startSketch } from './start-process.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  keeper: { username: 'unmanned.keeper', codes: ['workflow:manage'] },
  near: { username: 'unmanned.near', codes: ['order:export'], depCode: 'A01A02A01' },
  far: { username: 'unmanned.far', codes: ['order:export'], depCode: 'A01A01' },
})
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
const keeper = () => people.keeper.token

/** Starts a process whose only step is for these; answers its id. */
const startFor = (key: string, actors: string) =>
  startSketch(
    harness,
    [{ work: `<bpmn:userTask id="%id" name="%id" ${actors} />` }, ['start > work', 'work > end'], key],
    { outsider: idOf('outsider'), far: people.far.id },
  )
const setStatus = (status: '1' | '2', ids: readonly string[]) =>
  harness.owner.query('update app_user set status = $1 where id = any($2)', [status, ids])

/** Everybody of the first company who holds this permission leaves, but for these. */
const leaveAll = (code: string, ...but: string[]) =>
  harness.owner.query(
    `update app_user u set status = '2' where u.tenant_id = $1 and u.id <> all($3) and exists (
       select from user_role ur
       join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
       join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
       where ur.tenant_id = u.tenant_id and ur.user_id = u.id and p.code = $2)`,
    [harness.tenant.tenantId, code, but],
  )
const look = () => harness.call(keeper(), calls.check, {})
const problemsOf = async (id: string) =>
  (await harness.call(keeper(), calls.page, { size: 500 })).pageList.find((each) => each.id === id)?.problems
const found = async (id: string) => {
  await look()
  return problemsOf(id)
}
const noted = async (id: string) =>
  (await harness.owner.query('select at from process_unmanned where instance_id = $1', [id])).rows

afterEach(() => harness.owner.query(`update app_user set status = '1'`))

describe('a step that nobody can do', () => {
  it.each([
    ['a person out of scope', 'wf:assignee="outsider"', '“work”办理人的数据范围不包含此流程'],
    ['a role that nobody has', 'wf:candidateRoles="nobody"', '“work”没有在岗的候选办理人'],
    ['candidates out of scope', 'wf:candidateUsers="[outsider]"', '“work”候选办理人的数据范围都不包含此流程'],
    ['a role of people at work', 'wf:candidateRoles="r10020"', null],
    ['a role of people elsewhere', 'wf:candidateRoles="r10030"', null],
    ['a permission of people at work', 'wf:candidateRights="order:export"', null],
    [
      'a permission beside a role that nobody has',
      'wf:candidateRoles="nobody" wf:candidateRights="order:export"',
      null,
    ],
  ])('is found with %s', async (what, actors, problem) => {
    const id = await startFor(`manned_${what.replaceAll(' ', '_')}`, actors)
    expect(await found(id)).toEqual(problem === null ? [] : [problem])
  })
})

describe('a step for those who hold a permission', () => {
  const OUT_OF_SCOPE = '“work”候选办理人的数据范围都不包含此流程'
  const LEFT = '“work”没有在岗的候选办理人'
  let id: string
  beforeEach(async () => {
    id = await startFor('by_right', 'wf:candidateRights="order:export"')
  })

  it('waits for nobody once the last of them within its place has left, and says why as it changes', async () => {
    await leaveAll('order:export', people.near.id, people.far.id)
    expect(await found(id)).toEqual([])
    await setStatus('2', [people.near.id])
    expect(await found(id)).toEqual([OUT_OF_SCOPE])
    const [first] = await noted(id)
    expect(await found(id)).toEqual([OUT_OF_SCOPE])
    expect(await noted(id)).toEqual([first])
    await setStatus('2', [people.far.id])
    expect(await found(id)).toEqual([LEFT])
    expect(await noted(id)).toHaveLength(1)
    await setStatus('1', [people.near.id])
    expect(await found(id)).toEqual([])
    expect(await noted(id)).toEqual([])
  })

  it('may be for its starter alone, who never decides for a role', async () => {
    const starter = idOf('worker')
    const { rows } = await harness.owner.query<{ id: string }>(
      `select u.id from app_user u join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
       join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
       where u.tenant_id = $1 and r.role_code = 'r10030' and u.id <> $2`,
      [harness.tenant.tenantId, starter],
    )
    const held = await startFor('held_by_starter', 'wf:candidateRights="order:execute"')
    const offered = await startFor('offered_to_starter', 'wf:candidateRoles="r10030"')
    await leaveAll('order:execute', starter)
    await setStatus(
      '2',
      rows.map((each) => each.id),
    )
    expect(await found(held)).toEqual([])
    expect(await problemsOf(offered)).toEqual([OUT_OF_SCOPE])
    await setStatus('2', [starter])
    expect(await found(held)).toEqual([LEFT])
  })

  it('is found without being asked, in every company by its own people', async () => {
    await leaveAll('order:export')
    await runOnce(harness.pool, unmanned, harness.env)
    expect(await problemsOf(id)).toEqual([LEFT])
    const stranger = await signInAdministrator(harness, harness.otherTenant)
    expect(await harness.call(stranger, calls.check, {})).toEqual({ found: 0 })
    expect(await problemsOf(id)).toEqual([LEFT])
    await setStatus('1', [administratorOf(harness.tenant).id])
    await runOnce(harness.pool, unmanned, harness.env)
    expect(await problemsOf(id)).toEqual([])
  })
})

it('a reason that has no text of its own is shown as it is', () => {
  expect(unmannedText('candidates left')).toBe('没有在岗的候选办理人')
  expect(unmannedText('something new')).toBe('something new')
})
