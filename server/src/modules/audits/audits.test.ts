import { auditCalls as calls } from '@heliodesk/contract/audits.ts'
import { expect, it } from 'vitest'
import { askForLeave, crew } from '../../../test/crew.ts'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const people = useSignedIn(harness, crew)

const apply = async (remark = '回家') =>
  (await askForLeave(harness, people.worker, { remark })).processInstanceId

const list = async (token: string, filter = {}) =>
  (await harness.call(token, calls.list, { pageSize: 500, ...filter })).records.map(
    ({ processInstanceId }) => processInstanceId,
  )
const query = (token: string, processInstanceId: string) =>
  harness.call(token, calls.query, { processInstanceId })

async function audit(token: string, processInstanceId: string, action: 'approve' | 'reject' | 'back') {
  const { steps } = await query(token, processInstanceId)
  const { taskId } = steps.find(({ isMine }) => isMine)!
  await harness.call(token, calls.process, { processInstanceId, taskId, action, auditOpinion: '看过' })
}

it('a step is approved, returned and refused by the person who has it', async () => {
  const id = await apply()
  await audit(people.master, id, 'approve')
  expect(await query(people.manager, id)).toMatchObject({ steps: [{ node: 'approval', isMine: true }] })
  await audit(people.manager, id, 'back')
  expect(await query(people.master, id)).toMatchObject({ steps: [{ node: 'review', isMine: true }] })
  await audit(people.master, id, 'reject')
  expect(await query(people.worker, id)).toMatchObject({ steps: [{ node: 'amend', isMine: true }] })
})

it('a refusal and a return need a reason, and only the person who has the step may act', async () => {
  const id = await apply()
  const { steps } = await query(people.master, id)
  const step = { processInstanceId: id, taskId: steps[0]!.taskId }
  const refusals = [
    [people.master, { ...step, action: 'reject' }, '不同意时请填写意见'],
    [people.master, { ...step, action: 'back' }, '退回时请填写意见'],
    [people.master, { ...step, action: 'back', auditOpinion: '重填' }, '前面没有可退回的环节'],
    [people.colleague, { ...step, action: 'approve' }, '您不是该环节的办理人'],
    [people.worker, { ...step, action: 'approve' }, '您不是该环节的办理人'],
    [people.outsider, { ...step, action: 'approve' }, '数据不存在或无权查看'],
    [
      await signInAdministrator(harness, harness.otherTenant),
      { ...step, action: 'approve' },
      '数据不存在或无权查看',
    ],
  ] as const
  for (const [token, input, message] of refusals)
    expect((await harness.refused(token, calls.process, input)).message).toBe(message)
  expect(await query(people.master, id)).toMatchObject({ steps: [{ node: 'review' }] })
})

it('the list is of the processes in which the caller has a part, by page and filter', async () => {
  const first = await apply()
  const second = await apply()
  await audit(people.master, first, 'approve')
  expect((await list(people.worker)).slice(0, 2)).toEqual([second, first])
  expect(await list(people.worker, { box: 'todo' })).not.toContain(first)
  expect(await list(people.master, { box: 'todo' })).toContain(second)
  expect(await list(people.master, { box: 'todo' })).not.toContain(first)
  expect(await list(people.master, { box: 'done' })).toContain(first)
  expect(await list(people.master, { box: 'started' })).toEqual([])
  expect(await list(people.manager)).toContain(first)
  expect(await list(people.manager)).not.toContain(second)
  expect(await list(people.worker, { status: 'completed' })).not.toContain(first)
  expect(await list(people.worker, { businessType: 'purchase' })).toEqual([])
  expect(await list(people.worker, { keyword: '没有这样的' })).toEqual([])
  const page = await harness.call(people.worker, calls.list, { pageNo: 2, pageSize: 1 })
  expect(page).toMatchObject({
    current: 2,
    size: 1,
    records: [{ processInstanceId: first, businessTitle: '请假' }],
  })
  const stranger = await signInAdministrator(harness, harness.otherTenant)
  for (const token of [people.colleague, people.outsider, stranger]) {
    expect(await list(token)).not.toContain(first)
    expect((await harness.refused(token, calls.query, { processInstanceId: first })).message).toBe(
      '数据不存在或无权查看',
    )
  }
})

it.each([
  'GET /common/data/process/list',
  'GET /common/data/process/query',
  'POST /common/data/process/process',
])('%s exists in the envelope of the system calls', async (name) => {
  const id = await apply()
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  const { steps } = await query(people.master, id)
  const asked = { processInstanceId: id, taskId: steps[0]!.taskId, action: 'approve' }
  const { body } = await harness.request(
    method,
    method === 'GET' ? `${path}?processInstanceId=${id}` : path,
    {
      token: people.master,
      ...(method === 'POST' && { body: asked }),
    },
  )
  expect(body).toMatchObject({ success: true, code: 200 })
})
