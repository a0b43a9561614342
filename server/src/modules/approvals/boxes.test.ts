import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { beforeAll, expect, it } from 'vitest'
import { askForLeave, crew } from '../../../test/crew.ts'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const people = useSignedIn(harness, { ...crew, eastMaster: 'a_east_master' })

const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
const HOUR = 3_600_000

const leave = (token: string, remark: string) =>
  askForLeave(harness, token, { until: '2027-01-05', days: 2, remark })
const purchase = async (token: string, subject: string) => {
  const form = { subject, amount: 10, remark: '备用' }
  return harness.call(token, oaCalls.apply, { request: { kind: 'purchase', form } })
}
const due = (id: string, ms: number) =>
  harness.owner.query(`update process_task set due_at = $2 where instance_id = $1 and state = 'open'`, [
    id,
    new Date(harness.clock.now().getTime() + ms),
  ])
const page = async (more: Partial<Sent<typeof calls.page>> = {}, token = people.master) =>
  (await harness.call(token, calls.page, { box: 'todo', size: 100, ...more })).pageList

let ids: Record<'late' | 'soon' | 'today' | 'never', string>
beforeAll(async () => {
  ids = {
    never: (await leave(people.worker, '无期限')).processInstanceId,
    today: (await purchase(people.colleague, '熔断器 15A')).processInstanceId,
    soon: (await leave(people.colleague, '快到期')).processInstanceId,
    late: (await leave(people.worker, '已超期')).processInstanceId,
  }
  await due(ids.late, -HOUR)
  await due(ids.soon, HOUR)
  await due(ids.today, 5 * HOUR)
})

const named = (rows: { processInstanceId: string }[]) =>
  rows.map(({ processInstanceId }) => Object.entries(ids).find(([, id]) => id === processInstanceId)?.[0])

it('what is due first stands first, or what came last', async () => {
  expect(named(await page())).toEqual(['late', 'soon', 'today', 'never'])
  expect(named(await page({ order: 'latest' }))).toEqual(['late', 'soon', 'today', 'never'])
  const again = await leave(people.worker, '最后')
  const { processInstanceId } = again
  expect((await page({ order: 'latest' }))[0]).toMatchObject({ processInstanceId })
  await harness.call(people.worker, calls.withdraw, { processInstanceId })
})

it.each([
  [{ due: 'overdue' }, ['late']],
  [{ due: 'soon' }, ['soon']],
  [{ types: ['purchase'] }, ['today']],
  [{ types: ['purchase', 'leave'], due: 'soon' }, ['soon']],
  [{ keyword: '熔断器' }, ['today']],
  [{ keyword: '15a 熔断' }, ['today']],
  [{ keyword: 'nobody of this name' }, []],
  [{ startTimeFrom: '2090-01-01 00:00:00' }, []],
  [{ startTimeTo: '2090-01-01 00:00:00', types: ['purchase'] }, ['today']],
] as const)('%j finds %j', async (filter, found) => {
  expect(named(await page(filter as never))).toEqual(found)
})

it('people are found by their names as they sound, and by themselves', async () => {
  await harness.owner.query(`update app_user set realname = '王雪峰' where id = $1`, [idOf('colleague')])
  expect(named(await page({ keyword: 'wxf' }))).toEqual(['soon', 'today'])
  expect(named(await page({ keyword: '雪峰' }))).toEqual(['soon', 'today'])
  expect(named(await page({ starterId: idOf('colleague') }))).toEqual(['soon', 'today'])
})

it('a line names its place, and says what is not decided with others', async () => {
  const [first] = await page({ due: 'overdue' })
  expect(first).toMatchObject({ alone: null, place: expect.stringMatching(/./) as string })
  const { processInstanceId } = await leave(people.worker, '要修改')
  const [row] = await page({ order: 'latest' })
  await harness.call(people.master, calls.complete, {
    processInstanceId,
    taskId: row!.taskId!,
    outcome: 'reject',
    opinion: '改期',
  })
  expect((await page({}, people.worker))[0]).toMatchObject({ alone: '需修改申请后重新提交' })
})

it('what is due is counted for who has to do it', async () => {
  expect(await harness.call(people.master, calls.counts, {})).toMatchObject({ todo: 4, soon: 1, overdue: 1 })
  for (const other of [people.eastMaster, await signInAdministrator(harness, harness.otherTenant)]) {
    expect(await harness.call(other, calls.counts, {})).toMatchObject({ todo: 0, soon: 0, overdue: 0 })
    expect(await page({}, other)).toEqual([])
  }
})

it('the types are those that processes decide about', async () => {
  expect(await harness.call(people.worker, calls.types, {})).toContainEqual({ value: 'leave', label: '请假' })
})
