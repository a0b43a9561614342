import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site
const people = () => site.people

const mine = (token: string) => harness.call(token, calls.mine, {})
const find = async (token: string, id: string) => (await mine(token)).find((order) => order.id === id)

it('has the open orders of who executes or helps, with their steps, place and device', async () => {
  await harness.owner.query('update station set latitude = 37.79, longitude = 107.4 where id = $1', [
    site.stationId,
  ])
  const order = await site.create()
  expect(await find(people().worker.token, order.id)).toBeUndefined()
  const assigned = await site.assignTo(order, people().worker.id)
  expect(await find(people().worker.token, order.id)).toMatchObject({
    latitude: 37.79,
    longitude: 107.4,
    stepsDone: 0,
    flowSts: 2,
  })
  expect(await find(people().master.token, order.id)).toBeUndefined()
  const started = await harness.call(people().worker.token, calls.start, {
    id: order.id,
    version: assigned.version,
  })
  const { stepList, prerequisiteList } = await harness.call(people().worker.token, calls.detail, {
    id: order.id,
  })
  await harness.call(people().worker.token, calls.execute, {
    id: order.id,
    version: started.version,
    submit: false,
    prerequisiteList,
    stepList: stepList.map((step, at) => ({ ...step, done: at === 0, value: '1' })),
    workHoursList: [],
  })
  expect(await find(people().worker.token, order.id)).toMatchObject({
    stepsDone: 1,
    steps: stepList.length,
  })
})

it('begins with what is due first', async () => {
  const due = (await mine(people().worker.token)).map(({ planEndTime }) => planEndTime ?? '9')
  expect(due).toEqual(due.toSorted())
})
