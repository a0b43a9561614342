import { inspectionPlanCalls as calls } from '@heliodesk/contract/inspection-plans.ts'
import { describe, expect, it } from 'vitest'
import { usePlans } from '../../../test/inspection-plans.ts'

const plans = usePlans()
const { harness, known } = plans

describe('the code of a plan', () => {
  it('is JH, the day and four digits, without gaps or doubles when many add plans at once', async () => {
    const { planCode } = await harness.call(known.master, calls.code, {})
    const added = await Promise.all([
      ...Array.from({ length: 12 }, () => plans.add()),
      harness.refused(known.master, calls.add, plans.input({ name: '' })).then(() => null),
      harness.refused(known.master, calls.add, plans.input({ cycleId: '999999' })).then(() => null),
    ])
    const codes = added.flatMap((plan) => plan?.planCode ?? []).toSorted()
    expect(codes[0]).toBe(planCode)
    expect(codes[0]).toMatch(/^JH20261123\d{4}$/)
    const first = Number(codes[0]!.slice(-4))
    expect(codes.map((code) => Number(code.slice(-4)))).toEqual(Array.from(codes, (_, at) => first + at))
  })

  it('is given once, however often the same request arrives', async () => {
    const request = () =>
      harness.request('POST', '/planManage/addPlan', {
        token: known.master,
        body: plans.input({ name: '重复发送' }),
        headers: { 'idempotency-key': 'the-same-plan' },
      })
    const [first, again] = [await request(), await request()]
    expect(again.body['result_data']).toEqual(first.body['result_data'])
    const found = await harness.call(known.master, calls.list, { size: 10, keyword: '重复发送' })
    expect(found.rowCount).toBe(1)
  })
})
