import { approvalCalls, type ApprovalBox } from '@heliodesk/contract/approvals.ts'
import { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import { delegationCalls as calls } from '@heliodesk/contract/delegations.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { askForLeave, crew } from '../../../test/crew.ts'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'
import { sealAudit } from '../../../test/seal-audit.ts'
import { toWireTime } from '../../kernel/wire-time.ts'

const harness = useHarness()
const people = useSignedIn(harness, crew)

const HOUR = 3_600_000
const UNKNOWN = '数据不存在或无权查看'
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
const inHours = (hours: number) =>
  toWireTime(new Date(harness.clock.now().getTime() + hours * HOUR), 'Asia/Shanghai')
const absence = (to: string, more = {}) => ({
  delegateId: idOf(to),
  startTime: inHours(-1),
  endTime: inHours(24),
  reason: '出差',
  ...more,
})

const ask = (token = people.worker) => askForLeave(harness, token)
const leave = async (token?: string) => (await ask(token)).processInstanceId
const rowIn = async (token: string, box: ApprovalBox, id: string) =>
  (await harness.call(token, approvalCalls.page, { box, size: 100 })).pageList.find(
    ({ processInstanceId }) => processInstanceId === id,
  )
const complete = (processInstanceId: string, taskId: number) =>
  ({ processInstanceId, taskId, outcome: 'approve', opinion: '代办' }) as const
const add = (token: string, input: ReturnType<typeof absence>) => harness.call(token, calls.add, input)
const end = (token: string, id: string) => harness.call(token, calls.end, { id })

afterEach(async () => {
  await harness.owner.query(`
    with ended as (update process_delegation set ended_at = now() where ended_at is null returning *)
    insert into process_delegation_event (tenant_id, delegation_id, kind, actor_id, at)
    select tenant_id, id, 'ended', from_id, now() from ended`)
})

describe('a delegate', () => {
  it('does the steps of who is absent, in both names', async () => {
    const id = await leave()
    const { taskId } = (await rowIn(people.master, 'todo', id))!
    expect(
      (await harness.refused(people.colleague, approvalCalls.detail, { processInstanceId: id })).message,
    ).toBe(UNKNOWN)
    await add(people.master, absence('colleague'))
    expect(await rowIn(people.colleague, 'todo', id)).toBeUndefined()
    expect(await rowIn(people.colleague, 'delegated', id)).toMatchObject({
      taskId,
      behalf: expect.stringContaining('master') as string,
    })
    expect((await harness.call(people.colleague, approvalCalls.counts, {})).delegated).toBeGreaterThan(0)
    expect(
      (await harness.call(people.colleague, approvalCalls.detail, { processInstanceId: id })).steps,
    ).toEqual([expect.objectContaining({ isMine: true, behalf: [expect.stringContaining('master')] })])
    // Who is absent may still act.
    expect(await rowIn(people.master, 'todo', id)).toBeDefined()
    await harness.call(people.colleague, approvalCalls.complete, complete(id, taskId!))
    const [, line] = await harness.call(people.worker, approvalCalls.activities, { processInstanceId: id })
    expect(line!.content).toMatch(/^部门负责人审批 · .*colleague（代.*master） · 同意$/)
    expect(await rowIn(people.colleague, 'done', id)).toMatchObject({
      behalf: expect.stringContaining('master') as string,
    })
    expect(await rowIn(people.master, 'done', id)).toMatchObject({
      behalf: expect.stringContaining('colleague') as string,
    })
    await sealAudit(harness)
    const admin = await signInAdministrator(harness, harness.tenant)
    const asked = { object: 'process_instance', record: id } as const
    const { records: entries } = await harness.call(admin, auditLogCalls.list, asked)
    expect(entries).toMatchObject([{ kind: 'edit', objectTitle: '流程' }])
    const { changes, realname } = await harness.call(admin, auditLogCalls.detail, {
      number: entries[0]!.number,
    })
    expect(realname).toContain('colleague')
    expect(Object.fromEntries(changes.map(({ title, after }) => [title, after]))).toEqual({
      操作人: expect.stringContaining('colleague') as string,
      代谁办理: expect.stringContaining('master') as string,
      办理环节: '部门负责人审批',
    })
    // A return goes to who it was done for.
    const { taskId: next } = (await rowIn(people.manager, 'todo', id))!
    const back = { processInstanceId: id, taskId: next!, auditOpinion: '再核对' }
    await harness.call(people.manager, approvalCalls.giveBack, back)
    expect(await rowIn(people.master, 'todo', id)).toBeDefined()
    expect(await rowIn(people.colleague, 'delegated', id)).toBeDefined()
  })

  it('is named with the absent person in comments, copies, messages and the paper, and alone in what is their own', async () => {
    const both = /colleague（代.*master）$/
    const alone = /colleague$/
    const named = async (id: string, kind: string) =>
      (await harness.call(people.master, approvalCalls.activities, { processInstanceId: id })).find(
        ({ specialParameters }) => specialParameters.kind === kind,
      )!.specialParameters.person
    const { processInstanceId: id, id: requestId } = await ask()
    const { taskId } = (await rowIn(people.master, 'todo', id))!
    const given = await add(people.master, absence('colleague'))
    const say = (processInstanceId: string) =>
      harness.call(people.colleague, approvalCalls.comment, { processInstanceId, comment: '已电话核实' })
    await say(id)
    expect(await named(id, 'comment')).toMatch(both)
    await harness.call(people.colleague, approvalCalls.complete, complete(id, taskId!))
    // A step that is done still was the absent person's.
    await harness.call(people.colleague, approvalCalls.copyTo, {
      processInstanceId: id,
      personIds: [idOf('manager')],
      opinion: '请知悉',
    })
    expect(await named(id, 'copy')).toMatch(both)
    const { signatures } = await harness.call(people.worker, oaCalls.print, { id: requestId })
    expect(signatures.map(({ person }) => person)).toEqual([
      expect.stringMatching(/worker$/),
      expect.stringMatching(both),
    ])
    const { rows } = await harness.owner.query<{ done_name: string }>(
      `select distinct done_name from message where about = 'process' and about_id = $1 and done_at is not null`,
      [id],
    )
    expect(rows).toEqual([{ done_name: expect.stringMatching(both) as string }])

    const own = await leave(people.colleague)
    await say(own)
    expect(await named(own, 'comment')).toMatch(alone)
    await end(people.master, given.id)
    const { processInstanceId: later } = await ask()
    await harness.call(people.master, approvalCalls.comment, {
      processInstanceId: later,
      comment: '本人办理',
    })
    expect(await named(later, 'comment')).toMatch(/master$/)
  })

  it('has no more to do once it is over, for another type, or out of the place', async () => {
    const id = await leave()
    const { taskId } = (await rowIn(people.master, 'todo', id))!
    const refused = async () =>
      (await harness.refused(people.colleague, approvalCalls.complete, complete(id, taskId!))).message
    const first = await add(people.master, absence('colleague', { types: ['purchase'] }))
    expect(await rowIn(people.colleague, 'delegated', id)).toBeUndefined()
    expect(await refused()).toBe('您不是该环节的办理人')
    await end(people.colleague, first.id)
    await add(people.master, absence('colleague', { startTime: inHours(1) }))
    expect(await refused()).toBe('您不是该环节的办理人')
    harness.clock.advance(2 * HOUR)
    expect(await rowIn(people.colleague, 'delegated', id)).toBeDefined()
    // An account that is out of use has nothing to give.
    await harness.owner.query(`update app_user set status = '2' where id = $1`, [idOf('master')])
    expect(await refused()).toBe('您不是该环节的办理人')
    await harness.owner.query(`update app_user set status = '1' where id = $1`, [idOf('master')])
    harness.clock.advance(24 * HOUR)
    expect(await rowIn(people.colleague, 'delegated', id)).toBeUndefined()
    expect(await refused()).toBe('您不是该环节的办理人')
  })

  it('does not decide about what they started', async () => {
    const id = await leave(people.colleague)
    const { taskId } = (await rowIn(people.master, 'todo', id))!
    await add(people.master, absence('colleague'))
    expect(await rowIn(people.colleague, 'delegated', id)).toBeUndefined()
    const answer = await harness.refused(people.colleague, approvalCalls.complete, complete(id, taskId!))
    expect(answer.message).toBe('您不是该环节的办理人')
  })

  it('passes nothing on, and each step is done once', async () => {
    const id = await leave()
    const { taskId } = (await rowIn(people.master, 'todo', id))!
    await add(people.master, absence('colleague'))
    const answers = await Promise.allSettled(
      [people.master, people.colleague, people.colleague].map((token) =>
        harness.call(token, approvalCalls.complete, complete(id, taskId!)),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a delegation', () => {
  it.each([
    ['master', '不能委托给自己', {}],
    ['outsider', '受托人不存在、已停用，或数据范围不包含您的部门', {}],
    ['colleague', /应晚于开始时间/, { endTime: '2020-01-01 00:00:00' }],
    ['colleague', '结束时间应晚于现在', { startTime: '2020-01-01 00:00:00', endTime: '2020-01-02 00:00:00' }],
    ['colleague', '委托最长 180 天', { endTime: '2099-01-01 00:00:00' }],
    ['colleague', '流程类型不存在', { types: ['constructor'] }],
  ] as const)('to %s is refused: %s', async (to, message, more) => {
    const answer = await harness.refused(people.master, calls.add, absence(to, more))
    expect(answer.message).toMatch(message)
  })

  it('has no chain, and leaves a type to one person', async () => {
    await add(people.master, absence('colleague', { types: ['leave'] }))
    const refusedTo = async (token: string, to: string, more = {}) =>
      (await harness.refused(token, calls.add, absence(to, more))).message
    expect(await refusedTo(people.master, 'worker')).toBe('此期间已委托他人办理同类流程，请先结束那个委托')
    expect(await refusedTo(people.colleague, 'worker')).toBe(
      '您在此期间受他人委托，不能再委托出去；请先结束那个委托',
    )
    expect(await refusedTo(people.worker, 'master')).toBe('对方在此期间已委托他人，不能再受托')
    await add(people.master, absence('worker', { types: ['purchase'] }))
    await add(people.master, absence('worker', { startTime: inHours(25), endTime: inHours(30) }))
  })

  it('of two that are given at once, one stands', async () => {
    const answers = await Promise.allSettled(
      ['colleague', 'worker', 'colleague'].map((to) => add(people.master, absence(to))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is ended by either of the two, once, and nobody else', async () => {
    const { id } = await add(people.master, absence('colleague'))
    const stranger = await signInAdministrator(harness, harness.otherTenant)
    for (const token of [people.worker, people.outsider, stranger])
      expect((await harness.refused(token, calls.end, { id })).message).toBe(UNKNOWN)
    const answers = await Promise.allSettled([people.colleague, people.master].map((token) => end(token, id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await harness.refused(people.master, calls.end, { id })).message).toBe('委托已结束')
    const [listed] = await harness.call(people.colleague, calls.list, {})
    expect(listed).toMatchObject({
      id,
      isOwn: false,
      state: 'ended',
      endedBy: expect.stringMatching(/./) as string,
    })
    expect((await harness.call(people.worker, calls.list, {})).map((each) => each.id)).not.toContain(id)
    const { rows } = await harness.owner.query(
      `select kind from process_delegation_event where delegation_id = $1 order by id`,
      [id],
    )
    expect(rows).toEqual([{ kind: 'named' }, { kind: 'ended' }])
    await expect(harness.owner.query(`delete from process_delegation_event`)).rejects.toThrow()
  })
})
