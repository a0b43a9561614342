import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { planned, useSite } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const site = useSite()
const { harness } = site

let cases = 0
const reported = () => {
  cases += 1
  return { reportNo: `BX2030-${cases}`, reportTime: '2030-01-01 09:00:00', handlerId: site.people.worker.id }
}
const surveyed = { surveyTime: '2030-01-02 10:00:00', surveyNote: '大风吹落组件 12 块' }
const assessed = { lossAmount: 12_345.67 }
const paid = { paidAmount: 11_111, paidTime: '2030-03-01 00:00:00' }

const damaged = (taskType = 8) => site.create({ taskType, taskDescription: '大风吹落组件' })
const insure = ({ id, version }: { id: string; version: number }, input: object) =>
  harness.call(site.people.master.token, calls.insuranceAssign, { id, version, ...reported(), ...input })
const caseOf = async (id: string) =>
  (await harness.call(site.people.worker.token, calls.detail, { id })).insurance

describe('the insurance case of an order', () => {
  it('is recorded by /ops/order/insurance/assign, from the report to the payment', async () => {
    const order = await damaged()
    expect(await caseOf(order.id)).toBeNull()
    const given = reported()
    const first = await insure(order, { ...given, insurer: '某财险' })
    expect(first).toMatchObject({ version: order.version + 1, flowSts: 1 })
    expect(await caseOf(order.id)).toMatchObject({
      ...given,
      insurer: '某财险',
      surveyTime: null,
      lossAmount: null,
      paidAmount: null,
    })
    const second = await insure(first, { ...given, ...surveyed })
    const third = await insure(second, { ...given, ...surveyed, ...assessed })
    await insure(third, { ...given, ...surveyed, ...assessed, ...paid, handlerId: site.people.master.id })
    expect(await caseOf(order.id)).toMatchObject({
      ...given,
      ...surveyed,
      ...assessed,
      ...paid,
      handlerId: site.people.master.id,
    })
    const history = await harness.call(site.people.worker.token, calls.history, { id: order.id })
    const stages = history
      .filter(({ action }) => action === 'insurance')
      .map(({ note }) => note.split('，')[0])
    expect(stages).toEqual(
      ['已赔付', '已定损', '已查勘', '已报案'].map((stage) => `${given.reportNo} ${stage}`),
    )
    expect(history[0]).toMatchObject({ actionName: '登记保险', color: 'limegreen' })
  })

  it('goes on after the order is closed, and not after it is void', async () => {
    const submitted = await site.submitted(8)
    const closed = await harness.call(site.people.admin.token, calls.check, { ...submitted, pass: true })
    expect((await insure(closed, {})).flowSts).toBe(4)
    const ended = await harness.call(site.people.master.token, calls.terminate, {
      ...(await damaged()),
      reason: '重复',
    })
    const refused = await harness.refused(site.people.master.token, calls.insuranceAssign, {
      ...ended,
      ...reported(),
    })
    expect(refused.message).toBe('工单已终止，不能登记保险')
  })

  it.each([
    [{ reportNo: ' ' }, /报案号（reportNo）：此项为必填项/],
    [{ handlerId: '999999999' }, '经办人不存在、已停用，或数据范围不包含该电站'],
    [{ surveyTime: '2029-12-31 10:00:00' }, /查勘时间不能早于报案时间/],
    [assessed, /填写定损金额前，请填写查勘时间/],
    [{ ...surveyed, ...paid }, /填写赔付金额前，请填写定损金额/],
    [{ ...surveyed, ...assessed, paidAmount: 1 }, /请填写赔付时间/],
    [{ ...surveyed, ...assessed, paidTime: paid.paidTime }, /请填写赔付金额/],
    [
      { ...surveyed, ...assessed, paidAmount: 1, paidTime: '2030-01-01 10:00:00' },
      /赔付时间不能早于查勘时间/,
    ],
    [{ ...surveyed, lossAmount: -1 }, /定损金额（lossAmount）：不能小于 0/],
    [{ ...surveyed, lossAmount: 1.005 }, /定损金额（lossAmount）：最多两位小数/],
  ])('is refused with %j', async (wrong, says) => {
    const { id, version } = await damaged()
    const before = await wholeDatabase(harness)
    const input = { id, version, ...reported(), ...wrong }
    expect((await harness.refused(site.people.master.token, calls.insuranceAssign, input)).message).toMatch(
      says,
    )
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('is of damage only, handled by people who see the order, and no two have one number', async () => {
    const { master, outsider, foreigner } = site.people
    const cleaning = { ...(await site.create({ taskType: 1 })), ...reported() }
    expect((await harness.refused(master.token, calls.insuranceAssign, cleaning)).message).toBe(
      '只有故障、缺陷和抢修工单可以登记保险',
    )
    const order = await damaged()
    for (const { id: handlerId } of [outsider, foreigner]) {
      const input = { ...order, ...reported(), handlerId }
      expect((await harness.refused(master.token, calls.insuranceAssign, input)).message).toMatch(
        /^经办人不存在/,
      )
    }
    const { reportNo } = (await caseOf((await insure(order, {})).id))!
    const again = { ...(await damaged()), ...reported(), reportNo }
    expect((await harness.refused(master.token, calls.insuranceAssign, again)).message).toBe(
      `报案号“${reportNo}”已用于其他工单`,
    )
  })

  it('is nobody’s business who does not see the order or may not dispatch', async () => {
    const order = await damaged()
    const input = { ...order, ...reported() }
    for (const { token } of [site.people.outsider, site.people.foreigner])
      expect((await harness.refused(token, calls.insuranceAssign, input)).message).toBe(
        '数据不存在或无权查看',
      )
    expect((await harness.refused(site.people.worker.token, calls.insuranceAssign, input)).status).toBe(403)
    expect(await caseOf(order.id)).toBeNull()
  })

  it('takes one of several at once, also of two orders with one number', async () => {
    const [one, other] = [await damaged(), await damaged(15)]
    const { reportNo, ...rest } = reported()
    const send = ({ id, version }: { id: string; version: number }) =>
      harness.request('POST', calls.insuranceAssign.path, {
        token: site.people.master.token,
        body: { id, version, reportNo, ...rest },
      })
    const answers = await Promise.all([send(one), send(one), send(other), send(other)])
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(answers.filter(({ body }) => body.result_code === '1')).toHaveLength(1)
  })
})

it('does not stop the work', async () => {
  const insured = await insure(await damaged(), {})
  const assigned = await harness.call(site.people.master.token, calls.assign, {
    id: insured.id,
    version: insured.version,
    liableUserId: site.people.worker.id,
    ...planned,
  })
  expect(assigned.flowSts).toBe(2)
})
