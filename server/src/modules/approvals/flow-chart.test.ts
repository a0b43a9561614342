import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { describe, expect, it } from 'vitest'
import { askForLeave, crew } from '../../../test/crew.ts'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const people = useSignedIn(harness, crew)

/** A leave of the worker that the head approved and the company returned, with what the picture showed on the way. */
async function returned() {
  const { processInstanceId } = await askForLeave(harness, people.worker, { remark: '回家' })
  const step = async (token: string) => {
    const { pageList } = await harness.call(token, calls.page, { box: 'todo', size: 500 })
    const { taskId } = pageList.find((each) => each.processInstanceId === processInstanceId)!
    return { processInstanceId, taskId: taskId! }
  }
  const pictures = [await pictureOf(processInstanceId)]
  const approve = { outcome: 'approve', opinion: '看过' } as const
  await harness.call(people.master, calls.complete, { ...(await step(people.master)), ...approve })
  pictures.push(await pictureOf(processInstanceId))
  const back = { ...(await step(people.manager)), auditOpinion: '天数再核对' }
  await harness.call(people.manager, calls.giveBack, back)
  pictures.push(await pictureOf(processInstanceId))
  return { processInstanceId, pictures }
}

async function pictureOf(processInstanceId: string, more = {}) {
  const image = await harness.call(people.worker, calls.diagram, { processInstanceId, ...more })
  return Buffer.from(image.split(',')[1]!, 'base64').toString()
}

/** The marks of a picture by id; a return is there only once it happened. */
const marksOf = (svg: string) =>
  Object.fromEntries(
    [
      ...svg.matchAll(
        /class="bpmn-(?:node bpmn-\w+|flow(?: bpmn-return)?) bpmn-(\w+)[^"]*" data-id="([^"]+)"/g,
      ),
    ].map(([, mark, id]) => [id!, mark!]),
  )

const textsOf = (svg: string, id: string) =>
  [
    ...svg
      .slice(svg.indexOf(`data-id="${id}"`))
      .split('</g>')[0]!
      .matchAll(/<text class="bpmn-note"[^>]*>([^<]*)/g),
  ].map(([, text]) => text)

const BACK = 'return approval review'

describe('the picture of an instance', () => {
  it('draws each pass and return as it happened, and says who holds it since when', async () => {
    const { pictures } = await returned()
    const [asked, passed, back] = pictures as [string, string, string]
    expect(marksOf(asked)).toMatchObject({ start: 'done', review: 'current', approval: 'idle', end: 'idle' })
    expect(marksOf(asked)).not.toHaveProperty([BACK])
    expect(textsOf(asked, 'review')).toEqual([
      expect.stringContaining('master'),
      expect.stringMatching(/^\d\d-\d\d \d\d:\d\d 到达$/),
    ])
    expect(marksOf(passed)).toMatchObject({ review: 'done', flow_3: 'done', approval: 'current' })
    expect(textsOf(passed, 'review')).toEqual([
      expect.stringContaining('master'),
      expect.stringMatching(/^\d\d-\d\d \d\d:\d\d$/),
    ])
    expect(marksOf(back)).toMatchObject({ review: 'current', approval: 'back', [BACK]: 'back' })
    expect(textsOf(back, 'review')[0]).toMatch(/第 2 次|×2/)
    expect(textsOf(back, 'approval')[1]).toMatch(/^\d\d-\d\d \d\d:\d\d 退回$/)
    expect(back).toMatch(
      /data-for="return approval review"><rect[^>]*\/><text[^>]*>退回 \d\d-\d\d \d\d:\d\d</,
    )
  })

  it('emphasises the steps of a person, and belongs to the process that called it', async () => {
    const { processInstanceId } = await returned()
    const { realname } = (
      await harness.owner.query<{ realname: string }>(
        `select realname from app_user where username = 'a_manager'`,
      )
    ).rows[0]!
    const own = await pictureOf(processInstanceId, { flowUser: realname })
    expect(own).toMatch(/class="bpmn-node bpmn-user bpmn-back bpmn-own" data-id="approval"/)
    expect(own).not.toMatch(/bpmn-own" data-id="review"/)
    const wrong = { processInstanceId, pProcessInstanceId: processInstanceId }
    expect((await harness.refused(people.worker, calls.diagram, wrong)).message).toBe('数据不存在或无权查看')
  })
})

describe('the moments of an instance', () => {
  it('are the lines of its history, and lead to its picture step by step', async () => {
    const { processInstanceId, pictures } = await returned()
    const { omitted, moments } = await harness.call(people.worker, calls.moments, { processInstanceId })
    expect(omitted).toBe(0)
    const activities = await harness.call(people.worker, calls.activities, { processInstanceId })
    const told = activities.filter(({ specialParameters: { seq } }) => seq !== null)
    expect(moments.map(({ holders: _holders, changes: _changes, ...line }) => line)).toEqual(
      told.toReversed(),
    )
    const shown = new Map<string, string>()
    const texts = new Map<string, string[]>()
    for (const [at, { changes }] of moments.entries()) {
      for (const { id, mark, lines } of changes) {
        shown.set(id, mark)
        texts.set(id, lines)
      }
      expect(Object.fromEntries(shown)).toEqual(marksOf(pictures[at]!))
      for (const step of ['review', 'approval'])
        expect((texts.get(step) ?? []).join('|')).toBe(
          textsOf(pictures[at]!, step).join('|').replace(/^\|$/, ''),
        )
    }
    expect(moments.map(({ holders }) => holders.join())).toEqual([
      expect.stringContaining('master'),
      '区域经理',
      expect.stringContaining('master'),
    ])
  })

  it('close what an early end closed, and end with it', async () => {
    const { processInstanceId } = await returned()
    await harness.call(people.worker, calls.end, { processInstanceId, auditOpinion: '不去了' })
    const { moments } = await harness.call(people.worker, calls.moments, { processInstanceId })
    expect(moments.at(-2)!.holders).not.toEqual([])
    expect(moments.at(-1)).toMatchObject({ color: 'red', holders: [], message: '不去了' })
    expect(moments.at(-1)!.changes).toContainEqual(expect.objectContaining({ id: 'review', mark: 'dropped' }))
    expect(marksOf(await pictureOf(processInstanceId))).toMatchObject({ review: 'dropped', end: 'skipped' })
  })

  it('of a long history are the latest, which begin with what happened before', async () => {
    const { processInstanceId } = await returned()
    await harness.owner.query(
      `insert into process_event (tenant_id, instance_id, seq, at, kind, token, node, actor_id, target)
       select i.tenant_id, i.id, i.last_event + n, now(), 'claim', t.token, t.node, i.starter_id, null
       from process_instance i join process_task t on t.tenant_id = i.tenant_id and t.instance_id = i.id
         and t.state = 'open', generate_series(1, 600) n where i.id = $1`,
      [processInstanceId],
    )
    const { omitted, moments } = await harness.call(people.worker, calls.moments, { processInstanceId })
    expect([omitted, moments.length]).toEqual([103, 500])
    expect(moments[0]!.changes).toContainEqual(expect.objectContaining({ id: BACK, mark: 'back' }))
    expect(moments[1]!.changes.length).toBeLessThan(3)
  })
})

it('the history of a request comes in the other envelope too', async () => {
  const { processInstanceId } = await returned()
  const { body } = await harness.request('POST', '/budget/v1/erpbudgetyear/listAuditInfo', {
    token: people.worker,
    body: { processInstanceId },
  })
  const activities = await harness.call(people.worker, calls.activities, { processInstanceId })
  expect(body).toMatchObject({ success: true, result: activities })
  for (const each of activities)
    expect(Object.keys(each).toSorted()).toEqual([
      'color',
      'content',
      'files',
      'message',
      'specialParameters',
      'timestamp',
    ])
})

it('a flow chart is nobody’s business who has no part in it', async () => {
  const { processInstanceId } = await returned()
  const stranger = await signInAdministrator(harness, harness.otherTenant)
  for (const token of [people.colleague, people.outsider, stranger])
    for (const call of [calls.diagram, calls.moments, calls.activities, calls.auditInfo])
      expect((await harness.refused(token, call, { processInstanceId })).message).toBe('数据不存在或无权查看')
})
