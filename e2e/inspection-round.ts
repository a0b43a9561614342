import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'

type Order = {
  id: string
  version: number
  flowSts: number
  otherSts: number
  liableUserId: string | null
  depCode: string
}
type Sheet = {
  flowSts: number
  psId: string
  ambient: number | null
  stopList: { stop: number; deviceId: string | null }[]
  itemList: { itemId: string; name: string; kind: string }[]
  lineList: {
    no: number
    stop: number
    itemId: string
    version: number
    verdict: string | null
    value: number | null
    defect: { orderId: string; workCode: string } | null
  }[]
}

export const sheetOf = (page: Page, orderId: string) =>
  read<Sheet>(page, 'post', '/inspectionSheet/detail', { orderId })

/** The first line of an item of this name that is not recorded. */
export async function openLine(page: Page, orderId: string, name: string) {
  const { itemList, lineList } = await sheetOf(page, orderId)
  const ids = new Set(itemList.filter((each) => each.name === name).map(({ itemId }) => itemId))
  return lineList.find(({ itemId, verdict }) => ids.has(itemId) && verdict === null)
}

/** An inspection with an open line of the item goes into the worker's hands, unless it is there, and its work begins. */
export async function takeRound(master: Page, worker: Page, item: string): Promise<string> {
  const { id: liableUserId } = await read<{ id: string }>(worker, 'get', '/sys/user/getUserInfo')
  const { pageList } = await read<{ pageList: Order[] }>(worker, 'post', '/ops/order/page', {
    taskType: [100],
    flowSts: [1, 2],
    size: 50,
  })
  expect(pageList.length, 'the demo data has inspections in hand').toBeGreaterThan(0)
  for (const { id, version, flowSts, liableUserId: holder } of pageList) {
    if (!(await openLine(master, id, item))) continue
    const given = { id, version, liableUserId }
    if (flowSts === 1)
      await read(master, 'post', '/ops/order/assign', {
        ...given,
        planStartTime: '2030-01-01 08:00:00',
        planEndTime: '2030-01-02 08:00:00',
      })
    else if (holder !== liableUserId)
      await read(master, 'post', '/ops/order/reassign', {
        ...given,
        reason: '人员请假',
        planEndTime: '2030-01-02 08:00:00',
      })
    const order = await read<Order>(worker, 'post', '/ops/order/detail', { id })
    if (order.otherSts === 2) await read(worker, 'post', '/ops/order/start', { id, version: order.version })
    return id
  }
  throw new Error('no inspection')
}
