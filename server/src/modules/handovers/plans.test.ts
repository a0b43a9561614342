import { handoverCalls as calls } from '@heliodesk/contract/handovers.ts'
import { expect, it } from 'vitest'
import { makeAll, usePlans } from '../../../test/inspection-plans.ts'
import { runNext } from '../../../test/job-tools.ts'
import { handOver } from './carry-out.ts'

const plans = usePlans()
const { harness, known, worker } = plans

async function give(from: string, to: string) {
  const input = { personId: worker(from), successorId: worker(to), reason: '离职', freezes: false }
  await harness.call(known.admin, calls.add, input)
  expect(await runNext(harness, handOver)).toBe(true)
  const [latest] = await harness.call(known.admin, calls.list, { personId: worker(from) })
  return latest!.resultList.filter(({ group }) => group === 'plan')
}
const openOf = async (person: string) => {
  const groups = await harness.call(known.admin, calls.openWork, { personId: worker(person) })
  return groups.find(({ group }) => group === 'plan')?.rowList.map(({ record }) => record) ?? []
}

it('routes of plans go to whoever may work at their stations, who gets the orders from then on', async () => {
  const plan = await plans.effective({ legs: [plans.leg({ personId: worker('a_colleague') })] })
  expect(await openOf('a_colleague')).toEqual([plan.id])
  const [refused] = await give('a_colleague', 'a_outsider')
  expect(refused).toMatchObject({ outcome: 'refused', told: expect.stringContaining('数据范围') as string })
  expect(await give('a_colleague', 'a_worker')).toMatchObject([{ record: plan.id, outcome: 'given' }])
  expect(await openOf('a_colleague')).toEqual([])
  expect(await openOf('a_worker')).toEqual([plan.id])
  await makeAll(harness)
  const [order] = await plans.ordersOf(plan.id)
  const { rows } = await harness.owner.query('select liable_user_id as id from work_order where id = $1', [
    order!.orderId,
  ])
  expect(rows).toEqual([{ id: worker('a_worker') }])
})
