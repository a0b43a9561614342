import type { Page } from '@playwright/test'
import { read } from './api.ts'
import { photographSteps } from './step-photos.ts'

type Order = { id: string; version: number; psId: string; workCode: string }
type Detail = Order & { prerequisiteList: object[]; stepList: { needPhoto: boolean }[] }
type Given = {
  description: string
  taskType: number
  /** The days of its plan, from today; today alone if not said. */
  from?: number
  to?: number
}

/** The calendar day in the company's time zone, as many days from now. */
export const dayOf = (page: Page, days = 0): Promise<string> =>
  page.evaluate((n) => new Date(Date.now() + (n * 24 + 8) * 3_600_000).toISOString().slice(0, 10), days)

/** An order that the worker reports at a station of theirs, and that the station master gives to them. */
export async function givenOrder(worker: Page, master: Page, given: Given): Promise<Order> {
  const { description, taskType, from = 0, to = 0 } = given
  const { pageList } = await read<{ pageList: Order[] }>(worker, 'post', '/ops/order/page', { size: 1 })
  const order = await read<Order>(worker, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType,
    taskDescription: description,
  })
  const { id: liableUserId } = await read<{ id: string }>(worker, 'get', '/sys/user/getUserInfo')
  return read<Order>(master, 'post', '/ops/order/assign', {
    id: order.id,
    version: order.version,
    liableUserId,
    planStartTime: `${await dayOf(worker, from)} 00:00:00`,
    planEndTime: `${await dayOf(worker, to)} 23:59:00`,
  })
}

/** The same, and the worker has begun. */
export async function begunOrder(worker: Page, master: Page, given: Given): Promise<Order> {
  const { id, version } = await givenOrder(worker, master, given)
  return read<Order>(worker, 'post', '/ops/order/start', { id, version })
}

/** The worker fills in all that a submission requires, and submits. */
export async function submitOrder(worker: Page, id: string): Promise<void> {
  const path = '/ops/order/detail'
  const { version, prerequisiteList, stepList } = await read<Detail>(worker, 'post', path, { id })
  const day = await dayOf(worker)
  await photographSteps(worker, id, stepList)
  await read(worker, 'post', '/ops/order/execute', {
    id,
    version,
    submit: true,
    prerequisiteList: prerequisiteList.map((each) => ({ ...each, met: true })),
    stepList: stepList.map((each) => ({ ...each, done: true, doneAt: `${day} 00:01:00`, value: '9.1' })),
    workHoursList: [
      {
        executorName: '李沐阳',
        actualStartTime: `${day} 00:00:00`,
        actualEndTime: `${day} 00:01:00`,
        peopleNum: 1,
      },
    ],
    executionNote: '已清洗',
  })
}
