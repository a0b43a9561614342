import { inspectionSheetCalls as calls } from '@heliodesk/contract/inspection-sheets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useLedger, type Device } from '../../../test/ledger.ts'
import { useRounds } from './rounds.fixture.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const { worker, round: roundAt, read, lineOf, record } = useRounds(ledger)
let devices: Device[] = []
beforeAll(async () => {
  devices = [await ledger.add('6 号箱变'), await ledger.add('7 号箱变')]
})

/** A round of a plan that makes defects by its rule. */
async function round(): Promise<string> {
  const id = await roundAt(['油位', '渗漏油'], devices)
  await harness.owner.query('update inspection_sheet set by_rule = true where order_id = $1', [id])
  return id
}

describe('where the plan makes defects by its rule', () => {
  it('the abnormal readings of a device become one when its last line is recorded', async () => {
    const id = await round()
    const first = await record(id, '油位', { value: 5 })
    expect(lineOf(first, '油位')).toMatchObject({ verdict: 'abnormal', defect: null })
    const done = await record(id, '渗漏油', { verdict: 'abnormal' })
    const orders = ['油位', '渗漏油'].map((name) => lineOf(done, name).defect?.orderId)
    expect(orders[0]).toBeTruthy()
    expect(orders[1]).toBe(orders[0])
    expect(await harness.call(worker(), workOrderCalls.detail, { id: orders[0]! })).toMatchObject({
      taskType: 8,
      taskDescription: expect.stringContaining('6 号箱变'),
    })
  })

  it('a reading that was explained before stays as it is', async () => {
    const id = await round()
    const sheet = await record(id, '油位', { value: 5 })
    const { no, version } = lineOf(sheet, '油位')
    await harness.call(worker(), calls.exempt, { orderId: id, no, version, reason: '油标卡涩，已另报' })
    await record(id, '渗漏油', { verdict: 'normal' })
    expect(lineOf(await read(id), '油位')).toMatchObject({ defect: null, exemptReason: '油标卡涩，已另报' })
  })
})
