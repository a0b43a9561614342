import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { inspectionItemCalls as items } from '@heliodesk/contract/inspection-items.ts'
import { inspectionSheetCalls as calls } from '@heliodesk/contract/inspection-sheets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll } from 'vitest'
import type { Device, useLedger } from '../../../test/ledger.ts'
import { makeRound } from './sheet.fixture.ts'

type Sheet = NonNullable<Received<typeof calls.detail>>
type Line = Sheet['lineList'][number]
export type Found = Omit<Sent<typeof calls.record>['lineList'][number], 'no' | 'version'>

export const ROUND_ITEMS = ['油位', '渗漏油', '低压桩头温度 A 相', '相间温差']

const nameOf = (sheet: Sheet, line: Line) => sheet.itemList.find(({ itemId }) => itemId === line.itemId)!.name
const lineOf = (sheet: Sheet, name: string, stop = 1) =>
  sheet.lineList.find((line) => line.stop === stop && nameOf(sheet, line) === name)!

/** Rounds in the worker's hands, and what is read on them. */
export function useRounds({ site }: ReturnType<typeof useLedger>) {
  const { harness } = site
  const itemOf = new Map<string, string>()
  const master = () => site.people.master.token
  const worker = () => site.people.worker.token
  beforeAll(async () => {
    const { pageList } = await harness.call(master(), items.page, { size: 100 })
    for (const { id, name } of pageList) itemOf.set(name, id)
  })
  async function round(names: readonly string[], at: readonly Device[]) {
    const lines = at.flatMap(({ id }) =>
      names.map((name) => ({ itemId: itemOf.get(name)!, spaceId: null, deviceId: id })),
    )
    const order = await makeRound(site, site.create, lines)
    const assigned = await site.assignTo(order)
    await harness.call(worker(), workOrderCalls.start, { id: order.id, version: assigned.version })
    return order.id
  }
  const read = async (orderId: string, token = worker()): Promise<Sheet> =>
    (await harness.call(token, calls.detail, { orderId }))!
  const given = async (orderId: string, name: string, found: Found, stop: number, token: string) => {
    const { no, version } = lineOf(await read(orderId, token), name, stop)
    return { orderId, lineList: [{ no, version, ...found }] }
  }
  const record = async (
    orderId: string,
    name: string,
    found: Found,
    { stop = 1, token = worker() } = {},
  ): Promise<Sheet> => harness.call(token, calls.record, await given(orderId, name, found, stop, token))
  const refusal = async (orderId: string, name: string, found: Found, { stop = 1, token = worker() } = {}) =>
    harness.refused(token, calls.record, await given(orderId, name, found, stop, worker()))
  return { worker, master, round, read, nameOf, lineOf, record, refusal }
}
