import { cleaningCalls as calls } from '@heliodesk/contract/cleaning.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'
import { fetchFile, look, makeNext } from '../../../test/exports.ts'

const site = useSite()
const { harness } = site

describe('/order/clean/export', () => {
  it('queues a file of the filtered records, xlsx unless otherwise, for holders of the permission', async () => {
    const { master, worker } = site.people
    await harness.owner.query('update station set capacity_kwp = 50000 where id = $1', [site.stationId])
    const order = await harness.call(
      worker.token,
      workOrderCalls.start,
      await site.assignTo(await site.create({ taskType: 1 })),
    )
    for (const areaName of ['=B1', 'B2'])
      await harness.call(worker.token, calls.insert, {
        orderId: order.id,
        areaName,
        capacityKwp: 12.5,
        method: 'contract',
        contractor: '净源环境',
        cost: 10,
      })
    const asked = { query: { orderId: order.id, keyword: 'b1' } }
    expect(await harness.call(master.token, calls.export, asked)).toMatchObject({
      kind: 'cleanings',
      format: 'xlsx',
      state: 'waiting',
    })
    await makeNext(harness)
    const job = await harness.call(master.token, calls.export, { ...asked, format: 'csv' })
    await makeNext(harness)
    expect(await look(harness, master.token, job.id)).toMatchObject({ state: 'done', rowCount: 1 })
    const { rawPayload } = await fetchFile(harness, master.token, job.id)
    const [titles, row, ...more] = parse(rawPayload, { bom: true }) as string[][]
    expect(more).toEqual([])
    expect(titles).toContain('清洗区域')
    expect(row).toEqual(expect.arrayContaining([order.workCode, '未清洗', '12.5', '外委', '净源环境']))
    const { foreigner } = site.people
    const others = await harness.call(foreigner.token, calls.export, {
      format: 'csv',
      query: { orderId: order.id, psId: site.stationId },
    })
    await makeNext(harness)
    expect(await look(harness, foreigner.token, others.id)).toMatchObject({ state: 'done', error: null })
    const theirs = await fetchFile(harness, foreigner.token, others.id)
    expect(parse(theirs.rawPayload, { bom: true })).toEqual([titles])
    expect((await harness.refused(worker.token, calls.export, asked)).status).toBe(403)
  })
})
