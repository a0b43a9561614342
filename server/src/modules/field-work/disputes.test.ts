import { fieldWorkCalls as calls } from '@heliodesk/contract/field-work.ts'
import { workOrderCalls as orders } from '@heliodesk/contract/work-orders.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { useField } from './field.fixture.ts'

const field = useField()
const { harness } = field

beforeEach(() => field.setClock('2030-01-01T02:00:00Z'))

const stepOf = async (id: string) => (await field.detail(id)).stepList[0]!
const other = () => ({ token: field.people.worker2.token })
const choose = async (id: string, given: object, token = field.people.master.token) =>
  harness.call(token, calls.choose, { ...(await field.current(id)), stepNo: 1, recordId: null, ...given })

/** Two people gave the first step different values, and the order is submitted. */
async function disputed() {
  const { id } = await field.inHand()
  const work = await field.detail(id)
  await field.act('step', id, { work, value: '8.8', ...other() })
  field.pass(10)
  await field.act('step', id, { work, value: '9.1', note: '复测' })
  await harness.call(field.people.worker.token, orders.execute, {
    ...(await field.current(id)),
    submit: true,
    ...(await field.filled(id)),
    stepList: (await field.filled(id)).stepList.map((step, at) =>
      at === 0 ? { ...step, value: '8.8' } : step,
    ),
  })
  return { id, record: (await field.records(id))[0]! }
}

describe('values in dispute', () => {
  it('are both kept with their people and times', async () => {
    const { id, record } = await disputed()
    expect(record).toMatchObject({
      outcome: 'both',
      stepNo: 1,
      authorName: '甲公司worker',
      lines: [{ text: '已完成，9.1，复测' }],
      beside: { text: '已完成，8.8', authorName: '甲公司colleague', doneTime: '2030-01-01 10:00:00' },
      choice: null,
    })
    expect((await stepOf(id)).value).toBe('8.8')
  })

  it('are chosen from before the order is accepted', async () => {
    const { id, record } = await disputed()
    const pass = async () =>
      harness.refused(field.people.master.token, orders.check, { ...(await field.current(id)), pass: true })
    expect((await pass()).message).toBe('不能验收通过：第 1 步有不一致的内容，请先选定')
    const before = await field.current(id)
    const { version } = await choose(id, { recordId: record.id })
    expect(version).toBe(before.version + 1)
    expect(await stepOf(id)).toMatchObject({ value: '9.1', note: '复测', doneAt: '2030-01-01 10:10:00' })
    expect((await field.records(id))[0]!.choice).toEqual({
      isChosen: true,
      chooserName: '甲公司master',
      chooseTime: field.wire(field.now()),
    })
    expect((await field.history(id))[0]).toMatchObject({
      actionName: '选定内容',
      note: '第 1 步：采用 甲公司worker 填写的“已完成，9.1，复测”',
    })
    const again = { ...(await field.current(id)), stepNo: 1, recordId: null }
    expect((await harness.refused(field.people.master.token, calls.choose, again)).code).toBe(
      'field.nothing_to_choose',
    )
    await field.check(id, true)
  })

  it('may stay as the order has them', async () => {
    const { id } = await disputed()
    await choose(id, {})
    expect((await stepOf(id)).value).toBe('8.8')
    expect((await field.records(id))[0]!.choice).toMatchObject({ isChosen: false })
    await field.check(id, true)
  })

  it('are those of the note too', async () => {
    const { id } = await field.inHand()
    await field.act('note', id, { executionNote: '更换', ...other() })
    await field.act('note', id, { executionNote: '未更换' })
    await field.submit({ id })
    const [record] = await field.records(id)
    await choose(id, { stepNo: 0, recordId: record!.id })
    expect((await field.detail(id)).executionNote).toBe('未更换')
  })

  it('are chosen only by who may accept the order, as they saw it', async () => {
    const { id, record } = await disputed()
    const input = { ...(await field.current(id)), stepNo: 1, recordId: record.id }
    const { worker, outsider, foreigner, master, admin } = field.people
    const refused = async (token: string, given: object = {}) =>
      (await harness.refused(token, calls.choose, { ...input, ...given })).code
    expect(await refused(worker.token)).toBe('missing_right')
    expect([await refused(outsider.token), await refused(foreigner.token)]).toEqual([
      'not_found',
      'not_found',
    ])
    expect(await refused(master.token, { version: input.version - 1 })).toBe('order.stale')
    expect(await refused(master.token, { recordId: '999999' })).toBe('not_found')
    expect(await refused(master.token, { stepNo: 2 })).toBe('field.nothing_to_choose')
    const acceptor = await hire(harness, {
      username: `acceptor${id}`,
      codes: ['order:list', 'order:check', 'order:execute'],
    })
    await harness.owner.query('update work_order set assist_user_ids = array[$2::bigint] where id = $1', [
      id,
      acceptor.id,
    ])
    expect(await refused(acceptor.token)).toBe('field.choice_refused')
    expect((await harness.call(master.token, calls.records, { id })).choiceRefusal).toBeNull()
    expect((await harness.call(worker.token, calls.records, { id })).choiceRefusal).toBe('由验收人选定')
    const early = await field.inHand()
    expect((await harness.call(admin.token, calls.records, { id: early.id })).choiceRefusal).toBe(
      '工单提交验收后，由验收人选定',
    )
  })
})
